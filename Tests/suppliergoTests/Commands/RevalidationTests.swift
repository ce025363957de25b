import FoundationEssentials
import TestSupport
import Testing

/// Runs one after the other over one cache, and what the server is asked by each.
@Suite struct RevalidationTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    /// A server whose avatars have an entity tag and these fields, and whose answers depend on how often it was asked.
    private func server(
        _ control: String, _ answer: @escaping @Sendable (RecordedRequest) -> Answer? = { _ in nil }
    ) throws -> LoopbackServer {
        try LoopbackServer { request in
            if request.target == "/catalog.json" { return .ok(Samples.catalog([Samples.record(1, avatar: "/a.png")])) }
            if let answer = answer(request) { return answer }
            let fields: KeyValuePairs = ["ETag": "\"a\"", "Cache-Control": control]
            if request["If-None-Match"] == "\"a\"" { return .status(304, fields: fields) }
            return .ok(Samples.picture, contentType: "image/png", fields: fields)
        }
    }

    private func avatarRequests(_ server: LoopbackServer) -> [RecordedRequest] {
        server.requests.filter { $0.target != "/catalog.json" }
    }

    @Test func staleAvatarsCostNoBodyWhereTheyAreStillRight() async throws {
        let server = try server("max-age=0")
        defer { server.stop() }
        let line = "fetch -v -c \(server.url("/catalog.json"))"
        #expect(try await setting.run(line).errorOutput.hasPrefix("200 network "))
        let sentByteCount = server.log.sentByteCount
        let second = try await setting.run(line)
        #expect(second.status == 0)
        #expect(second.errorOutput.contains("\n304 revalidated \(Samples.picture.count) bytes "))
        #expect(!second.errorOutput.contains("fetched"))
        #expect(avatarRequests(server).map { $0["If-None-Match"] } == [nil, "\"a\""])
        #expect(server.log.sentByteCount < 2 * sentByteCount - Samples.picture.count)
    }

    @Test func freshAvatarsAreNotAskedAboutUnlessRefreshed() async throws {
        let server = try server("max-age=60")
        defer { server.stop() }
        for line in ["fetch", "fetch", "fetch --refresh"] {
            #expect(try await setting.run("\(line) -c \(server.url("/catalog.json"))").status == 0)
        }
        #expect(avatarRequests(server).map { $0["If-None-Match"] } == [nil, "\"a\""])
    }

    @Test func shownAndCalledStaleWhereTheServerFails() async throws {
        let hasFailed = Gate()
        let server = try server("max-age=0") { _ in hasFailed.isOpen ? .status(500) : nil }
        defer { server.stop() }
        let options = "--retries 0 -c \(server.url("/catalog.json"))"
        #expect(try await setting.run("fetch " + options).status == 0)
        hasFailed.open()
        let fetch = try await setting.run("fetch -v " + options)
        #expect(fetch.status == 0)
        #expect(fetch.errorOutput.contains("\n- stale \(Samples.picture.count) bytes "))
        #expect(fetch.errorOutput.contains("suppliergo: warning: 1 avatar is stale: http"))
        #expect(!fetch.errorOutput.contains("avatar failed"))
        let json = try await setting.run("list --format json --offline -c \(server.url("/catalog.json"))")
        #expect(json.output.contains(#""avatarState":"stale"}"#))
        let card = try await setting.run("show 1 -v " + options)
        #expect(card.status == 0)
        #expect(card.output.contains(", stale"))
        #expect(card.errorOutput.contains("the avatar is stale: "))
    }

    /// The card is drawn before the server has answered; the program ends when it has.
    @Test(arguments: ["", " --format json"])
    func showAsksBehindWhatIsStale(format: String) async throws {
        let server = try server("max-age=0, stale-while-revalidate=600")
        defer { server.stop() }
        #expect(try await setting.run("fetch -c \(server.url("/catalog.json"))").status == 0)
        let card = try await setting.run("show 1\(format) -c \(server.url("/catalog.json"))")
        #expect(card.status == 0)
        #expect(card.errorOutput.isEmpty)
        #expect(card.output.contains("stale"))
        #expect(avatarRequests(server).map { $0["If-None-Match"] } == [nil, "\"a\""])
    }

    @Test func whatIsGoneIsNotAskedForAgain() async throws {
        let server = try server("max-age=60") { _ in .status(404) }
        defer { server.stop() }
        let line = "fetch -c \(server.url("/catalog.json"))"
        for _ in 0..<2 {
            let result = try await setting.run(line)
            #expect(result.status == 0)
            #expect(result.errorOutput.contains("is gone (HTTP 404); next check in "))
        }
        #expect(avatarRequests(server).count == 1)
        #expect(try await setting.run(line + " --refresh").status == 0)
        #expect(avatarRequests(server).count == 2)
    }

    @Test func whatMayNotBeStoredLeavesNoFile() async throws {
        let server = try server("no-store")
        defer { server.stop() }
        #expect(try await setting.run("fetch -c \(server.url("/catalog.json"))").status == 0)
        #expect(try setting.avatarFiles().isEmpty)
        let json = try await setting.run("show 1 --format json -c \(server.url("/catalog.json"))")
        #expect(json.output.contains(#""avatarFile":null,"avatarState":"missing""#))
    }

    @Test func anotherTokenIsAskedForAnewWhereTheServerVariesByIt() async throws {
        let server = try LoopbackServer { request in
            if request.target == "/catalog.json" { return .ok(Samples.catalog([Samples.record(1, avatar: "/a.png")])) }
            let fields: KeyValuePairs = ["Cache-Control": "max-age=60", "Vary": "Authorization"]
            return .ok(Samples.picture, contentType: "image/png", fields: fields)
        }
        defer { server.stop() }
        for token in ["a", "a", "b"] {
            let line = "fetch -c \(server.url("/catalog.json"))"
            #expect(try await setting.run(line, environment: ["SUPPLIERGO_TOKEN": token]).status == 0)
        }
        #expect(avatarRequests(server).map { $0["Authorization"] } == ["Bearer a", "Bearer b"])
        for file in try setting.directory.files() where !file.hasSuffix(".png") {
            #expect(try !String(decoding: setting.directory.read(file), as: UTF8.self).contains("Bearer"))
        }
    }
}
