import FoundationEssentials
import SupplierGoKit
import TestSupport
import Testing

@testable import suppliergo

/// `show` in a terminal that answers as real ones do.
@Suite struct ShowPictureTests {
    private static let kitty = "\u{1b}_Gi=31;OK\u{1b}\\\u{1b}P>|kitty(0.35.2)\u{1b}\\\u{1b}[?62;c"
    private static let iterm = "\u{1b}P>|iTerm2 3.5.0\u{1b}\\\u{1b}[?64;4c"
    private static let xterm = "\u{1b}P>|XTerm(379)\u{1b}\\\u{1b}[?64;1;2c"

    private let setting: CommandSetting
    private let environment = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]

    init() throws {
        setting = try CommandSetting()
        for file in ["matteo.png", "ines.jpg", "bjork.gif"] {
            try setting.directory.write(try TestData.bytes("avatars/\(file)"), to: file)
        }
        let records = zip(1..., ["matteo.png", "ines.jpg", nil, "missing.png"]).map { Samples.record($0, avatar: $1) }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
    }

    private func run(
        _ arguments: String, answering answer: String? = nil, environment: [String: String] = [:]
    ) async throws -> ProcessResult {
        var terminal = CommandLineRun.Terminal(isInput: true)
        terminal.answer = answer.map { Array($0.utf8) }
        return try await setting.start(
            "show -c c.json " + arguments, environment: self.environment.merging(environment) { $1 }, terminal: terminal
        ).result()
    }

    /// Runs `show` in a terminal that answers, until the answer is in time: on a machine that runs all the tests at once
    /// it may not be.
    private func runInTime(_ arguments: String, answering answer: String) async throws -> ProcessResult {
        var result = try await run(arguments, answering: answer)
        for _ in 0..<4 where pictures(result).isEmpty { result = try await run(arguments, answering: answer) }
        return result
    }

    private func pictures(_ result: ProcessResult) -> [TerminalScreen.Drawing] {
        TerminalScreen(result.standardOutput).drawings.filter {
            $0.content.hasPrefix("_Ga=T") || $0.content.hasPrefix("_Gq=2") || $0.content.hasPrefix("]1337;")
        }
    }

    @Test func drawsAPNGWhereKittyAnswers() async throws {
        let result = try await runInTime("1", answering: Self.kitty)
        let parts = pictures(result)
        let payload = parts.compactMap { $0.content.split(separator: ";").last }.joined()
        #expect(Data(base64Encoded: payload).map(Array.init) == (try TestData.bytes("avatars/matteo.png")))
        let screen = TerminalScreen(result.standardOutput)
        let top = try #require(screen.lines.firstIndex { $0.hasPrefix("╭") })
        #expect(parts.first.map { [$0.row, $0.column] } == [top + 1, 2])
        #expect(screen.lines.last?.hasPrefix("╰") == true)
        #expect(result.status == 0)
    }

    @Test(arguments: [("1", "matteo.png"), ("2", "ines.jpg")])
    func drawsAnyImageWhereITermAnswers(id: String, file: String) async throws {
        let parts = pictures(try await runInTime(id, answering: Self.iterm))
        #expect(parts.count == 1)
        let payload = parts.first?.content.split(separator: ":").last.map(String.init) ?? ""
        #expect(Data(base64Encoded: payload).map(Array.init) == (try TestData.bytes("avatars/\(file)")))
    }

    @Test(.enabled(if: Program.isInstalled("chafa"), "chafa is not installed"), arguments: [kitty, xterm])
    func drawsInCharactersWhereNothingElseWorks(answer: String) async throws {
        let result = try await run("2", answering: answer)
        #expect(pictures(result).isEmpty)
        let lines = TerminalScreen(result.standardOutput).lines
        #expect(lines.count { $0.contains(/[▀-▟]/) } >= 5)
        #expect(lines.allSatisfy { $0.count == lines.first?.count })
        #expect(result.output.contains("\u{1b}[38;5;"))
    }

    @Test func drawsInitialsWhereThereIsNoPicture() async throws {
        for id in ["3", "4"] {
            let result = try await run(id, answering: Self.kitty)
            #expect(pictures(result).isEmpty)
            let tint = Initials(of: try .sample(id: id)).tint
            #expect(result.output.contains("\u{1b}[1;\(31 + tint)m│     N\(id)     │\u{1b}[0m"))
        }
        #expect(try await run("1 --image none").output.contains("│     N1     │"))
    }

    @Test func goesOnWhereTheTerminalDoesNotAnswer() async throws {
        let result = try await run("3")
        #expect(result.status == 0)
        #expect(result.output.contains("Name 3"))
    }

    @Test(arguments: [
        ["TERM": "dumb"], ["TERM": ""], ["TMUX": "/tmp/x,1,0"], ["TERM": "screen-256color"],
        ["SUPPLIERGO_IMAGE": "none"],
        ["SUPPLIERGO_IMAGE": "symbols"], ["SUPPLIERGO_IMAGE": "iterm"],
    ])
    func asksNothingWhereNoAnswerWouldHelp(environment: [String: String]) async throws {
        let result = try await run("1", environment: environment)
        #expect(!result.output.contains("\u{1b}[c"))
        #expect(result.output.contains("Name 1"))
        #expect(pictures(result).count == (environment["SUPPLIERGO_IMAGE"] == "iterm" ? 1 : 0))
    }

    @Test func doesWhatTheOptionSaysInAPipeToo() async throws {
        let result = try await setting.run("show -c c.json 1 --image kitty", environment: ["SUPPLIERGO_IMAGE": "none"])
        #expect(pictures(result).count == 1)
        let plain = try await setting.run("show -c c.json 1", environment: ["CLICOLOR_FORCE": "1"])
        #expect(pictures(plain).isEmpty)
        #expect(!plain.output.contains("N1"))
    }

    @Test func refusesAVariableThatSaysNothing() async throws {
        let result = try await setting.run("show -c c.json 1", environment: ["SUPPLIERGO_IMAGE": "sixel"])
        #expect(result.status == 78)
        #expect(
            result.errorOutput.contains(
                "the environment variable SUPPLIERGO_IMAGE has the value 'sixel', which is not one of auto"))
        #expect(try await setting.run("show -c c.json 1 --image sixel").status == 64)
    }

    @Test func leavesTheTerminalAsItWasAndNothingInItsInput() async throws {
        // What the terminal still holds is read without waiting for a line's end.
        let script = """
            before=$(stty -g); "$0" show -c c.json 3; after=$(stty -g); [ "$before" = "$after" ] && echo same
            stty -icanon min 0 time 1; echo "left:$(dd bs=100 count=1 2>/dev/null):"
            """
        var terminal = CommandLineRun.Terminal(isInput: true)
        terminal.answer = Array(Self.kitty.utf8)
        var configuration = setting.configuration(environment: environment, terminal: terminal)
        configuration.executable = "/bin/sh"
        let output = try await CommandLineRun(
            ["-c", script, CommandLineRun.builtExecutable], configuration: configuration
        ).result().output
        #expect(output.contains("\u{1b}[c"))
        #expect(output.contains("same\n"))
        #expect(output.contains("left::\n"))
    }

    @Test func leavesWhatWasTypedAheadToWhoeverReadsNext() async throws {
        var configuration = setting.configuration(
            environment: environment, terminal: CommandLineRun.Terminal(isInput: true))
        configuration.executable = "/bin/sh"
        let script = #"echo ready; read -r first; "$0" show -c c.json 3; read -r line; echo "read:$line:""#
        let run = try CommandLineRun(["-c", script, CommandLineRun.builtExecutable], configuration: configuration)
        try await run.outputHolds("ready")
        try await run.write(Array("go\nls -l\n".utf8))
        let output = try await run.result().output
        #expect(output.contains("read:ls -l:\n"))
        #expect(!output.contains("\u{1b}[c"))
        #expect(output.contains("Name 3"))
    }
}
