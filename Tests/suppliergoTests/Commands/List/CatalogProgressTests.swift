import TestSupport
import Testing

/// What is to be seen while a catalog arrives of which nothing can be printed yet.
@Suite struct CatalogProgressTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    @Test(arguments: [
        "list --sort name --avatars off", "list --group company --avatars off", "list --format html",
        "list second --avatars off", "show second", "list second --avatars off -f tsv",
        "list second --avatars off -f json", "list second --avatars off -f ndjson",
    ])
    func countsSuppliersUntilTheCatalogIsThere(line: String) async throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in
            let records = [Samples.record(1), Samples.record(2, name: "Second")].map { Array(($0 + "\n").utf8) }
            let head = Answer.head(200, fields: ["Content-Length": "\(records.joined().count)"])
            return .steps(.send(head), .send(records[0]), .waitFor(gate), .send(records[1]))
        }
        defer { server.stop() }
        let run = try setting.start(
            "\(line) -c \(server.url("/"))", environment: ["TERM": "xterm", "PAGER": "sed s/^/paged:/"],
            terminal: CommandLineRun.Terminal())
        try await run.outputHolds("suppliers 1\r")
        gate.open()
        let result = try await run.result()
        #expect(result.status == 0)
        #expect(result.output.contains("Second"))
        #expect(result.output.contains("paged:") == line.hasPrefix("list"))
        #expect(!TerminalScreen(result.standardOutput).lines.contains { $0.contains("suppliers 1") })
    }

    @Test func opensNoPagerForACatalogThatCannotBeRead() async throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in
            .steps(.waitFor(gate), .send(Answer.head(404, fields: ["Content-Length": "0"])))
        }
        defer { server.stop() }
        let run = try setting.start(
            "list -c \(server.url("/"))", environment: ["TERM": "xterm", "PAGER": "sed s/^/paged:/"],
            terminal: CommandLineRun.Terminal(columns: 200))
        try await run.outputHolds("connecting to 127.0.0.1…\r")
        gate.open()
        let result = try await run.result()
        #expect(result.status == 69)
        let lines = TerminalScreen(result.standardOutput, columns: 200).lines
        #expect(lines == ["suppliergo: error: \(server.url("/")) returned status 404: check the address"])
    }
}
