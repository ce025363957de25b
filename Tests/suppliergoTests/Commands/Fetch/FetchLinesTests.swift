import FoundationEssentials
import TestSupport
import Testing

/// `fetch --format ndjson`, end to end.
@Suite struct FetchLinesTests {
    /// What a reader finds in a line.
    private struct Line: Decodable, Hashable {
        let url, state: String
        let ids: [String]
        let status, bytes: Int?
        let source, key, error: String?
        let tries: Int
        let seconds: Double
    }

    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private func lines(_ result: ProcessResult) throws -> [Line] {
        try result.output.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
            .sorted { $0.url < $1.url }
    }

    @Test func writesALineForEachAvatar() async throws {
        let catalog = Samples.catalog([
            Samples.record(1, avatar: "/a.png"), Samples.record(2, avatar: "/b.png"), Samples.record(3),
            Samples.record(4, avatar: "/a.png"), Samples.record(5, avatar: "/c.png"),
            Samples.record(6, avatar: "ftp://a/b"),
        ])
        let server = try LoopbackServer { request in
            switch request.target {
            case "/catalog.json": .ok(catalog)
            case "/a.png": .ok(Samples.picture)
            case "/b.png": .status(404)
            default: .status(503)
            }
        }
        defer { server.stop() }
        let line = "fetch --format ndjson --retries 1 -c \(server.url("/catalog.json"))"
        let first = try await setting.run(line)
        #expect(first.status == 3)
        #expect(first.errorOutput.contains("suppliergo: 1 avatar fetched"))
        let lines = try lines(first)
        let paths = ["/a.png", "/b.png", "/c.png"]
        #expect(Array(lines.map(\.url).dropFirst()) == paths.map { server.url($0).absoluteString })
        #expect(lines.map(\.state) == ["failed", "loaded", "missing", "failed"])
        #expect(lines.map(\.ids) == [["6"], ["1", "4"], ["2"], ["5"]])
        #expect(lines.map(\.status) == [nil, 200, 404, 503])
        #expect(lines.map(\.bytes) == [nil, Samples.picture.count, nil, nil])
        #expect(lines.map(\.source) == [nil, "network", nil, nil])
        #expect(lines.map(\.tries) == [0, 1, 1, 2])
        #expect(lines.map { $0.error == nil } == [false, true, false, false])
        let key = try #require(lines[1].key)
        #expect(try setting.avatarFiles().contains("cache/\(key).png"))

        let again = try self.lines(try await setting.run(line))
        #expect(again.map(\.source) == [nil, "cache", nil, nil])
        #expect(again.map(\.tries) == [0, 0, 0, 2])
    }

    @Test func writesALineAsSoonAsItsAvatarEnds() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            switch request.target {
            case "/catalog.json": .ok(Samples.catalog(avatarCount: 2))
            case "/1.png": .ok(Samples.picture)
            default: .steps(.waitFor(gate), .send(Answer.head(404)), .close)
            }
        }
        defer { server.stop() }
        let run = try setting.start("fetch --format ndjson -c \(server.url("/catalog.json"))")
        try await run.outputHolds("\"error\":null}\n")
        gate.open()
        let result = try await run.result()
        #expect(result.output.split(separator: "\n").count == 2)
        #expect(result.status == 0)
    }

    @Test func endsQuietlyWhereTheReaderHasSeenEnough() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 3000))
        defer { server.stop() }
        let result = try await setting.shell(
            "\"$0\" fetch --format ndjson -c \(server.url("/catalog.json")) | head -n 1")
        #expect(result.output.split(separator: "\n").count == 1)
        #expect(result.errorOutput.isEmpty)
    }

    @Test func drawsNoProgressAmongLinesOnATerminal() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 2))
        defer { server.stop() }
        let run = try setting.start(
            "fetch --format ndjson -c \(server.url("/catalog.json"))", environment: ["TERM": "xterm"],
            terminal: CommandLineRun.Terminal())
        let result = try await run.result()
        let text = result.output + result.errorOutput
        #expect(!text.contains("\u{1b}"))
        #expect(text.contains(#""state":"loaded""#) && text.contains(Samples.fetched(2)))
    }
}
