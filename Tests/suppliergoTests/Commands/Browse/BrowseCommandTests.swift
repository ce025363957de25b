import FoundationEssentials
import TestSupport
import Testing

/// The arguments and the exit statuses of `browse`.
@Suite struct BrowseCommandTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        let records = [Samples.record(1, avatar: "a.png")] + (2...30).map { Samples.record($0) }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        try setting.directory.write(Samples.picture, to: "a.png")
    }

    @Test(arguments: [
        ("-c c.json", 64, "'browse' needs a terminal"), ("-c c.json --watch 4", 64, "'4' of '--watch'"),
        ("-c - --watch 5", 64, "cannot read standard input again"), ("-c c.json --print nothing", 64, "'nothing'"),
        ("-c c.json --print", 64, "'--print' needs a value <what>"),
    ])
    func endsBeforeAnythingIsDrawn(line: String, status: Int32, sentence: String) async throws {
        let result = try await setting.run("browse " + line, environment: ["TERM": "xterm"])
        #expect(result.status == status)
        #expect(result.output.isEmpty)
        #expect(result.errorOutput.contains(sentence))
    }

    @Test(arguments: [
        ("-c missing.json", 66, "the catalog's file '"), ("-c .", 66, "(is a directory): name a file in it"),
    ])
    func saysThatTheFileCannotBeReadBeforeAnythingIsDrawn(line: String, status: Int32, sentence: String) async throws {
        let run = try setting.browse(line)
        let result = try await run.result()
        #expect(result.status == status)
        #expect(result.output.contains(sentence))
        #expect(!result.output.contains("\u{1b}[?1049h"))
    }

    @Test func needsATerminalThatMovesItsCursor() async throws {
        let result = try await setting.browse("-c c.json", environment: ["TERM": "dumb"]).result()
        #expect(result.status == 64)
        #expect(!result.standardOutput.contains(0x1b))
    }

    @Test func isOpenedWithoutAWordIfThereIsACatalog() async throws {
        var configuration = setting.configuration(environment: ["TERM": "screen", "LANG": "C.UTF-8"])
        let help = try TerminalRun([], configuration: configuration)
        try await help.shows("a command is missing")
        #expect(try await help.result().status == 64)
        configuration = setting.configuration(
            environment: [
                "TERM": "screen", "LANG": "C.UTF-8", "SUPPLIERGO_CATALOG": setting.directory.path(of: "c.json"),
            ])
        let run = try TerminalRun([], configuration: configuration)
        try await run.shows("30 suppliers")
        try await run.type("q")
        #expect(try await run.result().status == 0)
    }

    @Test func takesItsFirstOrderAndGroupsFromOptions() async throws {
        let run = try setting.browse("-c c.json --sort id --reverse --group company")
        let screen = try await run.shows("▾ Company")
        #expect(screen.lines[0].hasSuffix("by company, then by id, reversed"))
        try await run.type("q")
        #expect(try await run.result().status == 0)
    }

    @Test func listsTheColumnsOfTheSettingsAndNamesThoseThatNoRecordHas() async throws {
        let records = [#"{"vat":"DE1","# + Samples.record(1).dropFirst()]
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "d.json")
        let settings = "[work]\ncatalog = \(setting.directory.path(of: "d.json"))\ncolumns = vat,vta,email\n"
        try setting.directory.write(Array(settings.utf8), to: ".config/suppliergo/config")
        let run = try setting.browse("-c work")
        let screen = try await run.shows("no record has 'vta': did you mean 'vat'?")
        #expect(screen.lines[1].split(separator: " ") == ["vat", "E-mail"] && screen.lines[2].hasPrefix("›  DE1  "))
        try await run.type("q")
        #expect(try await run.result().status == 0)
    }

    @Test func saysThatAMultiplexerPassesNoImageOn() async throws {
        let run = try setting.browse("-c c.json --image kitty", environment: ["TMUX": "/tmp/x,1,0"])
        try await run.shows("30 suppliers")
        try await run.type("q")
        let result = try await run.result()
        #expect(result.output.contains("tmux does not pass images of '--image kitty' on to the terminal"))
    }

    @Test func listsTheSuppliers() async throws {
        let run = try setting.browse("-c c.json")
        let screen = try await run.shows("30 suppliers")
        #expect(screen.lines[0].hasSuffix("/c.json"))
        #expect(screen.lines[2].contains("Name 1") && screen.lines[2].contains("Company 1"))
        try await run.type("q")
        #expect(try await run.result().status == 0)
    }

    @Test func saysInTheEndThatTheCacheKeepsNothing() async throws {
        try setting.directory.write([], to: "file")
        let run = try setting.browse(
            "-c c.json", environment: ["SUPPLIERGO_CACHE_DIR": setting.directory.path(of: "file")])
        try await run.shows("30 suppliers")
        try await run.shows { screen in
            screen.lines.last.map { !$0.contains("loading") && !$0.contains("on the way") } == true
        }
        try await run.type("q")
        let screen = try await run.shows("nothing is kept; the cache needs a directory")
        #expect(screen.modes[1049] == false)
        #expect(try await run.result().status == 0)
    }

    @Test(arguments: [
        #"{"total":9,"data":[RECORDS]}"#, #"[RECORDS,{"id":"x"}]"#,
    ])
    func endsWith3WhereTheCatalogWasReadInPart(catalog: String) async throws {
        let records = [Samples.record(1), Samples.record(2)].joined(separator: ",")
        try setting.directory.write(Array(catalog.replacing("RECORDS", with: records).utf8), to: "p.json")
        for (options, key) in [("", "q"), ("--print id", "\r")] {
            let run = try setting.browse("-c p.json \(options)")
            try await run.shows { screen in
                screen.lines.last.map { $0.contains("2 suppliers") && !$0.contains("loading") } == true
            }
            try await run.type(key)
            #expect(try await run.result().status == 3)
        }
    }

    @Test func readsStandardInput() async throws {
        var configuration = setting.configuration(environment: ["TERM": "screen", "LANG": "C.UTF-8"])
        configuration.executable = "/bin/sh"
        let run = try TerminalRun(
            ["-c", #""$0" browse -c - < c.json"#, CommandLineRun.builtExecutable], configuration: configuration)
        // While it is being read, 'r' says so.
        try await run.shows { screen in
            screen.lines.last.map { $0.contains("30 suppliers") && !$0.contains("loading") } == true
        }
        try await run.type("r")
        try await run.shows("standard input is read only once")
        try await run.type("q")
        #expect(try await run.result().status == 0)
    }

    @Test func searchesForWhatItIsStartedWith() async throws {
        let run = try setting.browse("-c c.json company:7")
        try await run.shows { $0.lines.last?.contains("3 of 30 suppliers") == true }
        try await run.type("\u{1b}")
        try await run.shows {
            $0.lines.last?.hasSuffix("?: keys") == true && !$0.lines[0].contains("company:7")
                && $0.lines.last?.contains("/30 suppliers") == true
        }
        try await run.type("/name 12")
        let screen = try await run.shows { $0.lines.last?.contains("1 of 30 suppliers") == true }
        #expect(screen.lines[2].contains("Name 12"))
        try await run.type("\rq")
        #expect(try await run.result().status == 0)
    }

    /// Runs a picker whose standard output is a file, and returns that file and the status.
    private func pick(_ options: String, _ keys: String) async throws -> (String, String) {
        var configuration = setting.configuration(environment: ["TERM": "screen", "LANG": "C.UTF-8"])
        configuration.executable = "/bin/sh"
        // The shell gets Ctrl-C as well.
        let script = #"trap : INT; "$0" browse -c c.json \#(options) > out; s=$?; echo; echo "ended with $s""#
        let run = try TerminalRun(["-c", script, CommandLineRun.builtExecutable], configuration: configuration)
        try await run.shows("30 suppliers")
        try await run.type(keys)
        let screen = try await run.shows("ended with")
        _ = try await run.result()
        return (String(decoding: try setting.directory.read("out"), as: UTF8.self), screen.lines.joined())
    }

    @Test(arguments: [
        ("id", "j\r", "2\n"), ("id", " j j\u{1b}[A\r", "1\n3\n"),
    ])
    func printsWhatIsChosen(what: String, keys: String, output: String) async throws {
        let (text, screen) = try await pick("--print \(what)", keys)
        #expect(text == output)
        #expect(screen.hasSuffix("ended with 0"))
    }

    @Test(arguments: [
        (##"a\\b\tc"##, "a\\b\tc"), (##"-1\\"##, "-1\\"), (##"a\nb\r"##, #"a\nb\r"#), ("é", "é"),
    ])
    func printsAnIDAsItIsOnALine(encoded: String, output: String) async throws {
        let record = Samples.record(1).replacing(#""id":"1""#, with: "\"id\":\"\(encoded)\"")
        try setting.directory.write(
            Array(Samples.catalog([record] + (2...30).map { Samples.record($0) }).utf8), to: "c.json")
        let (text, _) = try await pick("--print id", "\r")
        #expect(text == output + "\n")
    }

    @Test func printsAChosenSuppliersFields() async throws {
        let (text, _) = try await pick("--print json", "j\r")
        let expected = try await setting.run("list -c c.json --format json id:2")
        #expect(text == expected.output)
    }

    @Test(arguments: ["q", "\u{3}"])
    func endsWith130WhereNothingIsChosen(keys: String) async throws {
        let (text, screen) = try await pick("--print id", keys)
        #expect(text.isEmpty)
        #expect(screen.contains("ended with 130"))
    }
}
