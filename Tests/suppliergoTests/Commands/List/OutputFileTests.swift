import TestSupport
import Testing

@Suite struct OutputFileTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        let records = [Samples.record(1), Samples.record(2), Samples.record(3)]
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try setting.directory.read(name), as: UTF8.self)
    }

    @Test(arguments: ["card", "tsv", "csv", "json", "ndjson", "vcard", "html"])
    func holdsWhatStandardOutputWould(format: String) async throws {
        for command in ["list 2", "show 2"] {
            let line = "\(command) -c c.json --avatars off --format \(format)"
                .replacing(command == "show 2" ? " --avatars off" : "\0", with: "")
            let printed = try await setting.run(line)
            let result = try await setting.run(line + " -o file")
            #expect(result.status == 0)
            #expect(result.output.isEmpty)
            #expect(try text("file") == printed.output)
            #expect(try await setting.run(line + " --output=-").output == printed.output)
        }
        #expect(try setting.directory.files().filter { !$0.hasPrefix("cache/") } == ["c.json", "file"])
    }

    @Test(arguments: ["/dev/stdout", "/dev/fd/1", "file"])
    func maybeTheFileBehindStandardOutput(path: String) async throws {
        let list = #""$0" list 2 -c c.json -f tsv --columns id -o "# + path
        let result = try await setting.shell("{ echo before; \(list); echo after; } > file")
        #expect(result.status == 0)
        #expect(try text("file") == "before\n2\nafter\n")
    }

    @Test(arguments: [
        ("a.tsv", "tsv"), ("a.csv", "csv"), ("a.JSON", "json"), ("a.ndjson", "ndjson"), ("a.jsonl", "ndjson"),
        ("a.vcf", "vcard"), ("a.b.html", "html"), ("a", "card"), (".csv", "card"),
    ])
    func hasTheFormatOfItsExtension(name: String, format: String) async throws {
        for command in ["list 2", "show 2"] {
            #expect(try await setting.run("\(command) -c c.json -o \(name)").status == 0)
            #expect(try await setting.run("\(command) -c c.json -o file --format \(format)").status == 0)
            #expect(try text(name) == text("file"))
        }
    }

    @Test(arguments: [
        ("list -o json", "'--output' takes a file, and 'json' is a format: did you mean '--format json'?"),
        ("show 1 -o vcard", "'--output' takes a file, and 'vcard' is a format: did you mean '--format vcard'?"),
        ("list -o a.md", "the extension of 'a.md' names no format: give one with '--format'"),
    ])
    func isNotGuessed(line: String, sentence: String) async throws {
        let result = try await setting.run(line + " -c c.json")
        #expect(result.status == 64)
        #expect(result.errorOutput.hasPrefix("suppliergo: error: \(sentence) (see "))
        #expect(try setting.directory.files() == ["c.json"])
        #expect(try await setting.run(line + " -c c.json --format tsv").status == 0)
    }

    @Test func saysHowManyEditsItHas() async throws {
        #expect(try await setting.run("list -c c.json -o a.csv").errorOutput.isEmpty)
        _ = try await setting.run("edit 1 -c c.json --company Krone")
        #expect(try await setting.run("list -c c.json -o a.csv").errorOutput == "suppliergo: with 1 of your edits\n")
        _ = try await setting.shell("\"$0\" add --id new --fullname 'Ana Lima' --company Krone -c c.json")
        let page = try await setting.run("list -c c.json --avatars off -o a.html")
        #expect(page.errorOutput == "suppliergo: with 2 of your edits\n")
        #expect(try text("a.html").contains("<dt>Edited</dt><dd>company</dd>"))
        #expect(try text("a.html").contains("<p class=\"quiet\">As of <time datetime=\"20"))
        #expect(try text("a.html").contains("<dt>Edited</dt><dd>added</dd>"))
        #expect(try await setting.run("list 3 -c c.json -o a.csv").errorOutput.isEmpty, "it has none of them")
        #expect(try await setting.run("list -c c.json -o a.csv --no-edits").errorOutput.isEmpty)
        #expect(try await setting.run("list -c c.json --format csv").errorOutput.isEmpty, "only a file is sent on")
    }

    @Test func isNotGuessedByCheckEither() async throws {
        let result = try await setting.run("check -o csv -c c.json")
        #expect(result.status == 64)
        #expect(result.errorOutput.contains("'csv' is a format: did you mean '--format csv'?"))
    }

    @Test func holdsTheSameCatalogAnywhere() async throws {
        let file = setting.directory.path(of: "a.png")
        try setting.directory.write(Samples.picture, to: "a.png")
        try setting.directory.write(Array(Samples.catalog([Samples.record(1, avatar: "a.png")]).utf8), to: "c.json")
        #expect(try await setting.run("list -c c.json -o copy/c.json").status == 74)
        try setting.directory.write([], to: "copy/empty")
        #expect(try await setting.run("list -c c.json -o copy/c.json").status == 0)
        #expect(try text("copy/c.json").contains(#""avatar":"\#(file)""#))
        let fetch = try await setting.run("fetch -c copy/c.json")
        #expect(fetch.errorOutput == Samples.fetched(1) + "\n")
    }

    @Test(arguments: [
        ("list --columns name,file --format html", "'--columns' cannot be used with 'html'"),
        ("list --columns id,", "the value 'id,' of '--columns' is not a list of columns, such as id,name,"),
        ("list --columns id,id", "'--columns id,id' names 'id' twice"),
        ("list --columns name,id,fullname", "'--columns name,id,fullname' names 'name' twice"),
        ("list --sort created,createdAt", "'--sort created,createdAt' names 'created' twice"),
    ])
    func refusesColumnsThatAreNone(line: String, sentence: String) async throws {
        let result = try await setting.run(line + " -c c.json")
        #expect(result.status == 64)
        #expect(result.errorOutput.contains(sentence))
    }

    @Test(arguments: [
        "show nobody -c c.json", "show name -c c.json", "list -c missing.json",
        "list -c broken.json", "list --strict -c bad.json", "list --group company --format tsv -c c.json",
        "show nobody -c part.json",
    ])
    func leavesTheOldFileWhereTheRunFails(line: String) async throws {
        try setting.directory.write(Array(("[" + Samples.record(1) + ",").utf8), to: "broken.json")
        try setting.directory.write(Array("[{}]".utf8), to: "bad.json")
        try setting.directory.write(Array(Samples.catalog([Samples.record(1), "{}"]).utf8), to: "part.json")
        try setting.directory.write(Array("old".utf8), to: "file")
        let result = try await setting.run(line + " -o file")
        #expect(result.status != 0)
        #expect(try text("file") == "old")
        #expect(try setting.directory.files().allSatisfy { !$0.contains(".suppliergo-") })
    }

    /// Lists of nothing, with their statuses, and what they leave.
    @Test(arguments: [
        ("list nobody -c c.json -f json", 1, "[]\n"), ("list nobody -c c.json -f tsv", 1, ""),
        ("list nobody -c c.json --columns id -f csv", 1, "id\r\n"), ("list nobody -c part.json -f json", 3, "[]\n"),
        ("list -c c.json --since c.json -f csv", 1, "id,change,field,from,to\r\n"),
        ("check nobody -c c.json --format ndjson", 1, ""),
    ])
    func replacesTheOldFileIfNothingMatches(line: String, status: Int32, text: String) async throws {
        try setting.directory.write(Array(Samples.catalog([Samples.record(1)]).utf8), to: "c.json")
        try setting.directory.write(Array(Samples.catalog([Samples.record(1), "{}"]).utf8), to: "part.json")
        try setting.directory.write(Array("old".utf8), to: "file")
        #expect(try await setting.run(line + " -o file").status == status)
        #expect(try self.text("file") == text)
    }

    @Test func isWrittenWhereOnlySomeRecordsAreBad() async throws {
        try setting.directory.write(Array(Samples.catalog([Samples.record(1), "{}"]).utf8), to: "bad.json")
        let result = try await setting.run("list -c bad.json --format tsv -o file")
        #expect(result.status == 3)
        #expect(try text("file") == Samples.line(1))
    }

    @Test func leavesNothingWhereTheRunIsEnded() async throws {
        try setting.directory.write(Array("old".utf8), to: "file")
        let run = try setting.start("list -c - --format tsv -o file", input: .pipe)
        try await run.write(Array(("[" + Samples.record(1) + ",").utf8))
        // The temporary file is there before the catalog is read.
        try await poll { try setting.directory.files().contains { $0.contains(".suppliergo-") } }
        run.send(signal: 15)
        #expect(try await run.result().status == 143)
        #expect(try text("file") == "old")
        #expect(try setting.directory.files().allSatisfy { !$0.contains(".suppliergo-") })
    }

    @Test func removesWhatAKilledRunHasLeftForTheSameFile() async throws {
        let temporary = { try setting.directory.files().filter { $0.contains(".suppliergo-") } }
        func begin(_ file: String) async throws -> CommandLineRun {
            let before = try temporary()
            let run = try setting.start("list -c - --format tsv -o \(file)", input: .pipe)
            // The new file may stand in place of one that was left.
            try await poll { try !temporary().allSatisfy(before.contains) }
            return run
        }
        let killed = try await begin("file")
        killed.send(signal: 9)
        _ = try await killed.result()
        #expect(try temporary().count == 1)
        let neighbour = try await begin("file")
        let others = try temporary()
        #expect(others.count == 1)
        #expect(try await setting.run("list -c c.json --format tsv -o other").status == 0)
        #expect(try await setting.run("list -c c.json --format tsv -o file").status == 0)
        #expect(try temporary() == others, "that of a living process stays")
        try await neighbour.write(Array(Samples.catalog([Samples.record(2)]).utf8))
        neighbour.endInput()
        #expect(try await neighbour.result().status == 0)
        #expect(try text("file") == Samples.line(2))
        #expect(try temporary().isEmpty)
    }

    @Test(arguments: [
        ("no/file", "No such file or directory"), (".", "Is a directory"), ("/dev/full", "No space left on device"),
    ])
    func saysWhyItCannotBeWritten(path: String, reason: String) async throws {
        let result = try await setting.run("list -c c.json --format tsv -o \(path)")
        #expect(result.status == 74)
        #expect(result.errorOutput.hasPrefix("suppliergo: error: the file '"))
        #expect(result.errorOutput.hasSuffix(" of '--output' cannot be written: \(reason)\n"))
    }

    @Test func isNoTerminal() async throws {
        try setting.directory.write(
            Array(Samples.catalog([Samples.record(1, name: #"\u001b[2J"#)]).utf8), to: "odd.json")
        let run = try setting.start("list -c odd.json --format csv -o file", terminal: .init())
        #expect(try await run.result().status == 0)
        #expect(try text("file").contains("1,\u{1b}[2J,Company 1,"))
        let card = try setting.start("show 1 -c c.json -o cards", environment: ["TERM": "xterm"], terminal: .init())
        #expect(try await card.result().status == 0)
        #expect(try !text("cards").contains("\u{1b}") && text("cards").contains("Name 1"))
    }
}
