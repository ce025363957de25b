import FoundationEssentials
import SupplierGoKit
import TestSupport
import Testing

@testable import suppliergo

/// `show` in a terminal that answers as real ones do.
@Suite struct ShowImageTests {
    private static let kitty = "\u{1b}_Gi=31;OK\u{1b}\\\u{1b}P>|kitty(0.35.2)\u{1b}\\\u{1b}[?62;c"
    private static let iterm = "\u{1b}P>|iTerm2 3.5.0\u{1b}\\\u{1b}[?64;4c"
    private static let xterm = "\u{1b}P>|XTerm(379)\u{1b}\\\u{1b}[?64;1;2c"
    private static let foot = "\u{1b}P>|foot(1.16.2)\u{1b}\\\u{1b}[?62;4;22c"
    private static let hasChafa = Program.isInstalled("chafa")
    private static let files = ["matteo.png", "ines.jpg", "bjork.gif", "akiko.webp", "plain.svg"]

    private let setting: CommandSetting
    private let environment = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]

    init() throws {
        setting = try CommandSetting()
        for file in Self.files.dropLast() {
            try setting.directory.write(try TestData.bytes("avatars/\(file)"), to: file)
        }
        try setting.directory.write(try TestData.bytes("images/plain-48x32.svg"), to: "plain.svg")
        let records = zip(1..., Self.files + [nil, "missing.png"]).map { Samples.record($0, avatar: $1) }
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

    /// Runs `show` in a terminal that answers, until the answer is in time: on a machine that runs all the tests at
    /// once it may not be.
    private func runInTime(
        _ arguments: String, answering answer: String, environment: [String: String] = [:]
    ) async throws -> ProcessResult {
        var result = try await run(arguments, answering: answer, environment: environment)
        for _ in 0..<4 where images(result).isEmpty {
            result = try await run(arguments, answering: answer, environment: environment)
        }
        return result
    }

    private func images(_ result: ProcessResult) -> [TerminalScreen.Drawing] {
        TerminalScreen(result.standardOutput).drawings.filter {
            ["_Ga=T", "_Gq=2", "]1337;", "P0;"].contains(where: $0.content.hasPrefix)
        }
    }

    @Test func sendsAPNGItselfWhereKittyAnswersWithoutChafa() async throws {
        let result = try await runInTime("1", answering: Self.kitty, environment: ["PATH": "/nonexistent"])
        let parts = images(result)
        let payload = parts.compactMap { $0.content.split(separator: ";").last }.joined()
        #expect(Data(base64Encoded: payload).map(Array.init) == (try TestData.bytes("avatars/matteo.png")))
        expectInTile(parts, of: result)
    }

    @Test(.enabled(if: hasChafa, "chafa is not installed"), arguments: 1...files.count)
    func drawsEveryKindOfImageWhereKittyAnswers(id: Int) async throws {
        let result = try await runInTime("\(id)", answering: Self.kitty)
        let parts = images(result)
        let keys = try #require(parts.first?.content.split(separator: ";").first).split(separator: ",")
        func number(_ key: String) -> Int? {
            keys.first { $0.hasPrefix(key) }.flatMap { Int($0.dropFirst(key.count)) }
        }
        #expect(keys.contains("q=2") && keys.contains("C=1"))
        expectInTile(parts, of: result)
        // A PNG is sent as it is.
        guard Self.files[id - 1] != "matteo.png" else { return #expect(number("f=") == 100) }
        #expect(number("f=") == 32)
        let (width, height) = (try #require(number("s=")), try #require(number("v=")))
        let pixels = Data(base64Encoded: parts.map { $0.content.split(separator: ";").last ?? "" }.joined())
        #expect(pixels?.count == width * height * 4)
        #expect(width > 64 && width <= 140 && height > 64 && height <= 140)
        #expect(Set(pixels ?? Data()).count > 2)
    }

    @Test(.enabled(if: hasChafa, "chafa is not installed"), arguments: 1...files.count)
    func drawsEveryKindOfImageAsSixels(id: Int) async throws {
        let result = try await runInTime("\(id)", answering: Self.foot)
        let parts = images(result)
        let drawing = try #require(parts.first.flatMap { SixelDrawing($0.content) })
        #expect(parts.count == 1)
        #expect(drawing.width > 64 && drawing.width <= 140 && drawing.height > 64 && drawing.height <= 140)
        let (width, height) = (drawing.rows.map(\.count).max() ?? 0, drawing.rows.count)
        #expect(width <= drawing.width && height <= (drawing.height + 5) / 6 * 6)
        // The drawing has an edge that is transparent.
        #expect(id == Self.files.count || width == drawing.width && height > drawing.height - 6)
        #expect(drawing.colorCount > 1)
        expectInTile(parts, of: result)
        // On request also if the terminal says nothing about it.
        #expect(images(try await run("\(id) --image sixel")).count == 1)
    }

    /// Expects a drawing in the card's corner, and the cursor below the card.
    private func expectInTile(_ parts: [TerminalScreen.Drawing], of result: ProcessResult) {
        let screen = TerminalScreen(result.standardOutput)
        #expect(parts.first?.column == 2)
        #expect(parts.first?.row == screen.lines.firstIndex { $0.hasPrefix("╭") }.map { $0 + 1 })
        #expect(screen.lines.last?.hasPrefix("╰") == true)
        #expect(result.status == 0)
    }

    @Test(arguments: [("1", "matteo.png"), ("2", "ines.jpg")])
    func drawsAnyImageWhereITermAnswers(id: String, file: String) async throws {
        let parts = images(try await runInTime(id, answering: Self.iterm))
        #expect(parts.count == 1)
        let payload = parts.first?.content.split(separator: ":").last.map(String.init) ?? ""
        #expect(Data(base64Encoded: payload).map(Array.init) == (try TestData.bytes("avatars/\(file)")))
    }

    @Test(.enabled(if: hasChafa, "chafa is not installed"))
    func drawsInCharactersWhereNothingElseWorks() async throws {
        let result = try await run("2", answering: Self.xterm)
        #expect(images(result).isEmpty)
        let lines = TerminalScreen(result.standardOutput).lines
        #expect(lines.count { $0.contains(/[▀-▟]/) } >= 5)
        #expect(lines.allSatisfy { $0.count == lines.first?.count })
        #expect(result.output.contains("\u{1b}[38;5;"))
    }

    @Test func drawsInitialsWhereThereIsNoImage() async throws {
        for id in ["6", "7"] {
            let result = try await run(id, answering: Self.kitty)
            #expect(images(result).isEmpty)
            let style = TextStyle(usesColor: true, usesUnicode: true)
            let line = "\(style.bold("│     N\(id)     │"))"
            #expect(result.output.contains(line))
        }
        #expect(try await run("1 --image none").output.contains("│     N1     │"))
    }

    @Test func goesOnWhereTheTerminalDoesNotAnswer() async throws {
        let result = try await run("6")
        #expect(result.status == 0)
        #expect(result.output.contains("Name 6"))
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
        #expect(images(result).count == (environment["SUPPLIERGO_IMAGE"] == "iterm" ? 1 : 0))
    }

    @Test(arguments: [
        ("kitty", ["TMUX": "/tmp/x,1,0", "TERM": "screen"], "tmux"), ("iterm", ["TERM": "tmux-256color"], "tmux"),
        ("kitty", ["STY": "1.pts"], "screen"), ("kitty", ["ZELLIJ": "0"], "zellij"), ("symbols", ["TMUX": "x"], nil),
        ("kitty", [:], nil),
    ])
    func saysThatAMultiplexerPassesNoImageOn(image: String, environment: [String: String], name: String?) async throws {
        let result = try await run("1 --image " + image, environment: environment)
        let warning = " \(name ?? "") does not pass images of '--image \(image)' on to the terminal"
        #expect(result.output.contains(warning) == (name != nil), "\(result.output)")
        #expect(result.status == 0)
    }

    @Test func doesWhatTheOptionSaysInAPipeToo() async throws {
        let result = try await setting.run("show -c c.json 1 --image kitty", environment: ["SUPPLIERGO_IMAGE": "none"])
        #expect(!images(result).isEmpty)
        let plain = try await setting.run("show -c c.json 1", environment: ["CLICOLOR_FORCE": "1"])
        #expect(images(plain).isEmpty)
        #expect(!plain.output.contains("N1"))
    }

    @Test func refusesAVariableThatSaysNothing() async throws {
        let result = try await setting.run("show -c c.json 1", environment: ["SUPPLIERGO_IMAGE": "picture"])
        #expect(result.status == 78)
        #expect(
            result.errorOutput.contains(
                "the environment variable SUPPLIERGO_IMAGE has the value 'picture', which is not one of auto"))
        #expect(try await setting.run("show -c c.json 1 --image picture").status == 64)
    }

    @Test func leavesTheTerminalAsItWasAndNothingInItsInput() async throws {
        // What the terminal still holds is read without waiting for a line's end.
        let script = """
            before=$(stty -g); "$0" show -c c.json 6; after=$(stty -g); [ "$before" = "$after" ] && echo same
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
        let script = #"echo ready; read -r first; "$0" show -c c.json 6; read -r line; echo "read:$line:""#
        let run = try CommandLineRun(["-c", script, CommandLineRun.builtExecutable], configuration: configuration)
        try await run.outputHolds("ready")
        try await run.write(Array("go\nls -l\n".utf8))
        let output = try await run.result().output
        #expect(output.contains("read:ls -l:\n"))
        #expect(!output.contains("\u{1b}[c"))
        #expect(output.contains("Name 6"))
    }
}
