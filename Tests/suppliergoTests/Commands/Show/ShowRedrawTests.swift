import TestSupport
import Testing

/// The card that is there at once, and the picture that joins it.
@Suite struct ShowRedrawTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    /// Shows a supplier whose avatar waits until its card was seen, and gives all that was written.
    private func run(columns: UInt16 = 80, rows: UInt16 = 24, image: String = "kitty") async throws -> ProcessResult {
        let gate = Gate()
        let server = try LoopbackServer { request in
            guard request.target != "/catalog.json" else { return .ok(Samples.catalog(avatarCount: 1)) }
            return .steps(
                .waitFor(gate), .send(Answer.head(200, fields: ["Content-Length": "\(Samples.picture.count)"])),
                .send(Samples.picture))
        }
        defer { server.stop() }
        var terminal = CommandLineRun.Terminal(columns: columns)
        terminal.rows = rows
        let run = try setting.start(
            "show 1 -c \(server.url("/catalog.json")) --image \(image)", environment: ["TERM": "xterm"],
            terminal: terminal)
        try await run.outputHolds("on its way")
        try await run.outputHolds("╰")
        gate.open()
        return try await run.result()
    }

    @Test(arguments: [40, 80, 200])
    func replacesTheCardInItsPlace(columns: UInt16) async throws {
        let result = try await run(columns: columns)
        let screen = TerminalScreen(result.standardOutput, columns: Int(columns))
        #expect(screen.history.isEmpty)
        #expect(screen.lines.count { $0.contains("Name 1") } == 1)
        #expect(screen.lines.first?.hasPrefix("╭") == true)
        #expect(screen.lines.last?.hasPrefix("╰") == true)
        #expect(!screen.lines.contains { $0.contains("on its way") || $0.contains("N1") })
        #expect(screen.drawings.map { [$0.row, $0.column] }.first == [1, 2])
    }

    @Test func standsBelowTheFirstOneInASmallWindow() async throws {
        let result = try await run(rows: 10)
        let screen = TerminalScreen(result.standardOutput, rows: 10)
        let lines = screen.history + screen.lines
        #expect(lines.count { $0.contains("Name 1") } == 2)
        #expect(lines.count { $0.hasPrefix("╰") } == 2)
        #expect(screen.drawings.map { [$0.row, $0.column] }.first == [2, 0])
    }

    @Test(arguments: [(24, 1), (9, 2)])
    func isNotDrawnAgainForNothing(rows: Int, count: Int) async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            guard request.target != "/c.json" else { return .ok(Samples.catalog([Samples.record(1)])) }
            let body = Array(#"{"iban":1}"#.utf8)
            return .steps(
                .waitFor(gate), .send(Answer.head(200, fields: ["Content-Length": "\(body.count)"])), .send(body))
        }
        defer { server.stop() }
        var terminal = CommandLineRun.Terminal(columns: 80)
        terminal.rows = UInt16(rows)
        let run = try setting.start(
            "show 1 -c \(server.url("/c.json")) --map detail=/d/{id} --max-size 300", terminal: terminal)
        try await run.outputHolds("on their way")
        gate.open()
        let result = try await run.result()
        let screen = TerminalScreen(result.standardOutput, rows: rows)
        let lines = screen.history + screen.lines
        #expect(lines.count { $0.contains("Name 1") } == count)
        #expect(lines.contains { $0.contains("iban") })
    }

    @Test func hasNoPictureInANarrowOne() async throws {
        let screen = TerminalScreen(try await run(columns: 39).standardOutput, columns: 39)
        #expect(screen.drawings.isEmpty)
        #expect(screen.lines.count { $0.contains("Name 1") } == 1)
    }
}
