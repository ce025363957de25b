import TestSupport
import Testing

@Suite struct ShowCommandTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private func write(_ records: [String]) throws {
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
    }

    @Test func drawsTheCardWithWhatIsKnownOfTheAvatar() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 2))
        defer { server.stop() }
        let result = try await setting.run("show -v --width 400 -c \(server.url("/catalog.json")) 2")
        let file = setting.directory.path(of: try #require(try setting.avatarFiles().first))
        #expect(result.status == 0)
        for text in ["Name 2", "Company 2", "2@example.com", "+1 2", "3 January 2021", file] {
            #expect(result.output.contains(text))
        }
        #expect(result.output.contains("PNG, 1 × 1 pixels, \(Samples.picture.count) bytes"))
        #expect(server.requests.map(\.target) == ["/catalog.json", "/2.png"])
    }

    @Test func saysNothingOfAnAvatarThatIsThere() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 1))
        defer { server.stop() }
        let result = try await setting.run("show -c \(server.url("/catalog.json")) 1")
        #expect(result.errorOutput.isEmpty)
        #expect(!result.output.contains("Avatar") && !result.output.contains("PNG"))
    }

    @Test func tellsOfAFailedAvatarOnTheCard() async throws {
        try write([Samples.record(1, avatar: "missing.png"), Samples.record(2)])
        let result = try await setting.run("show -c c.json 1")
        #expect(result.status == 0)
        #expect(result.errorOutput.isEmpty)
        #expect(result.output.contains("Avatar  the file "))
        #expect(try await setting.run("show -c c.json 2").output.contains("none"))
    }

    @Test func drawsTheCardOfAnAvatarThatCannotBeKept() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 1))
        defer { server.stop() }
        try setting.directory.write([], to: "cache")
        let result = try await setting.run("show -c \(server.url("/catalog.json")) 1")
        #expect(result.status == 0)
        #expect(result.output.contains("Name 1"))
        #expect(result.errorOutput.hasPrefix("suppliergo: warning: nothing is kept; the cache needs a directory "))
        #expect(result.errorOutput.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
    }

    @Test func takesAnExactIDBeforeAnythingElseThatMatches() async throws {
        try write([Samples.record(10), Samples.record(1), Samples.record(11)])
        let result = try await setting.run("show -c c.json 1 --format tsv")
        #expect(result.output == Samples.line(1))
        #expect(result.status == 0)
    }

    @Test func takesWordsThatLeaveOneSupplier() async throws {
        try write([Samples.record(1, name: "Ann"), Samples.record(2, name: "Bob")])
        #expect(try await setting.run("show -c c.json bob COMPANY --format tsv").output == Samples.line(2, name: "Bob"))
    }

    @Test func namesTenOfSeveral() async throws {
        try write((1...12).map { Samples.record($0) })
        let result = try await setting.run("show -c c.json name")
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        let lines = result.errorOutput.split(separator: "\n")
        #expect(lines.first == "suppliergo: error: 12 suppliers match 'name': give the id of one")
        #expect(lines.dropFirst().first == "  1  Name 1, Company 1")
        #expect(lines.last == "  and 2 more")
        #expect(lines.count == 12)
    }

    @Test func cutsTheirLinesOnATerminal() async throws {
        try write((1...2).map { Samples.record($0, name: String(repeating: "name ", count: 20)) })
        let run = try setting.start("show -c c.json name", terminal: CommandLineRun.Terminal(columns: 40))
        let screen = TerminalScreen(try await run.result().standardOutput, columns: 200)
        #expect(screen.lines.last == "  2  name name name name name name name…")
    }

    /// It waits 5 seconds on a terminal, elsewhere as long as `--timeout` says.
    @Test(arguments: [true, false])
    func waitsForAHangingAvatarForALimitedTime(isTerminal: Bool) async throws {
        let server = try LoopbackServer { _ in .silence }
        defer { server.stop() }
        try write([Samples.record(1, avatar: "\(server.url("/1.png"))")])
        let start = ContinuousClock.now
        let line = "show 1 -c c.json" + (isTerminal ? "" : " --timeout 0.2")
        let result = try await setting.start(line, terminal: isTerminal ? CommandLineRun.Terminal() : nil).result()
        #expect(result.status == 0)
        #expect(result.output.contains("Name 1"))
        let words = result.output.split { $0.isWhitespace || $0 == "│" }.joined(separator: " ")
        #expect(words.contains(isTerminal ? "after 5 seconds" : "did not answer within 0.2 seconds"))
        #expect(.now - start < .seconds(20))
        #expect(server.requests.count == 1)
    }

    @Test func takesOneIDTwiceForSeveral() async throws {
        try write([Samples.record(1), Samples.record(2), Samples.record(1)])
        let result = try await setting.run("show -c c.json 1")
        #expect(result.status == 1)
        #expect(result.errorOutput.hasPrefix("suppliergo: error: 2 suppliers match '1'"))
    }

    @Test(arguments: [
        ("zebra", "no supplier matches 'zebra'"), ("8", "no supplier matches '8'"),
        ("nme:ann", "no supplier matches 'nme:ann': did you mean 'name:ann'?"),
        ("ann Comapny:2", "no supplier matches 'ann Comapny:2': did you mean 'ann company:2'?"),
        ("id:8", "no supplier matches 'id:8'"),
        ("https://a.example", "no supplier matches 'https://a.example': did you mean '-c https://a.example'?"),
        ("c.json 3", "no supplier matches 'c.json 3': did you mean '-c c.json'?"),
        ("afer:2024", "no supplier matches 'afer:2024': did you mean 'after:2024'?"),
        ("is:editd", "no supplier matches 'is:editd': did you mean 'is:edited'?"),
        ("is:x", "no supplier matches 'is:x': 'is:' takes added or conflict or edited"),
        ("after:May", "no supplier matches 'after:May': 'after:' takes a year, a month or a day, as in 2024-02-15"),
    ])
    func saysThatNoneMatches(text: String, sentence: String) async throws {
        try write([Samples.record(1)])
        let result = try await setting.run("show -c c.json " + text)
        #expect(result.status == 1)
        #expect(result.errorOutput == "suppliergo: error: \(sentence)\n")
    }

    @Test func showsSeveralByTheirIDs() async throws {
        try write((1...3).map { Samples.record($0) })
        let lines = try await setting.run("show -c c.json 3 1 --format tsv")
        #expect(lines.status == 0 && lines.output == Samples.line(3) + Samples.line(1))
        let cards = try await setting.run("show -c c.json 3 1")
        #expect(cards.output.matches(of: /Phone/).count == 2)
        #expect(cards.output.matches(of: /╯\n\n╭/).count == 1, "a blank line between cards")
        #expect(cards.output.hasSuffix("╯\n"))
        let missing = try await setting.run("show -c c.json 3 99 98")
        #expect(missing.status == 1 && missing.output.isEmpty)
        let advice = "give only ids, or only words to search for"
        #expect(
            missing.errorOutput
                == "suppliergo: error: no supplier has the id '99' or '98', but '3' is one: \(advice)\n")
        let file = try await setting.run("show -c c.json c.json 3")
        #expect(
            file.errorOutput == "suppliergo: error: no supplier has the id 'c.json': did you mean '-c c.json'?\n")
    }

    @Test func takesAnIDThatIsNamedAsOne() async throws {
        try write([Samples.record(17), Samples.record(7), Samples.record(77)])
        let result = try await setting.run("show -c c.json id:7 --format tsv")
        #expect(result.output == Samples.line(7))
        #expect(result.errorOutput.isEmpty)
    }

    @Test func isAsWideAsTheOptionTheTerminalOrTheVariableSays() async throws {
        try write([Samples.record(1, name: String(repeating: "x", count: 300))])
        func width(_ arguments: String = "", _ columns: String? = nil, terminal: UInt16? = nil) async throws -> Int? {
            let run = try setting.start(
                "show -c c.json 1 --image none " + arguments,
                environment: ["TERM": "xterm", "COLUMNS": columns ?? ""],
                terminal: terminal.map { CommandLineRun.Terminal(columns: $0) })
            let output = try await run.result().standardOutput
            return TerminalScreen(output, columns: 400, rows: 60).lines.map(\.count).max()
        }
        #expect(try await width() == 80)
        #expect(try await width("", "50") == 50)
        #expect(try await width("", "wide") == 80)
        #expect(try await width("--width 60", "50") == 60)
        #expect(try await width("", "50", terminal: 100) == 100)
        #expect(try await width("--width 60", "50", terminal: 100) == 60)
        #expect(try await setting.run("show -c c.json 1 --width 19").status == 64)
    }

    @Test func printsTheSupplierForProgramsWithItsFreshAvatar() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 1))
        defer { server.stop() }
        let result = try await setting.run("show -c \(server.url("/catalog.json")) 1 --format json")
        #expect(result.output.hasPrefix("[\n{\"id\":\"1\""))
        #expect(result.output.hasSuffix(#""avatarState":"cached"}"# + "\n]\n"))
    }
}
