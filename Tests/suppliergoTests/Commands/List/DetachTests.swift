import FoundationEssentials
import TestSupport
import Testing

@Suite struct DetachTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    /// A server whose avatars wait for a gate.
    private func server(_ gate: Gate) throws -> LoopbackServer {
        try LoopbackServer { request in
            guard request.target != "/catalog.json" else { return .ok(Samples.catalog(avatarCount: 3)) }
            return .steps(
                .waitFor(gate), .send(Answer.head(200, fields: ["Content-Length": "\(Samples.picture.count)"])),
                .send(Samples.picture))
        }
    }

    @Test func requestsEachAvatarOnceForSeveralBackgroundProcesses() async throws {
        let gate = Gate()
        let server = try server(gate)
        defer { server.stop() }
        let line = "list --avatars detach --format tsv -c \(server.url("/catalog.json")) -H X-Key:k3y-\(server.port)"
        let environment = ["SUPPLIERGO_TOKEN": "t0ken-\(server.port)"]
        let first = try await setting.run(line, environment: environment)
        #expect(first.output == Samples.line(1) + Samples.line(2) + Samples.line(3))
        #expect(first.errorOutput.isEmpty)
        #expect(first.status == 0)
        try await server.requestCount(reaches: 4)
        #expect(!commandLines().contains { $0.contains("k3y-\(server.port)") || $0.contains("t0ken-\(server.port)") })

        let second = try await setting.run(line)
        #expect(second.output == first.output)
        #expect(second.errorOutput.isEmpty)
        #expect(second.status == 0)

        gate.open()
        try await server.until { $0.requests.count >= 5 && $0.openConnectionCount == 0 }
        #expect(try setting.avatarFiles().count == 3)
        #expect(server.requests.filter { $0["X-Key"] == "k3y-\(server.port)" }.count == 5)
        #expect(server.requests.filter { $0["Authorization"] == "Bearer t0ken-\(server.port)" }.count == 4)
    }

    @Test func isTheRuleForTheFirstThousandOnATerminal() async throws {
        let records = (1...1500).map { Samples.record($0, avatar: "/\($0).png") }
        let server = try Samples.server(Samples.catalog(records))
        defer { server.stop() }
        let line = "list --no-pager -c \(server.url("/catalog.json"))"
        let terminal = CommandLineRun.Terminal(columns: 80)
        let run = try setting.start(line, environment: ["TERM": "xterm"], terminal: terminal)
        let result = try await run.result()
        #expect(result.status == 0)
        #expect(!(result.output + result.errorOutput).contains("avatar"))
        try await server.until { $0.requests.count >= 1001 && $0.openConnectionCount == 0 }
        let targets = Set(server.requests.map(\.target))
        #expect(targets.count == 1001 && targets.contains("/1000.png"))
    }

    @Test func startsForAnotherCacheOrCatalogMeanwhile() async throws {
        let gate = Gate()
        let server = try server(gate)
        defer { server.stop() }
        for cache in ["one", "two"] {
            let line = "list --avatars detach -c \(server.url("/catalog.json")) --cache-dir \(cache)"
            #expect(try await setting.run(line).errorOutput.isEmpty)
        }
        try await server.requestCount(reaches: 8)
        gate.open()
        try await server.until { $0.openConnectionCount == 0 }
    }

    @Test func keepsNothingOpenThatTheCallerReads() async throws {
        let gate = Gate()
        let server = try server(gate)
        defer { server.stop() }
        let script = #"exec 4>&1 5>&2; "$0" list --avatars detach -c \#(server.url("/catalog.json")) | tail -n 1"#
        let result = try await setting.shell(script)
        #expect(result.output.contains("Name 3"))
        try await server.requestCount(reaches: 4)
        gate.open()
        try await server.until { $0.openConnectionCount == 0 }
    }

    @Test func handsOverACatalogLargerThanAPipe() async throws {
        let records = (1...2000).map { Samples.record($0, avatar: "/same.png") }
        let server = try Samples.server(Samples.catalog(records))
        defer { server.stop() }
        let result = try await setting.run("list --avatars detach --format tsv -c \(server.url("/catalog.json"))")
        #expect(result.status == 0)
        try await server.until { $0.requests.count >= 2 && $0.openConnectionCount == 0 }
        #expect(try setting.avatarFiles().count == 1)
    }

    @Test func resolvesEndpointsAsTheListDoes() async throws {
        let gate = Gate()
        let foreign = try LoopbackServer { _ in .steps(.open(gate), .send(Answer.head(404))) }
        defer { foreign.stop() }
        let secret = try setting.directory.write(Samples.picture, to: "secret.png")
        let records = [
            Samples.record(1, avatar: "file://\(secret)"),
            Samples.record(2, avatar: foreign.url("/2.png").absoluteString),
        ]
        let server = try Samples.server(Samples.catalog(records))
        defer { server.stop() }
        #expect(try await setting.run("list --avatars detach -c \(server.url("/catalog.json"))").status == 0)
        try await gate.opened()
        foreign.stop()
        let third = try await setting.run("list --format ndjson -c \(server.url("/catalog.json"))")
        #expect(!third.output.contains(#""avatarState":"cached""#))
    }

    @Test func startsNothingOffline() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 1))
        defer { server.stop() }
        let location = server.url("/catalog.json")
        #expect(try await setting.run("list -c \(location) --avatars off").status == 0)
        let result = try await setting.run("list -c \(location) --offline --avatars detach")
        #expect(result.status == 0)
        #expect(server.requests.count == 1)
    }

    @Test func isNoCommandForPeople() async throws {
        let result = try await setting.run("background-fetch")
        #expect(result.status == 64)
        #expect(result.errorOutput == "suppliergo: error: unknown command 'background-fetch' (see 'suppliergo help')\n")
    }

    /// The command lines of all processes that can be seen.
    private func commandLines() -> [String] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.filter { Int($0) != nil }.compactMap { entry in
            FileManager.default.contents(atPath: "/proc/\(entry)/cmdline").map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
