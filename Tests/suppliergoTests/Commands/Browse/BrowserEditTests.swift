import FoundationEssentials
import TestSupport
import Testing

/// Editing in the browser, on a terminal.
@Suite(.timeLimit(.minutes(1)))
struct BrowserEditTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        try setting.directory.write(Array(Samples.catalog((1...40).map { Samples.record($0) }).utf8), to: "c.json")
    }

    private func list(_ id: Int) async throws -> String {
        try await setting.run("list -c c.json --format tsv id:\(id)").output
    }

    @Test func editsAndTakesBack() async throws {
        let run = try setting.browse("-c c.json")
        _ = try await run.shows("Name 1")
        try await run.type("jE")
        _ = try await run.shows("Edit 2")
        try await run.type("\u{1b}[B\u{1b}[B\u{15}call me\r")
        _ = try await run.shows("phone 'call me' has fewer than 3 digits")
        #expect(try await list(2) == Samples.line(2))
        try await run.type("\u{15}555 0199\r")
        _ = try await run.shows("edited '2'; u undoes this")
        #expect(try await list(2).contains("\t555 0199\t"))
        try await run.type("\r")
        _ = try await run.shows("phone (was +1 2)")
        try await run.type("q")
        try await run.type("u")
        _ = try await run.shows("undid the edit of '2'")
        #expect(try await list(2) == Samples.line(2))
        try await run.type("u")
        _ = try await run.shows("nothing to undo in this session")
        try await run.type("q")
        #expect(try await run.result().end == .exited(0))
    }

    @Test(arguments: ["E", "a", "d"])
    func editsNoFileThatIsReadByAGuess(key: String) async throws {
        try setting.directory.write(Array("Nr;Name\n1;Ana Lima\n2;Bo Diaz\n".utf8), to: "own.csv")
        let run = try setting.browse("-c own.csv")
        _ = try await run.shows("Bo Diaz")
        try await run.type(key)
        _ = try await run.shows("edits never guess: 'suppliergo inspect'")
        try await run.type("rq")
        let result = try await run.result()
        #expect(result.end == .exited(0))
        #expect(String(decoding: result.standardOutput, as: UTF8.self).components(separatedBy: "read as: ").count == 2)
    }

    @Test func addsAndTakesBack() async throws {
        let run = try setting.browse("-c c.json")
        _ = try await run.shows("Name 1")
        try await run.type("aAna\tLima\r")
        _ = try await run.shows("fullname 'Ana' has no first and last name; Enter saves it")
        try await run.type(" Lima\r")
        _ = try await run.shows("added 'Ana Lima'; u undoes this")
        _ = try await run.shows("41 suppliers")
        #expect(try await setting.run("list -c c.json --format tsv ana").output.contains("\tAna Lima\tLima\t"))
        try await run.type("G")
        _ = try await run.shows("41/41")
        try await run.type("u")
        _ = try await run.shows("undid the edit of 'Ana Lima'")
        _ = try await run.shows("40 suppliers")
        #expect(try await setting.run("list -c c.json ana").status == 1)
        try await run.type("q")
        #expect(try await run.result().end == .exited(0))
    }

    @Test func hidesTheMarkedAndPutsThemBackTogether() async throws {
        let run = try setting.browse("-c c.json")
        _ = try await run.shows("Name 1")
        try await run.type("  jj d")
        _ = try await run.shows("hid 3 suppliers; u undoes this")
        _ = try await run.shows { $0.lines[2].contains("Name 3") && $0.lines[4].contains("Name 6") }
        #expect(try await list(1).isEmpty)
        #expect(try await list(5).isEmpty)
        try await run.type("u")
        _ = try await run.shows("undid the edit of 3 suppliers")
        try await run.type("\u{1b}[H")
        _ = try await run.shows { $0.lines[2].contains("Name 1") && $0.lines[6].contains("Name 5") }
        #expect(try await list(1) == Samples.line(1))
        try await run.type("q")
        #expect(try await run.result().end == .exited(0))
    }

    @Test func hidesTheNextSupplierIfTheKeyIsPressedTwiceAtOnce() async throws {
        let run = try setting.browse("-c c.json")
        _ = try await run.shows("Name 1")
        try await run.type("dd")
        _ = try await run.shows { $0.lines[2].contains("Name 3") }
        try await run.type("uuu")
        _ = try await run.shows("nothing to undo in this session")
        #expect(try await list(1) + list(2) == Samples.line(1) + Samples.line(2))
        try await run.type("q")
        #expect(try await run.result().end == .exited(0))
    }

    @Test func namesTheFaultsOfAllFieldsAtOnce() async throws {
        let run = try setting.browse("-c c.json")
        _ = try await run.shows("Name 1")
        try await run.type("E")
        _ = try await run.shows("Edit 1")
        try await run.type("\u{1b}[B\u{1b}[B\u{15}call me\t\t\u{15}missing.png\r")
        _ = try await run.shows("phone 'call me' has fewer than 3 digits")
        try await run.type("\u{3}")
        #expect(try await run.result().end == .exited(130))
    }

    @Test func staysAfterACatalogIsReadAgain() async throws {
        let run = try setting.browse("-c c.json")
        _ = try await run.shows("Name 1")
        try await run.type("E")
        _ = try await run.shows("Edit 1")
        try await run.type("\u{15}Zoë Müller\r")
        _ = try await run.shows("u undoes this")
        try setting.directory.write(
            Array(Samples.catalog((1...41).map { Samples.record($0) }).utf8), to: "c.json")
        try await run.type("r")
        _ = try await run.shows("41 suppliers")
        #expect(run.screen.lines.contains { $0.contains("Zoë Müller") })
        try await run.type("q")
        #expect(try await run.result().end == .exited(0))
    }

    @Test func readsWhatOtherProcessesHaveEdited() async throws {
        let run = try setting.browse("-c c.json")
        _ = try await run.shows("Name 1")
        #expect(try await setting.run("edit -c c.json 2 --company Zoë").status == 0)
        #expect(try await setting.run("remove -c c.json 1").status == 0)
        try await run.type("r")
        _ = try await run.shows("39 suppliers")
        #expect(run.screen.lines.contains { $0.contains("Zoë") })
        #expect(try await setting.run("revert -c c.json 1").status == 0)
        try await run.type("r")
        _ = try await run.shows("40 suppliers")
        try await run.type("q")
        #expect(try await run.result().end == .exited(0))
    }

    @Test func doesNotEditWhereEditsAreLeftOut() async throws {
        let run = try setting.browse("-c c.json --no-edits")
        _ = try await run.shows("Name 1")
        try await run.type("E")
        _ = try await run.shows("Edit 1")
        try await run.type("x\r")
        _ = try await run.shows("the catalog is shown without edits")
        try await run.type("\u{3}")
        #expect(try await run.result().end == .exited(130))
        #expect(try setting.directory.files().allSatisfy { !$0.contains("edits") })
    }
}
