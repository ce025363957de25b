import TestSupport
import Testing

/// Help that is longer than the window.
@Suite struct HelpPagerTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private func run(_ line: String, rows: UInt16) async throws -> String {
        var terminal = CommandLineRun.Terminal()
        terminal.rows = rows
        let environment = ["TERM": "xterm", "PAGER": "sed 's/^/paged:/'"]
        return try await setting.start(line, environment: environment, terminal: terminal).result().output
    }

    @Test func goesThroughThePagerWhereItIsLonger() async throws {
        let text = try await setting.run("help list").output
        let paged = try await run("help list", rows: 24)
        #expect(paged.contains("paged:OVERVIEW: ") && paged.contains("paged:GENERAL:"))
        let count = text.split(separator: "\n", omittingEmptySubsequences: false).count
        #expect(try await !run("help list", rows: UInt16(count + 1)).contains("paged:"))
        #expect(try await !run("--version", rows: 24).contains("paged:"))
        #expect(!text.contains("paged:"))
    }
}
