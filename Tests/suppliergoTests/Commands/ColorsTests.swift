import TestSupport
import Testing

/// What is coloured on a terminal, of whose background nothing is known.
@Suite struct ColorsTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        let records = [Samples.record(1), Samples.record(2, avatar: "missing.png"), Samples.record(3)]
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        try setting.directory.write(Array("[{}]".utf8), to: "bad.json")
    }

    @Test(arguments: [
        "list -c c.json", "list -c c.json name --group company", "show 1 -c c.json", "show name -c c.json",
        "show 2 -c c.json", "fetch -c c.json", "list -c bad.json", "list -c missing.json", "help", "config",
        "cache info", "nonsense",
    ])
    func leavesWhatThereIsToReadInTheDefaultColor(line: String) async throws {
        let result = try await setting.start(
            line, environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", "PAGER": ""],
            terminal: CommandLineRun.Terminal(columns: 100)
        ).result()
        for part in (result.output + result.errorOutput).matches(of: /\u{1b}\[([0-9;]*)m([^\u{1b}]*)/) {
            let codes = part.output.1.split(separator: ";").compactMap { Int($0) }
            // A grey that has the same contrast on black and on white.
            guard codes != [38, 5, 243] else { continue }
            // Bold, underlined, and six colours between black and white; no background, none of the 256 others.
            #expect(codes.allSatisfy { [0, 1, 4, 94].contains($0) || (31...36).contains($0) }, "\(codes)")
            guard codes.contains(where: { $0 > 30 }) else { continue }
            let isLabel = ["error:", "warning:"].contains(String(part.output.2)) || part.output.2.hasSuffix(" failed")
            #expect(isLabel || part.output.2.count(where: \.isLetter) <= 2, "\(part.output.2)")
        }
    }

    @Test(arguments: [
        ("--color never lsit", false), ("lsit --color=never", false), ("list --color never --limt 3", false),
        ("lsit", true), ("--color=always --color never lsit", false), ("--color never --color always lsit", true),
        ("lsit -- --color never", true), ("--color sometimes lsit", true),
    ])
    func colorsMessagesAboutAWrongCommandLineAsItAsks(line: String, isColored: Bool) async throws {
        let result = try await setting.start(
            line, environment: ["TERM": "xterm"], terminal: CommandLineRun.Terminal()
        ).result()
        #expect(result.status == 64)
        #expect((result.output + result.errorOutput).contains("\u{1b}[") == isColored)
    }

    @Test func colorsSomethingOnATerminalAndNothingOnADumbOne() async throws {
        for (terminal, isColored) in [("xterm", true), ("dumb", false)] {
            let result = try await setting.start(
                "show 1 -c c.json", environment: ["TERM": terminal], terminal: CommandLineRun.Terminal()
            ).result()
            #expect(result.output.contains("\u{1b}[") == isColored)
        }
    }
}
