import FoundationEssentials
import TestSupport
import Testing

@testable import suppliergo

/// What completions ask the program for.
@Suite(.timeLimit(.minutes(1)))
struct SupplierCompletionTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private func write(_ records: [String]) throws {
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
    }

    private func ask(_ words: String...) async throws -> String {
        let run = try CommandLineRun(
            ["complete-word", "fish", "--"] + words, configuration: setting.configuration())
        let result = try await run.result()
        #expect(result.status == 0)
        #expect(result.errorOutput.isEmpty)
        let lines = result.output.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        #expect(lines[0] == "words")
        return String(lines[1])
    }

    @Test func namesSuppliersByIdAndByName() async throws {
        try write([Samples.record(7, name: "Zoë Ash"), Samples.record(71), Samples.record(8, name: "zora")])
        #expect(try await ask("7", "show", "-c", "c.json") == "7\tZoë Ash\n71\tName 71\n")
        #expect(try await ask("ZO", "show", "--catalog=c.json") == "Zoë Ash\tCompany 7\nzora\tCompany 8\n")
        #expect(try await ask("", "show", "-cc.json") == "7\tZoë Ash\n71\tName 71\n8\tzora\n")
        #expect(try await ask("x", "show", "-c", "c.json") == "")
    }

    @Test func knowsWhatWasEdited() async throws {
        try write([Samples.record(7), Samples.record(8), Samples.record(9)])
        _ = try await setting.run("edit 7 -c c.json --fullname=Zoë\u{a0}Ash")
        _ = try await setting.run("remove 8 -c c.json")
        _ = try await setting.run("add -c c.json --fullname=Zoë\u{a0}Bee --company=C --id 70")
        #expect(try await ask("7", "edit", "-c", "c.json") == "7\tZoë\u{a0}Ash\n70\tZoë\u{a0}Bee\n")
        #expect(try await ask("8", "show", "-c", "c.json") == "")
        #expect(try await ask("", "revert", "-c", "c.json") == "70\tadded\n8\tremoved\n7\tchanged\n")
        #expect(try await ask("7", "edits", "-c", "c.json", "--take") == "70\tadded\n7\tchanged\n")
        let fields = try await ask("--", "edit", "7")
        for name in ["fullname", "company", "phone", "email", "avatar"] { #expect(fields.contains("--\(name)\t")) }
        #expect(!fields.contains("--no-edits") && !fields.contains("--take"))
        #expect(try await ask("", "edit", "7", "--phone") == "")
    }

    /// The command itself reports it.
    @Test func namesNobodyIfTheSettingsOfTheCatalogFail() async throws {
        try write([Samples.record(7)])
        let settings = "[work]\ncatalog = ~/c.json\nheader = @/nowhere\n"
        try setting.directory.write(Array(settings.utf8), to: ".config/suppliergo/config")
        #expect(try await ask("", "show", "-c", "work") == "")
    }

    @Test func asksTheSnapshotAndNotTheNetwork() async throws {
        let server = try Samples.server(Samples.catalog([Samples.record(5)]))
        let url = server.url("/catalog.json").absoluteString
        #expect(try await ask("", "show", "-c", url) == "")
        #expect(server.requests.isEmpty)
        #expect(try await setting.run("list --format tsv -c \(url)").status == 0)
        #expect(server.requests.count == 1)
        #expect(try await ask("", "show", "-c", url) == "5\tName 5\n")
        #expect(server.requests.count == 1)
    }

    @Test func namesNoMoreThanAnyoneReads() async throws {
        try write((1...500).map { Samples.record($0) })
        #expect(try await ask("", "show", "-c", "c.json").split(separator: "\n").count == CompleteCommand.limit)
    }

    @Test func leavesOutWhatDoesNotBelongOnACommandLine() async throws {
        try write([
            Samples.record(1, name: #"a\u001b[31m"#), Samples.record(2, name: "--insecure"),
            Samples.record(3, name: "ab"),
        ])
        #expect(try await ask("a", "show", "-c", "c.json") == "ab\tCompany 3\n")
        #expect(try await ask("--", "show", "-c", "c.json", "--") == "")
        #expect(try await ask("1", "show", "-c", "c.json") == "1\ta\\u{1b}[31m\n")
    }

    @Test(arguments: [
        ["show"], ["show", "-c"], ["show", "-c", "-"], ["show", "-c", "ftp://x"], ["show", "-c", "missing.json"],
        ["show", "--nonsense", "-c", "https://127.0.0.1:1/c.json"],
    ])
    func saysNothingWhereNothingIsToBeHad(words: [String]) async throws {
        let run = try CommandLineRun(
            ["complete-word", "zsh", "--", ""] + words, configuration: setting.configuration())
        let result = try await run.result()
        let kind = words.last == "-c" ? "files" : "words"
        #expect(result.output == kind + "\n" && result.errorOutput.isEmpty)
        #expect(result.status == 0)
    }

    @Test func namesCatalogsOfTheSettings() async throws {
        let text = "[work]\ncatalog = https://me:s3cret@work.example/\n[home]\n[west]\n"
        try setting.directory.write(Array(text.utf8), to: ".config/suppliergo/config")
        let result = try await setting.run("complete-word fish -- w list -c")
        #expect(result.output == "files\nwork\thttps://(hidden)@work.example/\nwest\t\n")
    }

    @Test func keepsBrokenSettingsToItself() async throws {
        try setting.directory.write(Array("nonsense".utf8), to: ".config/suppliergo/config")
        for (words, kind) in [("x list -c", "files"), ("x show", "words")] {
            let result = try await setting.run("complete-word bash -- \(words)")
            #expect(result.output == kind + "\n" && result.errorOutput.isEmpty)
        }
    }
}
