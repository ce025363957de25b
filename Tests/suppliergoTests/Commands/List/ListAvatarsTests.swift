import TestSupport
import Testing

@Suite struct ListAvatarsTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    @Test func countsWhatWasInTheCacheAndWhatFailed() async throws {
        let catalog = Samples.catalog([
            Samples.record(1, avatar: "/1.png"), Samples.record(2, avatar: "/no.png"), Samples.record(3),
            Samples.record(4, avatar: "ftp://a.example/4.png"),
        ])
        let server = try LoopbackServer { request in
            switch request.target {
            case "/catalog.json": .ok(catalog)
            case "/1.png": .ok(Samples.picture)
            default: .status(404)
            }
        }
        defer { server.stop() }
        let location = server.url("/catalog.json")
        let first = try await setting.run("list --avatars wait -c \(location)")
        #expect(first.status == 0)
        let reason = "\(server.url("/no.png")) is gone (HTTP 404); next check in 1 hour, or now with '--refresh'"
        #expect(first.errorOutput.contains("warning: no avatar for Name 2 (id 2): \(reason)\n"))
        #expect(first.errorOutput.hasSuffix("suppliergo: 1 avatar fetched, 1 failed, 1 gone\n"))
        let second = try await setting.run("list --avatars wait -c \(location)")
        #expect(second.errorOutput.hasSuffix("suppliergo: 1 avatar failed, 1 gone\n"))
        #expect(server.requests.filter { $0.target == "/1.png" }.count == 1)
        let quiet = try await setting.run("list -q --avatars wait -c \(location)")
        #expect(quiet.errorOutput.isEmpty)
        #expect(quiet.status == 0)
    }

    @Test(arguments: [("", 7), (" -v", 21)])
    func namesFiveFailuresAndCountsTheOthers(option: String, lines: Int) async throws {
        let server = try LoopbackServer { request in
            request.target == "/catalog.json" ? .ok(Samples.catalog(avatarCount: 9)) : .ok("<html>")
        }
        defer { server.stop() }
        let result = try await setting.run("list --avatars wait -c \(server.url("/catalog.json"))" + option)
        #expect(result.status == 0)
        #expect(result.errorOutput.split(separator: "\n").count == lines)
        #expect(result.errorOutput.contains("4 more avatars failed") == (lines == 7))
        #expect(try setting.avatarFiles().isEmpty)
    }

    @Test func namesAPictureThatSuppliersShareOnce() async throws {
        let records =
            (1...15).map { Samples.record($0, avatar: "/shared.png") } + [Samples.record(16, avatar: "/own.png")]
        let server = try LoopbackServer { request in
            request.target == "/catalog.json" ? .ok(Samples.catalog(records)) : .status(404)
        }
        defer { server.stop() }
        let line = "list --avatars wait -c \(server.url("/catalog.json"))"
        let lines = try await setting.run(line).errorOutput.split(separator: "\n")
        #expect(lines.count == 3 && lines[2] == "suppliergo: 2 avatars gone")
        #expect(
            lines.contains {
                $0.hasPrefix("suppliergo: warning: no avatar for 15 suppliers: \(server.url("/shared.png")) is gone")
            })
        #expect(lines.contains { $0.hasPrefix("suppliergo: warning: no avatar for Name 16 (id 16): ") })
        #expect(lines[0].hasSuffix(", or now with '--refresh'"))
        let offline = try await setting.run(line + " --offline")
        #expect(offline.errorOutput.contains("no avatar for 15 suppliers: \(server.url("/shared.png")) is gone"))
        #expect(!offline.errorOutput.contains("--refresh"), "an offline run cannot")
    }

    @Test(arguments: ["", " -v"])
    func countsWhatNobodyIsAskedForOffline(option: String) async throws {
        let records = (1...7).map { Samples.record($0, avatar: "http://a.example/\($0).png") }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        for (limit, whose) in [(1, "Name 1 (id 1)"), (7, "7 suppliers")] {
            let result = try await setting.run("list -c c.json --offline --avatars wait --limit \(limit)" + option)
            #expect(result.status == 0)
            let sentences = [
                "suppliergo: warning: no avatar for \(whose): not in the cache, and '--offline' does not fetch it\n",
                "suppliergo: \(limit) \(limit == 1 ? "avatar" : "avatars") failed\n",
            ]
            #expect(result.errorOutput == sentences.joined())
        }
    }

    @Test func saysWhyTheseAreNotKept() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 2))
        defer { server.stop() }
        let result = try await setting.run("list --avatars wait -c \(server.url("/catalog.json")) --max-size 9")
        let reason = "too large for the cache ('--max-size')\n"
        #expect(result.errorOutput.contains("warning: 2 avatars are not kept: " + reason))
        #expect(result.errorOutput.contains("warning: the catalog is not kept for '--offline': " + reason))
    }

    @Test func bringsNoneWhereNoneAreAskedFor() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 2))
        defer { server.stop() }
        for options in ["", "--avatars off", "--format json", "--format csv"] {
            #expect(try await setting.run("list -c \(server.url("/catalog.json")) \(options)").status == 0)
        }
        #expect(server.requests.allSatisfy { $0.target == "/catalog.json" })
    }

    @Test func countsPicturesAndNotSuppliers() async throws {
        let records = (1...9).map {
            Samples.record($0, avatar: $0 < 6 ? "/a.png" : $0 < 8 ? "/b.png" : "ftp://x/\($0)")
        }
        let server = try Samples.server(Samples.catalog(records + [Samples.record(10, avatar: "ftp://x/9")]))
        defer { server.stop() }
        let result = try await setting.run("list --avatars wait -c \(server.url("/catalog.json"))")
        #expect(result.errorOutput.hasSuffix("\nsuppliergo: 2 avatars fetched, 2 failed\n"))
    }

    @Test(arguments: ["list --avatars wait", "fetch", "list --format html"])
    func tellsOfADeadServerOnce(command: String) async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 3))
        let line = "\(command) --retries 0 -c \(server.url("/catalog.json"))"
        #expect(try await setting.run("list -c \(server.url("/catalog.json"))").status == 0)
        server.stop()
        let lines = try await setting.run(line).errorOutput.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.contains("; showing the snapshot of ") == true)
        #expect(lines.last == "suppliergo: 3 avatars failed")
    }

    @Test func printsJSONBeforeTheAvatarsItThenBrings() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 1))
        defer { server.stop() }
        let location = server.url("/catalog.json")
        let first = try await setting.run("list -c \(location) --format ndjson --avatars wait")
        #expect(first.output.contains(#""avatarFile":null,"avatarState":"missing"}"#))
        let file = setting.directory.path(of: try #require(try setting.avatarFiles().first))
        let second = try await setting.run("list -c \(location) --format ndjson")
        #expect(second.output.contains(#""avatarFile":"\#(file)","avatarState":"cached"}"#))
    }

    @Test(arguments: [("html", "data:image/png;base64,"), ("vcard", "PHOTO;ENCODING=b;TYPE=PNG:")])
    func printsPicturesThatMayNotBeKept(format: String, start: String) async throws {
        let server = try LoopbackServer { request in
            request.target == "/catalog.json"
                ? .ok(Samples.catalog(avatarCount: 3))
                : .ok(Samples.picture, fields: request.target == "/2.png" ? ["Cache-Control": "no-store"] : [:])
        }
        defer { server.stop() }
        let result = try await setting.run("list -c \(server.url("/catalog.json")) --format \(format)")
        #expect(result.status == 0)
        #expect(result.output.split(separator: start).count == 4)
        #expect(result.errorOutput == Samples.fetched(3) + "\n")
        #expect(try setting.avatarFiles().count == 2)
        #expect(server.requests.count == 4)
    }

    @Test func printsPicturesThatMayNoLongerBeKept() async throws {
        let server = try LoopbackServer { request in
            if request.target == "/catalog.json" { return .ok(Samples.catalog(avatarCount: 1)) }
            guard request["If-None-Match"] == nil else {
                return .ok(Samples.picture, fields: ["Cache-Control": "no-store"])
            }
            return .ok(Samples.picture, fields: ["ETag": "\"a\"", "Cache-Control": "max-age=0"])
        }
        defer { server.stop() }
        let location = server.url("/catalog.json")
        #expect(try await setting.run("fetch -c \(location)").status == 0)
        let result = try await setting.run("list -c \(location) --format html")
        #expect(result.status == 0)
        #expect(result.output.split(separator: "data:image/png;base64,").count == 2)
    }

    @Test(arguments: ["wait", "detach"])
    func warnsWhereTheCacheCannotKeepThem(mode: String) async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 3))
        defer { server.stop() }
        try setting.directory.write([], to: "cache")
        let result = try await setting.run("list -c \(server.url("/catalog.json")) --avatars \(mode)")
        #expect(result.status == 0)
        #expect(result.output.contains("Name 3"))
        #expect(result.errorOutput.hasPrefix("suppliergo: warning: nothing is kept; the cache needs a directory "))
        #expect(result.errorOutput.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
    }
}
