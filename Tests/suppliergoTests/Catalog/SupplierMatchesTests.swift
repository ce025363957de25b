import TestSupport
import Testing

/// Nobody is taken for another: what words name, for every command that is about one supplier.
@Suite struct SupplierMatchesTests {
    private let setting: CommandSetting

    static let long = "c0ffee99-aaaa-bbbb-cccc-ddddeeeeffff"

    init() throws {
        setting = try CommandSetting()
        let records = [
            Self.record("1", "Ana Lima"), Self.record("7", "Bo Diaz"), Self.record(Self.long, "Long Day"),
            Self.record("V1001", "Vee Ray"), Self.record("muller-1", "Hans Schmidt"),
            Self.record("8", "Karl Muller", #","vat":"muller DE5""#),
            Self.record("c0ffee00-aaaa-bbbb-cccc-ddddeeeeffff", "Rainy Day", #","vat":"DE5""#),
            Self.record("c0ffee12", "Short Id"),
        ]
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
    }

    private static func record(_ id: String, _ name: String, _ members: String = "") -> String {
        let email = name.lowercased().replacing(" ", with: ".") + "@example.com"
        return """
            {"id":"\(id)","createdAt":null,"fullname":"\(name)","avatar":"/\(id).png","phone":"",\
            "company":"Firm","email":"\(email)"\(members)}
            """
    }

    static let taken: [(words: String, id: String)] = [
        ("1", "1"), (long, long), ("c0ffee9", long), ("c0ffee99-aaaa", long), ("c0ffee12", "c0ffee12"), ("muller", "8"),
        ("long", long), ("ana.lima@", "1"), ("bo diaz", "7"), ("id:7", "7"), ("MULLER karl", "8"),
        ("muller not:hans", "8"),
    ]

    @Test(arguments: taken) func takesAnIDOrTheOnlyOneThatIsCalledSo(words: String, id: String) async throws {
        let shown = try await setting.run("show -c c.json -f tsv \(words)")
        #expect(shown.output.split(separator: "\t").first.map(String.init) == id, "\(shown.errorOutput)")
        #expect(shown.status == 0 && shown.errorOutput.isEmpty)
        let opened = try await setting.run("open -c c.json --print \(words)")
        #expect(opened.output.hasPrefix("mailto:") && opened.status == 0, "\(opened.errorOutput)")
        let why = try await setting.run("cache why -c c.json \(words)")
        #expect(why.output.contains("/\(id).png\n"), "\(why.errorOutput)")
    }

    static let refused: [(words: String, sentence: String, ids: [String])] = [
        ("V100", "1 supplier matches 'V100' only in an id or another field: give its id", ["V1001"]),
        ("c0ffe", "3 suppliers match 'c0ffe' only in an id or another field: give the id of one", [long]),
        ("c0ffee", "3 suppliers match 'c0ffee' only", []), ("vat:DE5", "2 suppliers match 'vat:DE5' only", ["8"]),
        ("day", "2 suppliers match 'day': give the id of one", [long]), ("zebra", "no supplier matches 'zebra'", []),
        ("1 7 zebra", "no supplier has the id 'zebra', but '1' and '7' are ids: give only ids", []),
        ("1 lima", "no supplier has the id 'lima', but '1' is one: give only ids, or only words to search for", []),
    ]

    @Test(arguments: refused, ["show", "open --print", "revert", "edits", "cache why"])
    func takesNobodyElse(refused: (words: String, sentence: String, ids: [String]), command: String) async throws {
        _ = try await setting.run("edit -c c.json 8 --company Other")
        let result = try await setting.run("\(command) -c c.json \(refused.words)")
        #expect(result.status == 1 && result.output.isEmpty, "\(result.output)")
        #expect(result.errorOutput.hasPrefix("suppliergo: error: " + refused.sentence), "\(result.errorOutput)")
        for id in refused.ids { #expect(result.errorOutput.contains("\n  \(id)  ")) }
    }

    /// Writes a catalog of one supplier, who is edited.
    private func writeOne() async throws {
        let record = Self.record("1", "Ana Lima").replacing("null", with: #""2025-01-01T00:00:00Z""#)
        try setting.directory.write(Array(Samples.catalog([record]).utf8), to: "one.json")
        #expect(try await setting.run("edit -c one.json 1 --company Other").status == 0)
    }

    @Test(arguments: ["show", "open --print", "revert", "edits", "cache why", "remove"], ["''", "' '", "1 ''"])
    func takesNobodyByAnEmptyWord(command: String, words: String) async throws {
        try await writeOne()
        let result = try await setting.shell(#""$0" \#(command) -c one.json \#(words)"#)
        #expect(result.status == 64 && result.output.isEmpty, "\(result.output)")
        #expect(result.errorOutput.hasPrefix("suppliergo: error: the id is empty (see "), "\(result.errorOutput)")
    }

    @Test(
        arguments: ["after:2024", "not:bea", "phone:", "is:edited", "bea OR after:2024", "not:bea is:edited", "vat:"],
        ["show", "open --print", "revert", "edits", "cache why"])
    func takesNobodyByConditionsAlone(words: String, command: String) async throws {
        try await writeOne()
        let result = try await setting.run("\(command) -c one.json \(words)")
        #expect(result.status == 1 && result.output.isEmpty, "\(result.output)")
        let sentence = "1 supplier matches '\(words)' only in an id or another field: give its id"
        #expect(result.errorOutput.hasPrefix("suppliergo: error: \(sentence)\n"), "\(result.errorOutput)")
        #expect(result.errorOutput.contains("\n  1  Ana Lima, Other\n"))
    }

    @Test(arguments: ["ana after:2024", "not:bea lima", "bea OR ana", "company:other is:edited", "id:1 phone:"])
    func takesTheOnlyOneThatIsCalledSoUnderConditions(words: String) async throws {
        try await writeOne()
        let opened = try await setting.run("open --print -c one.json \(words)")
        #expect(opened.status == 0 && opened.output == "mailto:ana.lima@example.com\n", "\(opened.errorOutput)")
    }

    @Test func takesOneOfSeveralIDs() async throws {
        let result = try await setting.run("open -c c.json --print 1 7")
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(
            result.errorOutput == """
                suppliergo: error: 2 suppliers match '1 7': give the id of one
                  1  Ana Lima, Firm
                  7  Bo Diaz, Firm

                """)
    }

    @Test(arguments: [("c0ffee9", long), ("7", "7")])
    func editsAndRemovesByIDsAndTheirBeginnings(word: String, id: String) async throws {
        let edited = try await setting.run("edit -c c.json \(word) --company Other")
        #expect(edited.errorOutput == "suppliergo: edited company of '\(id)'\n")
        let removed = try await setting.run("remove -c c.json 1 \(word)")
        #expect(removed.status == 0 && removed.errorOutput.contains("removed '\(id)'"), "\(removed.errorOutput)")
    }

    @Test(arguments: ["c0ffee1", "V100", "muller", "bo", "c0ffe"])
    func editsAndRemovesNobodyByOtherWords(word: String) async throws {
        for command in ["edit -c c.json \(word) --company Other", "remove -c c.json \(word) 1"] {
            let result = try await setting.run(command)
            #expect(result.status == 1)
            #expect(result.errorOutput == "suppliergo: error: no supplier has the id '\(word)'\n")
        }
        let several = try await setting.run("edit -c c.json c0ffee --company Other")
        #expect(several.status == 1 && several.errorOutput.contains("several ids begin with 'c0ffee'"))
        #expect(try await setting.run("edits -c c.json").errorOutput == "suppliergo: no edits\n")
    }

    @Test(arguments: ["7 \(long)", "7 c0ffee9", "\(long) 7"])
    func takesSeveralEditsBack(words: String) async throws {
        #expect(try await setting.run("remove -c c.json 7 1 \(Self.long)").status == 0)
        let reverted = try await setting.run("revert -c c.json \(words)")
        #expect(reverted.status == 0)
        #expect(reverted.errorOutput.contains("suppliergo: reverted the edit of '7'\n"))
        #expect(reverted.errorOutput.contains("suppliergo: reverted the edit of '\(Self.long)'\n"))
        #expect(try await setting.run("edits -c c.json").output == "1  Ana Lima  removed just now\n")
    }

    @Test func takesAHiddenSuppliersEditBackByItsName() async throws {
        #expect(try await setting.run("remove -c c.json 7").status == 0)
        #expect(try await setting.run("edits -c c.json bo diaz").output == "7  Bo Diaz  removed just now\n")
        #expect(try await setting.run("edits bo").output == "7  Bo Diaz  removed just now\n")
        let other = try await setting.run("revert -c c.json ana")
        #expect(other.status == 1 && other.errorOutput == "suppliergo: error: the supplier '1' is not edited\n")
        let reverted = try await setting.run("revert -c c.json bo diaz")
        #expect(reverted.errorOutput == "suppliergo: reverted the edit of '7'\n")
    }

    @Test func needsNoCatalogToTakeBackAnEditByItsID() async throws {
        #expect(try await setting.run("remove -c c.json 7").status == 0)
        try setting.directory.write([], to: "c.json")
        #expect(try await setting.run("revert -c c.json bo").status == 65)
        #expect(try await setting.run("revert -c c.json 7").status == 0)
    }

    @Test(arguments: ["c0ffee99-aaaa", "7 c0ffee9"])
    func needsNoCatalogToTakeBackAnEditByTheBeginningOfItsID(words: String) async throws {
        #expect(try await setting.run("remove -c c.json 7 \(Self.long)").status == 0)
        #expect(try await setting.shell("mv c.json d.json").status == 0)
        for other in ["c0ffee00", "c0ffe", "7 bo"] {
            #expect(try await setting.run("revert -c c.json \(other)").status == 66, "\(other)")
        }
        let reverted = try await setting.run("revert -c c.json \(words)")
        #expect(reverted.status == 0)
        #expect(reverted.errorOutput.hasSuffix("suppliergo: reverted the edit of '\(Self.long)'\n"))
    }

    @Test func saysHowToSearchTheSuppliersOfACatalog() async throws {
        #expect(try await setting.run("edit -c c.json 7 --company Other").status == 0)
        let other = try await setting.run("edits bo")
        #expect(other.status == 1 && other.output.isEmpty)
        #expect(
            other.errorOutput
                == "suppliergo: error: no supplier matches 'bo'; give '--catalog' to search its suppliers\n")
        #expect(try await setting.run("edits -c c.json bo").output.hasPrefix("7  Bo Diaz  edited just now\n"))
        let absent = try await setting.run("edits -c c.json zebra")
        #expect(absent.errorOutput == "suppliergo: error: no supplier matches 'zebra'\n")
        let misspelt = try await setting.run("edits nmae:bo")
        #expect(misspelt.errorOutput.hasSuffix("no supplier matches 'nmae:bo': did you mean 'name:bo'?\n"))
    }
}
