import TestSupport
import Testing

/// `list` on a terminal.
@Suite struct ListTerminalTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        let records = (1...3).map { Samples.record($0) }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
    }

    private func lines(
        _ line: String, columns: UInt16 = 80, environment: [String: String] = [:]
    ) async throws -> [String] {
        let result = try await setting.start(
            line, environment: ["TERM": "xterm", "LANG": "C.UTF-8", "PAGER": ""].merging(environment) { $1 },
            terminal: CommandLineRun.Terminal(columns: columns)
        ).result()
        return TerminalScreen(result.standardOutput, columns: Int(columns)).lines
    }

    @Test(arguments: [40, 80, 200])
    func hasAHeadingInitialsAndAFooter(columns: UInt16) async throws {
        let lines = try await lines("list -c c.json --avatars off", columns: columns)
        let path = setting.directory.path(of: "c.json")
        #expect(lines.first == (path.count <= columns ? path : String(path.prefix(Int(columns) - 1)) + "…"))
        #expect(lines.dropFirst().first?.hasPrefix("    Name  ") == true)
        #expect(lines.dropFirst(2).prefix(3).map { String($0.prefix(10)) } == (1...3).map { "N\($0)  Name \($0)" })
        #expect(lines.last == "3 suppliers")
        #expect(lines.count == 6)
    }

    @Test(arguments: [
        ("2", "1 of 3 suppliers"), ("--limit 2", "the first 2 suppliers"),
        ("--limit 2 --sort name", "2 of 3 suppliers"),
    ])
    func countsWhatIsShown(arguments: String, footer: String) async throws {
        #expect(try await lines("list -c c.json --avatars off " + arguments).last == footer)
    }

    @Test func saysOfWhenASnapshotIsAndWhy() async throws {
        let server = try Samples.server(Samples.catalog([Samples.record(1)]))
        let list = "list --avatars off -c \(server.url("/catalog.json"))"
        #expect(try await lines(list).last == "1 supplier")
        let footer = try #require(try await lines(list + " --offline").last)
        #expect(footer.contains(/^1 supplier · as of \d+ \w+ \d+, \d\d:\d\d, \d+ \w+ ago: offline$/))
        server.stop()
        // Why is told by the warning.
        let failed = try #require(try await lines(list).last)
        #expect(failed.contains(/^1 supplier · as of \d+ \w+ \d+, \d\d:\d\d, \d+ \w+ ago$/))
    }

    @Test(arguments: ["--format tsv", "-q"])
    func hasNoneWhereNobodyReadsThem(option: String) async throws {
        let lines = try await lines("list -c c.json --avatars off " + option)
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.contains("Name ") })
    }

    @Test func fitsTheWidthThatIsAskedForInAPipe() async throws {
        let list = "list -c \(TestData.path("catalog.json"))"
        let asked = try await setting.run(list + " --width 60")
        #expect(asked.output.split(separator: "\n").count == 24)
        #expect(asked.output.hasPrefix("MH  Matteo Hamill "))
        #expect(try await setting.run(list, environment: ["COLUMNS": "60"]).output == asked.output)
    }

    @Test func hasNoneInAPipe() async throws {
        let result = try await setting.run("list -c c.json --avatars off")
        #expect(result.output.split(separator: "\n").allSatisfy { $0.hasPrefix("Name ") })
    }

    @Test func isASCIIWhereTheLocaleIs() async throws {
        let environment = ["LANG": "C"]
        let lines = try await lines("list -c c.json --avatars off", environment: environment)
        #expect(lines.last == "3 suppliers")
        #expect(lines.joined().utf8.allSatisfy { $0 < 0x7f })
    }

    @Test func obeysNothingOfAHostileCatalog() async throws {
        let hostile = #"\u001b]8;;http://evil\u001b\\x\u202e\r\n\u009b2J"#
        let record =
            #"{"id":"1","createdAt":"2021-01-01T00:00:00Z","fullname":"\#(hostile)","phone":"\#(hostile)","#
            + #""company":"\#(hostile)","email":"a@\#(hostile)","avatar":"\#(hostile)"}"#
        try setting.directory.write(Array("[\(record)]".utf8), to: "h.json")
        for command in ["list -c h.json", "show 1 -c h.json"] {
            let result = try await setting.start(
                command, environment: ["TERM": "screen", "NO_COLOR": "1", "PAGER": "", "FORCE_HYPERLINK": "1"],
                terminal: CommandLineRun.Terminal(columns: 120)
            ).result()
            let screen = TerminalScreen(result.standardOutput, columns: 120)
            #expect(screen.drawings.allSatisfy { $0.content == "]8;;" || !$0.content.contains("http") })
            #expect(!result.output.unicodeScalars.contains { ["\u{202e}", "\u{9b}", "\u{7}"].contains($0) })
            #expect(screen.lines.joined().contains(#"\u{1b}]8;;http://evil\u{1b}"#))
        }
    }
}
