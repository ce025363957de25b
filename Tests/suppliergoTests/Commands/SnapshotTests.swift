import TestSupport
import Testing

@Suite struct SnapshotTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    @Test func showsTheSnapshotAndCachedAvatarsOfflineWithoutAWarning() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 2))
        let location = server.url("/catalog.json")
        let first = try await setting.run("list -c \(location) --avatars wait")
        server.stop()
        let second = try await setting.run("list -c \(location) --offline --avatars wait")
        #expect(second.output == first.output)
        #expect(second.errorOutput.isEmpty)
        #expect(second.status == 0)
        let show = try await setting.run("show -v -c \(location) --offline 2")
        #expect(show.output.contains("1 × 1 pixels"))
        #expect(show.status == 0)
    }

    @Test func asksForARunWithoutOfflineWhereThereIsNoSnapshot() async throws {
        let result = try await setting.run("list -c http://127.0.0.1:9/catalog.json --offline")
        #expect(result.status == 69)
        #expect(result.errorOutput.hasSuffix("read all of it once without '--offline'\n"))
    }

    @Test func touchesNoNetworkOffline() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 2))
        defer { server.stop() }
        #expect(try await setting.run("list -c \(server.url("/catalog.json")) --avatars off").status == 0)
        let result = try await setting.run("list -c \(server.url("/catalog.json")) --offline --avatars wait")
        #expect(result.status == 0)
        #expect(result.errorOutput.hasSuffix("\nsuppliergo: 2 avatars failed\n"))
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [nil, Answer.status(503), .ok("<html>"), .ok("")])
    func showsTheSnapshotOfAServerThatIsDownOrBroken(answer: Answer?) async throws {
        let isBroken = Watched(false)
        let server = try LoopbackServer { _ in
            isBroken.value ? answer ?? .status(500) : .ok(Samples.catalog([Samples.record(1)]))
        }
        let location = server.url("/catalog.json")
        #expect(try await setting.run("list -c \(location) --format tsv").status == 0)
        isBroken.update { $0 = true }
        if answer == nil { server.stop() }
        let result = try await setting.run("list -c \(location) --format tsv")
        #expect(result.output == Samples.line(1))
        #expect(result.errorOutput.contains("; showing the snapshot of "))
        #expect(result.errorOutput.contains(/\d seconds? ago\n/))
        #expect(result.errorOutput.split(separator: "\n").count == 1)
        #expect(result.status == 0)
        server.stop()
    }

    /// The old list must not look like the new one that was asked for.
    @Test(
        arguments: [(401, 77), (500, 69), (200, 65), (0, 69)], ["list -f tsv", "list -o out.csv", "show 1", "fetch"])
    func refreshShowsNoSnapshotOfACatalogThatFails(answer: (status: Int, end: Int32), command: String) async throws {
        let hasFailed = Gate()
        let server = try LoopbackServer { request in
            if request["If-None-Match"] == "\"a\"", !hasFailed.isOpen { return .status(304) }
            guard hasFailed.isOpen else { return .ok(Samples.catalog([Samples.record(1)]), fields: ["ETag": "\"a\""]) }
            return answer.status == 200 ? .ok("<html>") : .status(answer.status)
        }
        defer { server.stop() }
        try setting.directory.write(Array("old".utf8), to: "out.csv")
        let line = "\(command) -c \(server.url("/c")) --retries 0"
        #expect(try await setting.run(line.replacing(" -o out.csv", with: "")).status == 0)
        #expect(try await setting.run(line.replacing(" -o out.csv", with: "") + " --refresh").status == 0)
        #expect(server.requests.last?["If-None-Match"] == "\"a\"")
        hasFailed.open()
        if answer.status == 0 { server.stop() }
        let result = try await setting.run(line + " --refresh")
        #expect(result.status == answer.end)
        #expect(result.output.isEmpty && result.errorOutput.hasPrefix("suppliergo: error: "))
        #expect(try setting.directory.read("out.csv") == Array("old".utf8))
        #expect(try await setting.run(line).status == 0)
    }

    @Test func keepsNoSnapshotThatIsLargerThanHalfTheCache() async throws {
        let records = (1...600).map { Samples.record($0, name: String(repeating: "x", count: 1000)) }
        let server = try LoopbackServer { _ in .ok(Samples.catalog(records)) }
        defer { server.stop() }
        let line = "list --avatars off -c \(server.url("/catalog.json")) --format tsv"
        let first = try await setting.run(line + " --max-size 100K")
        #expect(first.status == 0)
        #expect(first.errorOutput.contains("is not kept for '--offline': too large for the cache ('--max-size')"))
        let refused = try await setting.run(line + " --offline")
        #expect(refused.status == 69)
        #expect(refused.errorOutput.contains("(one may take half of '--max-size'): read all of it once"))
        #expect(try await setting.run(line + " --max-size 3M").status == 0)
        #expect(try await setting.run(line + " --offline").output.split(separator: "\n").count == 600)
    }

    /// Of a catalog that breaks off, a command that has printed nothing until then shows the snapshot alone.
    @Test(arguments: [
        ("list -f tsv", 65), ("fetch", 65), ("list -f tsv --sort name", 0), ("list -f vcard", 0),
        ("list -f html --avatars off", 0), ("show 1 -f tsv", 0),
    ])
    func nothingIsPrintedAfterACatalogThatBrokeOff(command: String, status: Int32) async throws {
        let isBroken = Watched(false)
        let body = Samples.catalog((1...3000).map { Samples.record($0) })
        let server = try LoopbackServer { _ in .ok(isBroken.value ? String(body.dropLast(9)) : body) }
        defer { server.stop() }
        let line = "\(command) -c \(server.url("/catalog.json"))"
        let whole = try await setting.run(line)
        #expect(whole.status == 0)
        isBroken.update { $0 = true }
        let result = try await setting.run(line)
        #expect(result.status == status)
        #expect(result.errorOutput.contains("; showing the snapshot of ") == (status == 0))
        #expect(result.errorOutput.contains("; '--offline' shows the last complete list\n") == (status != 0))
        let isWhole = result.output == whole.output
        #expect(isWhole == (status == 0 || command == "fetch"))
        let isBeginning = whole.output.hasPrefix(result.output)
        #expect(isBeginning)
        let isShownOffline = try await setting.run(line + " --offline").output == whole.output
        #expect(isShownOffline)
    }
}
