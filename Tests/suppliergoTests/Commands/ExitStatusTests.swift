import FoundationEssentials
import TestSupport
import Testing

@Suite struct ExitStatusTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    @Test(arguments: ["list", "show 1", "fetch"])
    func tellsWhatTheServerAnswered(command: String) async throws {
        for (code, status) in [(401, 77), (403, 77), (404, 69), (500, 69)] {
            let server = try LoopbackServer { _ in .status(code) }
            let result = try await setting.run("\(command) -c \(server.url("/c"))")
            #expect(result.status == Int32(status))
            #expect(result.output.isEmpty)
            #expect(result.errorOutput.hasPrefix("suppliergo: error: \(server.url("/c")) "))
            #expect(result.errorOutput.split(separator: "\n").count == 1)
            server.stop()
        }
    }

    @Test(arguments: [
        ("", 65), ("<html>", 65), ("{}", 65), ("[{", 65), ("null", 65), (#"[{"id":1}]"#, 65), ("[]", 0),
    ])
    func tellsWhatTheCatalogHolds(body: String, status: Int32) async throws {
        try setting.directory.write(Array(body.utf8), to: "c.json")
        #expect(try await setting.run("list -c c.json").status == status)
        #expect(try await setting.run("fetch -c c.json").status == status)
    }

    @Test(arguments: [
        "list zebra", "show zebra", "show 2", "show name", "fetch zebra", "check zebra", "open zebra",
        "open --phone --print 3", "cache why zebra", "cache why 1", "revert zebra", "revert 1",
        "edits zebra", "edits 1", "edits --keep zebra", "edits --keep 1", "remove zebra", "edit zebra --company X",
        "add --id 1 --fullname Ana --company X",
    ])
    func isPartlyDoneRatherThanWithoutAMatch(command: String) async throws {
        let silent = Samples.record(3).replacing("+1 3", with: "")
        let good = [Samples.record(1), silent]
        try setting.directory.write(Array(Samples.catalog(good).utf8), to: "c.json")
        #expect(try await setting.run("edit -c c.json 3 --company X").status == 0)
        try setting.directory.write(Array(Samples.catalog(good + ["{}"]).utf8), to: "c.json")
        #expect(try await setting.run("\(command) -c c.json").status == 3)
        let incomplete = "{\"total\":40,\"data\":" + Samples.catalog(good) + "}"
        try setting.directory.write(Array(incomplete.utf8), to: "c.json")
        #expect(try await setting.run("\(command) -c c.json").status == 3)
        try setting.directory.write(Array(Samples.catalog(good).utf8), to: "c.json")
        #expect(try await setting.run("\(command) -c c.json").status == 1)
    }

    /// What the second page of a catalog is, and what a run ends with then.
    @Test(arguments: [
        (Answer.status(401), 77, "refuses access with status 401"), (.status(503), 69, "returned status 503"),
        (.ok("<html>"), 65, "page 2"), (.ok("["), 65, "page 2"),
        (.ok("[]", fields: ["Link": "</2>; rel=next"]), 65, "was read before"),
        (.ok("[]", fields: ["Link": "</1>; rel=next"]), 65, "was read before"),
    ])
    func tellsWhatALaterPageIs(answer: Answer, status: Int32, sentence: String) async throws {
        let first = Answer.ok(Samples.catalog([Samples.record(1)]), fields: ["Link": "</2>; rel=next"])
        let server = try LoopbackServer { $0.target == "/1" ? first : answer }
        defer { server.stop() }
        let result = try await setting.run("list -c \(server.url("/1")) --format tsv --retries 0")
        #expect(result.status == status)
        #expect(result.output == Samples.line(1))
        #expect(result.errorOutput.contains(sentence), "\(result.errorOutput)")
    }

    @Test(arguments: ["", " --sort name"])
    func leavesAnArrayOpenThatIsNotWhole(option: String) async throws {
        let (good, other) = (Samples.record(1), Samples.record(2))
        try setting.directory.write(Array("[\(good),\(other),{".utf8), to: "c.json")
        let broken = try await setting.run("list -c c.json --format json" + option)
        #expect(broken.status == 65)
        #expect(broken.output.hasPrefix("[") && !broken.output.contains("]"))
        #expect(broken.output.contains("\"Name 2\""))
        try setting.directory.write(Array("[\(good),{},\(other)]".utf8), to: "c.json")
        let strict = try await setting.run("list -c c.json --format json --strict" + option)
        #expect(strict.status == 65)
        #expect(!strict.output.contains("]"))
        let lenient = try await setting.run("list -c c.json --format json" + option)
        #expect(lenient.status == 3)
        #expect(lenient.output.hasSuffix("]\n"))
    }

    @Test func readsAFileWhoseNameHoldsControlCharacters() async throws {
        try setting.directory.write(Array(Samples.catalog([Samples.record(1)]).utf8), to: "a\tb\u{1b}[31m\n.json")
        let result = try await setting.shell("\"$0\" list --format tsv -c \"$(printf 'a\\tb\\033[31m\\n.json')\"")
        #expect(result.output == Samples.line(1))
        #expect(result.status == 0)
        let missing = try await setting.shell("\"$0\" list -c \"$(printf 'c\\033[31m')\"")
        #expect(missing.status == 66)
        #expect(missing.errorOutput.contains("c\\u{1b}[31m' cannot be read (no such file"))
    }

    @Test func failsAsAWholeUnderStrict() async throws {
        try setting.directory.write(
            Array(Samples.catalog([Samples.record(1), "{}", Samples.record(2)]).utf8), to: "c.json")
        let result = try await setting.run("list -c c.json --strict --format tsv")
        #expect(result.status == 65)
        #expect(result.errorOutput.hasPrefix("suppliergo: error: record 2 at byte "))
    }

    @Test func tellsAFileThatCannotBeRead() async throws {
        for path in ["no-such-file", "."] {
            let result = try await setting.run("list -c \(path)")
            #expect(result.status == 66)
            #expect(result.errorOutput.contains("cannot be read ("))
        }
    }

    @Test(arguments: [
        ("", ["SUPPLIERGO_TOKEN": "x"], "$SUPPLIERGO_TOKEN"), ("-H Authorization:x", [:], "'--header'"),
    ])
    func namesTheTokenThatAServerRefused(options: String, environment: [String: String], source: String) async throws {
        let server = try LoopbackServer { _ in .status(401) }
        defer { server.stop() }
        let url = server.url("/c")
        let result = try await setting.run("list -c \(url) \(options)", environment: environment)
        #expect(result.status == 77)
        #expect(result.errorOutput == "suppliergo: error: \(url) refused the token of \(source) (HTTP 401)\n")
    }

    @Test(arguments: [
        ("header = Authorization: Bearer x\n", "'header' in CONFIG:3"),
        ("header = Accept: application/json\nheader = X-Api-Key: x\n", "'header' in CONFIG:4"),
        ("header = @fields\n", "'header' in CONFIG:3"), ("token-command = echo x\n", "'token-command'"),
    ])
    func namesTheTokenOfASectionThatAServerRefused(lines: String, source: String) async throws {
        let server = try LoopbackServer { _ in .status(403) }
        defer { server.stop() }
        let url = server.url("/c")
        let config = try setting.directory.write(
            Array("[work]\ncatalog = \(url)\n\(lines)".utf8), to: ".config/suppliergo/config")
        try setting.directory.write(Array("Accept: text/plain\nCookie: id=x\n".utf8), to: ".config/suppliergo/fields")
        let result = try await setting.run("list -c work")
        let named = source.replacing("CONFIG", with: config)
        #expect(result.status == 77)
        #expect(result.errorOutput == "suppliergo: error: \(url) refused the token of \(named) (HTTP 403)\n")
        let given = try await setting.run("list -c work -H Authorization:y")
        #expect(given.errorOutput.contains("the token of '--header'"))
    }

    @Test func tellsAServerThatIsNotThere() async throws {
        let port = try ClosedPort()
        let result = try await setting.run("list -c \(port.url("/c"))")
        #expect(result.status == 69)
        #expect(result.errorOutput.contains("cannot connect to 127.0.0.1:"))
        let silent = try SilentListener()
        let timeout = try await setting.run("list -c \(silent.url("/c")) --timeout 0.2 --retries 1")
        #expect(timeout.status == 69)
        #expect(
            timeout.errorOutput.hasSuffix(
                "did not answer within 0.2 seconds (2 tries): try again later, or give it more time with '--timeout'\n")
        )
        let nowhere = try await setting.run("list -c http://no-such-host.invalid/c")
        #expect(nowhere.status == 69)
        #expect(nowhere.errorOutput.contains("does not resolve"))
    }

    @Test func tellsADiskThatIsFull() async throws {
        try setting.directory.write(Array(Samples.catalog([Samples.record(1)]).utf8), to: "c.json")
        for command in ["list -c c.json", "show -c c.json 1", "--version", "help", "cache path"] {
            let result = try await setting.shell("\"$0\" \(command) > /dev/full")
            #expect(result.status == 74)
            #expect(
                result.errorOutput.hasPrefix(
                    "suppliergo: error: standard output cannot be written: No space left on device"))
        }
    }

    @Test func tellsAnOutputThatIsClosedAndGivesItsNumberToNoOtherFile() async throws {
        try setting.directory.write(Array(Samples.catalog([Samples.record(1)]).utf8), to: "c.json")
        for command in ["list -c c.json", "show -c c.json 1", "--version"] {
            let result = try await setting.shell("\"$0\" \(command) >&-")
            #expect(result.status == 74)
            #expect(
                result.errorOutput.hasPrefix(
                    "suppliergo: error: standard output cannot be written: Bad file descriptor"))
        }
        let silent = try await setting.shell("\"$0\" list -c c.json --avatars off 2>&-")
        #expect(silent.status == 0)
        #expect(silent.output.hasPrefix("Name 1"))
        let mute = try await setting.shell("\"$0\" list -c - <&-")
        #expect(mute.status == 66)
    }

    @Test func tellsACacheThatCannotBeWritten() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 3))
        defer { server.stop() }
        try setting.directory.write([], to: "file")
        let result = try await setting.run("fetch -c \(server.url("/catalog.json")) --cache-dir file")
        #expect(result.status == 74)
        #expect(result.errorOutput.split(separator: "\n").filter { $0.contains("error:") }.count == 1)
    }

    @Test(arguments: [("list", 64), ("--no-such-option", 64), ("", 64), ("cache", 64), ("cache empty", 64)])
    func tellsAWrongCommandLine(line: String, status: Int32) async throws {
        let result = try await setting.run(line)
        #expect(result.status == status)
        #expect(result.output.isEmpty)
        #expect(result.errorOutput.contains("suppliergo: error: "))
    }

    @Test func tellsAnUnusableVariable() async throws {
        let result = try await setting.run("list", environment: ["SUPPLIERGO_CATALOG": "gopher://x/"])
        #expect(result.status == 78)
        #expect(result.errorOutput.contains("SUPPLIERGO_CATALOG"))
    }

    /// The version of the change log's newest section; the next one, marked, as long as that has no number.
    private func newestVersion() throws -> String {
        let path = URL(filePath: TestData.directory).deletingLastPathComponent().appending(path: ".github/CHANGELOG.md")
        let headings = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
        guard headings[0] == "Unreleased" else { return String(headings[0].prefix { $0 != " " }) }
        let numbers = headings[1].prefix { $0 != " " }.split(separator: ".").compactMap { Int($0) }
        return "\(numbers[0]).\(numbers[1] + 1).0-dev"
    }

    @Test func printsVersionAndHelpOnStandardOutput() async throws {
        let version = try await setting.run("--version")
        #expect(version.output == "suppliergo \(try newestVersion())\n")
        #expect(version.status == 0)
        let help = try await setting.run("list --help")
        #expect(help.output.hasPrefix("OVERVIEW: "))
        #expect(help.output == (try await setting.run("help list")).output)
        #expect(help.errorOutput.isEmpty && help.status == 0)
    }
}
