import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// `edit`, `add`, `remove` and `revert`, and every command that shows what they do.
@Suite(.timeLimit(.minutes(1)))
struct EditCommandTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        try setting.directory.write(Array(Samples.catalog((1...3).map { Samples.record($0) }).utf8), to: "c.json")
    }

    private func run(_ words: [String], input: CommandLineRun.Input = .none) async throws -> ProcessResult {
        try await CommandLineRun(words, configuration: setting.configuration(input: input)).result()
    }

    private func edit(_ id: String, _ words: String...) async throws -> ProcessResult {
        try await run(["edit", id, "-c", "c.json"] + words)
    }

    private func list(_ options: String = "") async throws -> String {
        try await setting.run("list -c c.json --format tsv " + options).output
    }

    @Test func changesFieldsWhereverTheCatalogIsRead() async throws {
        let result = try await edit("2", "--phone", " +351 21 555 0199 ", "--fullname", "Zoë Müller")
        #expect(result.status == 0 && result.output.isEmpty)
        #expect(result.errorOutput == "suppliergo: edited fullname, phone of '2'\n")
        let line = "2\tZoë Müller\tCompany 2\t+351 21 555 0199\t2@example.com\t2021-01-03T00:00:00Z\n"
        #expect(try await list() == Samples.line(1) + line + Samples.line(3))
        #expect(try await list("--no-edits") == (1...3).map { Samples.line($0) }.joined())
        #expect(try await list("zoe") == line)
        #expect(try await list("name:2").isEmpty)
        #expect(try await list("--sort name") == Samples.line(1) + Samples.line(3) + line)
        #expect(try await setting.run("open -c c.json 2 --phone --print").output == "tel:+351215550199\n")
        let card = try await setting.run("show -c c.json 2").output
        #expect(
            card.contains("Zoë Müller") && card.contains("Edited  just now: fullname (was Name 2), phone (was +1 2)"))
        for (format, text) in [
            ("csv", "2,Zoë Müller,Company 2,+351 21 555 0199"), ("vcard", "FN:Zoë Müller"), ("html", "Zoë Müller"),
            ("ndjson", #""avatarState":"none","edited":["fullname","phone"]}"#),
            ("json", #""edited":["fullname","phone"]}"#),
        ] {
            let output = try await setting.run("list -c c.json --format \(format)").output
            #expect(output.contains(text), "\(format)")
            #expect(!output.contains("Name 2"), "\(format)")
            #expect(try await setting.run("show 2 -c c.json --format \(format)").output.contains(text), "\(format)")
        }
        #expect(try await setting.run("show 1 -c c.json --format json").output.contains("edited") == false)
    }

    @Test func refusesTextThatReversesItsNeighboursUnlessTheCatalogHasIt() async throws {
        let record = Samples.record(2, name: #"Ann \u202eLima"#)
        try setting.directory.write(Array(Samples.catalog([record]).utf8), to: "c.json")
        let refused = try await edit("2", "--company", "A\u{202e}B")
        #expect(refused.status == 64)
        #expect(refused.errorOutput == "suppliergo: error: company has a character that reverses text\n")
        #expect(try await edit("2", "--phone", "+351 21 555 0199").status == 0)
        #expect(try await list().contains("Ann \u{202e}Lima\tCompany 2\t+351 21 555 0199"))
    }

    @Test func tellsAllMistakesAtOnceAndKeepsNothing() async throws {
        let result = try await edit("2", "--phone", "x", "--email", "a@b", "--company", "", "--fullname", "")
        #expect(result.status == 64)
        let both = try await edit("2", "--phone", "x", "--avatar", "none.png").errorOutput
        #expect(both.contains("phone 'x' has fewer than 3 digits") && both.contains("; avatar cannot be read ("))
        #expect(
            result.errorOutput == """
                suppliergo: error: fullname is empty; phone 'x' has fewer than 3 digits; email 'a@b' has a domain \
                without a dot\n
                """)
        #expect(try await list() == (1...3).map { Samples.line($0) }.joined())
        #expect(try setting.directory.files().filter { $0.hasSuffix(".jsonl") }.isEmpty)
    }

    @Test(arguments: [
        (["edit", "9", "-c", "c.json", "--phone", "1234"], 1, "no supplier has the id '9'"),
        (["edit", "-c", "c.json", "--phone", "1234"], 64, "the argument <id> is missing"),
        (["edit", "1", "-c", "c.json"], 64, "nothing to change: give '--fullname'"),
        (["edit", "1", "-c", "-", "--phone", "1234"], 64, "a catalog on standard input cannot be edited"),
        (["edit", "1", "-c", "none.json", "--phone", "1234"], 66, "the catalog's file"),
        (["edit", "1", "-c", "c.json", "--avatar", "none.png"], 64, "avatar cannot be read (No such file"),
        (
            ["edit", "1", "-c", "c.json", "--avatar", "data:image/png;base64," + String(repeating: "A", count: 2000)],
            64, "avatar 'data:image/png;base64,…' is neither an http or https URL nor a file"
        ),
        (["edit", "1", "-c", "c.json", "--avatar", "javascript:1"], 64, "avatar 'javascript:1' is neither an http"),
        (
            ["edit", "1", "-c", "c.json", "--avatar", "https://kim:secret@a.example/"], 64,
            "avatar has a user or a password"
        ),
        (["add", "-c", "none.json", "--fullname", "Ana Lima", "--company", "C"], 66, "the catalog's file"),
        (["edits", "-c", "c.json", "--take", ""], 64, "the id is empty"),
        (["edits", "-c", "c.json", "--take", "1", "--format", "csv"], 64, "'--take' and '--format' cannot be"),
        (["edits", "-c", "c.json", "--all", "1"], 64, "'--catalog' and '--all' cannot be combined"),
        (["edits", "--rename", "c.json", "--all", "d.json"], 64, "'--rename' and '--all' cannot be combined"),
        (["edit", "1", "-c", "c.json", "--avatar", "ftp://a.example/1.png"], 64, "avatar 'ftp://a.example/1.png' is"),
        (["add", "-c", "c.json", "--company", "C"], 64, "fullname is empty"),
        (["add", "-c", "c.json", "--fullname", "Ana Lima", "--company", "C", "--id", "1"], 1, "another supplier has"),
        (["add", "-c", "c.json", "--fullname", "Ana Lima", "--company", "C", "--id", ""], 64, "the id is empty"),
        (["remove", "9", "-c", "c.json"], 1, "no supplier has the id '9'"),
        (["revert", "1", "-c", "c.json"], 1, "the supplier '1' is not edited"),
        (["revert", "-c", "c.json"], 64, "nothing to revert"),
        (["revert", "--all", "1", "-c", "c.json"], 64, "'--all' takes no id"),
        (
            ["open", "1", "-c", "c.json", "--phone", "--no-edits", "--company", "x"], 64,
            "'suppliergo open' has no option"
        ),
    ])
    func endsWithAReason(words: [String], status: Int32, reason: String) async throws {
        let result = try await run(words, input: .bytes(Array(Samples.catalog([Samples.record(1)]).utf8)))
        #expect(result.status == status, "\(result.errorOutput)")
        #expect(result.errorOutput.hasPrefix("suppliergo: error: " + reason), "\(result.errorOutput)")
        #expect(result.output.isEmpty)
    }

    @Test func savesANameOfOneWordWithAWarning() async throws {
        let warning = "suppliergo: warning: fullname '王小明' has no first and last name\n"
        let added = try await run(["add", "-c", "c.json", "--fullname", "王小明", "--id", "new"])
        #expect(added.status == 0 && added.output == "new\n" && added.errorOutput == warning)
        #expect(
            try await edit("2", "--fullname", "王小明").errorOutput == warning + "suppliergo: edited fullname of '2'\n")
        #expect(try await edit("2", "--fullname", "王小明").errorOutput == "suppliergo: nothing has changed\n")
        #expect(try await list("小明").hasPrefix("2\t王小明\tCompany 2\t+1 2\t"))
    }

    /// The rule is that of `check`.
    @Test(arguments: [("123", 0), ("110 or 112", 0), ("12", 64), ("", 0)])
    func aPhoneNumberHasThreeDigits(phone: String, status: Int32) async throws {
        let result = try await edit("2", "--phone", phone)
        #expect(result.status == status, "\(result.errorOutput)")
        let findings = try await setting.run("check -c c.json -f csv id:2").output
        #expect(findings.contains(",phone,") == (status != 0 || phone.isEmpty), "\(findings)")
    }

    @Test func refusesAFileThatIsNoImage() async throws {
        let result = try await run(["edit", "1", "-c", "c.json", "--avatar", "c.json"])
        #expect(result.status == 64 && result.errorOutput.hasSuffix("/c.json' is not an image\n"))
    }

    @Test func anIdStandsForAnAddedSupplierAsForOneOfTheCatalog() async throws {
        let (start, zeros) = ("adopt-", String(repeating: "0", count: 16))
        for id in [start + zeros + "1", start + zeros + "2", start, "caf\u{e9}"] {
            let added = try await run(["add", "-c", "c.json", "--fullname", "Ana Lima", "--company", "C", "--id", id])
            #expect(added.output == id + "\n", "\(added.errorOutput)")
        }
        #expect(try await edit(start + "0", "--phone", "1234").errorOutput.contains("several ids begin with 'adopt-0'"))
        #expect(try await edit(start, "--phone", "1234").errorOutput.contains("edited phone of 'adopt-'"))
        #expect(try await edit("cafe\u{301}", "--phone", "1234").errorOutput.contains("edited phone of 'caf\u{e9}'"))
        try setting.directory.write([], to: "c.json")
        let reverted = try await run(["revert", "-c", "c.json", "cafe\u{301}"])
        #expect(reverted.status == 0 && reverted.errorOutput.contains("reverted the edit of 'caf\u{e9}'"))
    }

    @Test func addsSuppliersAfterTheLastOne() async throws {
        let result = try await run(["add", "-c", "c.json", "--fullname", "Ana Lima", "--company", "Lima & Filhos"])
        let id = String(result.output.dropLast())
        #expect(result.status == 0 && UUID(uuidString: id) != nil)
        #expect(
            try await list().hasPrefix(
                (1...3).map { Samples.line($0) }.joined() + "\(id)\tAna Lima\tLima & Filhos\t\t\t20"))
        #expect(try await setting.run("show \(id) -c c.json").output.contains("Added   just now"))
        let json = try await setting.run("show \(id) -c c.json --format json").output
        #expect(json.contains(#""edited":["id","fullname","company","phone","email","avatar"]}"#))
        let named = try await run(["add", "-c", "c.json", "--fullname", "Ana Lima", "--company", "C", "--id", "x 1"])
        #expect(named.output == "x 1\n")
        #expect(try await edit("x 1", "--email", "ana@example.com").status == 0)
        #expect(try await list("ana@example.com").hasPrefix("x 1\tAna Lima\tC\t\tana@example.com\t"))
        #expect(try await run(["remove", "x 1", "-c", "c.json"]).status == 0)
        #expect(try await list("ana@example.com").isEmpty)
        #expect(try await run(["edits", "-c", "c.json", "x 1"]).output == "x 1  Ana Lima  removed just now\n")
        #expect(try await run(["revert", "x 1", "-c", "c.json"]).errorOutput.contains("reverted the edit of 'x 1'"))
        #expect(try await list("ana@example.com").hasPrefix("x 1\tAna Lima\tC\t\tana@example.com\t"))
        #expect(try await run(["remove", "x 1", "-c", "c.json"]).status == 0)
        #expect(try await run(["revert", id, "-c", "c.json"]).errorOutput.contains("the edit of '\(id)'"))
        #expect(try await list() == (1...3).map { Samples.line($0) }.joined())
    }

    @Test func hidesSuppliersUntilTheyAreTakenBack() async throws {
        let result = try await setting.run("remove 2 -c c.json")
        #expect(result.errorOutput == "suppliergo: removed '2': 'suppliergo revert -c c.json 2' undoes this\n")
        #expect(try await list() == Samples.line(1) + Samples.line(3))
        let shown = try await setting.run("show 2 -c c.json")
        #expect(shown.status == 1)
        let advice = "'suppliergo revert -c c.json 2' undoes this"
        #expect(shown.errorOutput == "suppliergo: error: the supplier '2' was removed by an edit: \(advice)\n")
        #expect(try await setting.run("show 2 -c c.json --no-edits").output.contains("Name 2"))
        #expect(try await edit("2", "--phone", "1234").status == 1)
        #expect(try await setting.run("remove 2 -c c.json").status == 1)
        #expect(try await edit("1", "--phone", "1234").status == 0)
        #expect(try await setting.run("revert --all -c c.json").errorOutput == "suppliergo: reverted 2 edits\n")
        #expect(try await list() == (1...3).map { Samples.line($0) }.joined())
    }

    @Test func removesAllThatAreNamedOrNone() async throws {
        let refused = try await setting.run("remove 1 999 2 998 -c c.json")
        #expect(refused.status == 1)
        #expect(refused.errorOutput == "suppliergo: error: no supplier has the id '999' or '998'\n")
        #expect(try await list() == (1...3).map { Samples.line($0) }.joined())
        #expect(try await setting.run("remove 1 2 1 -c c.json").status == 0)
        #expect(try await list() == Samples.line(3))
    }

    @Test func saysWhereNothingHasChanged() async throws {
        #expect(try await edit("2", "--phone", "+1 2").errorOutput == "suppliergo: nothing has changed\n")
        _ = try await edit("2", "--phone", "+1 555 2")
        #expect(try await edit("2", "--phone", "+1 555 2").errorOutput == "suppliergo: nothing has changed\n")
        #expect(try await edit("2", "--phone", "+1 2").errorOutput == "suppliergo: edited phone of '2'\n")
        #expect(try await setting.run("edits -c c.json").errorOutput == "suppliergo: no edits\n")
    }

    @Test func takesAnImageForTheAvatarOfACatalogAtAURL() async throws {
        let server = try Samples.server(Samples.catalog([Samples.record(1), Samples.record(2)]))
        defer { server.stop() }
        let address = "\(server.url("/catalog.json"))"
        let path = try setting.directory.write(Samples.picture, to: "my face.png")
        #expect(try await run(["edit", "1", "-c", address, "--avatar", "my face.png"]).status == 0)
        let fetched = try await setting.run("fetch -c \(address)")
        #expect(fetched.status == 0 && fetched.errorOutput.contains("1 avatar"), "\(fetched.errorOutput)")
        let vcard = try await setting.run("show 1 -c \(address) --format vcard").output
        #expect(vcard.contains("PHOTO;ENCODING=b"))
        let json = try await setting.run("show 1 -c \(address) --format json").output
        #expect(json.contains("file://" + path.replacing(" ", with: "%20")))
    }

    @Test func tellsIdsApartThatDifferInTheirNormalFormOnly() async throws {
        let records = ["caf\u{e9}", "cafe\u{301}", "xe\u{301}"].enumerated().map { index, id in
            Samples.record(index + 1).replacing("\"id\":\"\(index + 1)\"", with: "\"id\":\"\(id)\"")
        }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        for (id, name) in [("caf\u{e9}", "Name 1"), ("cafe\u{301}", "Name 2"), ("x\u{e9}", "Name 3")] {
            #expect(try await run(["show", "-c", "c.json", id]).output.contains(name), "\(name)")
            let edited = try await edit(id, "--company", "Edited " + name)
            #expect(edited.status == 0, "\(edited.errorOutput)")
        }
        let exact = try await run(["list", "-c", "c.json", "--format", "tsv", "id:cafe\u{301}"]).output
        #expect(exact.split(separator: "\t").dropFirst().prefix(2) == ["Name 2", "Edited Name 2"])
        let list = try await list().split(separator: "\n").map { $0.split(separator: "\t")[2] }
        #expect(list == (1...3).map { "Edited Name \($0)" })
    }

    @Test func waitsForNoPipeAndKeepsTheCatalogsOwnAvatar() async throws {
        let record = Samples.record(1, avatar: "1.png")
        try setting.directory.write(Array(Samples.catalog([record]).utf8), to: "c.json")
        _ = unsafe mkfifo(setting.directory.path(of: "pipe"), 0o600)
        let pipe = try await edit("1", "--avatar", "pipe")
        #expect(pipe.status == 64 && pipe.errorOutput.contains("' is not an image"))
        let own = try await edit("1", "--avatar", "1.png")
        #expect(own.errorOutput == "suppliergo: nothing has changed\n")
    }

    @Test func showsHostileValuesAndNeverObeysThem() async throws {
        let hostile = "Evil \u{2066}Corp \"<script>\" \\ ; rm -rf"
        #expect(try await edit("1", "--company", hostile).status == 0)
        #expect(try await edit("1", "--company", "a\u{1b}[2Jb").status == 64)
        let card = try await setting.run("show 1 -c c.json")
        #expect(card.output.contains("\\u{2066}") && !card.output.contains("\u{2066}"))
        let edits = try await setting.run("edits -c c.json")
        #expect(edits.output.contains("\\u{2066}") && !edits.output.contains("\u{2066}"))
        for format in ["text", "csv", "json", "ndjson"] {
            let run = try setting.start(
                "edits -c c.json --no-pager -f \(format)", terminal: CommandLineRun.Terminal(isError: false))
            let output = try await run.result().output
            #expect(output.contains("2066") && !output.contains("\u{2066}"), "\(format)")
        }
        let tsv = try await list("id:1")
        #expect(tsv.contains("Evil \u{2066}Corp \"<script>\" \\\\ ; rm -rf"))
        #expect(try await setting.run("list -c c.json --format html").output.contains("<script>\" ") == false)
    }

    @Test func keepsRightToLeftTextFromReorderingTheOther() async throws {
        #expect(try await edit("1", "--fullname", "ليلى عبد").status == 0)
        let result = try await setting.run("edits -c c.json", environment: ["LANG": "C.UTF-8"])
        #expect(result.output.hasPrefix("1  \u{2068}ليلى عبد\u{2069}  edited just now\n"))
        #expect(result.output.contains("fullname  Name 1 → \u{2068}ليلى عبد\u{2069}\n"))
        #expect(try await setting.run("edits -c c.json", environment: ["LANG": "C"]).output.contains(" -> ليلى عبد\n"))
    }

    @Test(arguments: [("-5", "-- -5"), ("a b;$(c)'", "a\\ b\\;\\$\\(c\\)\\'"), ("é", "é")])
    func namesLinesThatAShellTakesAsTheyAre(id: String, word: String) async throws {
        let record = Samples.record(1).replacing("\"id\":\"1\"", with: "\"id\":\"\(id)\"")
        try setting.directory.write(Array(Samples.catalog([record]).utf8), to: "c.json")
        let result = try await run(["remove", "-c", "c.json", "--", id])
        #expect(
            result.errorOutput == "suppliergo: removed '\(id)': 'suppliergo revert -c c.json \(word)' undoes this\n")
    }

    @Test func givesBackTheCorrectionOfOneThatWasRemoved() async throws {
        _ = try await edit("2", "--phone", "+1 555 2")
        let edited = try await list()
        _ = try await setting.run("remove 2 -c c.json")
        #expect(try await setting.run("revert 2 -c c.json").status == 0)
        #expect(try await list() == edited)
        #expect(try await setting.run("revert 2 -c c.json").status == 0)
        #expect(try await list() == (1...3).map { Samples.line($0) }.joined())
        #expect(try await setting.run("revert 2 -c c.json").status == 1)
    }

    @Test func namesAFewDamagedLines() async throws {
        _ = try await edit("1", "--phone", "1234")
        let file = try #require(try setting.directory.files().first { $0.hasSuffix(".jsonl") })
        let text = String(decoding: try setting.directory.read(file), as: UTF8.self)
        try setting.directory.write(Array((text + String(repeating: "x\n", count: 23)).utf8), to: file)
        let lines = try await setting.run("list -c c.json --format tsv").errorOutput.split(separator: "\n")
        #expect(lines.count == 11 && lines.last == "suppliergo: warning: 13 more lines ignored ('--verbose' names all)")
    }

    @Test func namesDamagedLinesAndListsTheRest() async throws {
        _ = try await edit("1", "--phone", "1234")
        let file = try #require(try setting.directory.files().first { $0.hasSuffix(".jsonl") })
        #expect(file.hasPrefix(".local/share/suppliergo/edits/"))
        try setting.directory.write(try setting.directory.read(file) + Array("rubbish\n".utf8), to: file)
        let result = try await setting.run("list -c c.json --format tsv")
        #expect(result.status == 0 && result.output.contains("\t1234\t"))
        let path = setting.directory.path(of: file)
        #expect(
            result.errorOutput
                == "suppliergo: warning: line 3 of your edits in '\(path)' is damaged and was ignored\n")
        for line in ["edits", "edits --all"] {
            #expect(try await setting.run(line).errorOutput == result.errorOutput)
        }
        #expect(try await setting.run("cache clear").status == 0)
        #expect(try await edit("2", "--phone", "1234").status == 0)
        #expect(try setting.directory.read(file + ".damaged") == Array("rubbish\n".utf8))
        #expect(try await setting.run("list -c c.json --format tsv").errorOutput.isEmpty)
    }
}
