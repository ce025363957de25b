import Testing

@testable import SupplierGoKit

@Suite struct SupplierQueryTests {
    let supplier: Supplier

    init() {
        supplier = Supplier(
            id: Supplier.ID(4711), createdAt: Timestamp("2021-01-21T09:11:16Z"),
            fullname: "Zoë O'Connell", avatar: Avatar(endpoint: "picture.png"), phone: "1-789-686",
            company: "Müller, Straße & Ölmann: Sons", email: "Zoe@Example.ORG")
    }

    @Test(arguments: [
        "", "  \t", "zoë", "ZOË", "zoe", "ZOE\u{308}", "o'connell", "o’connell", "connell zo", "MÜLLER", "muller",
        "ölm",
        "straße", "STRASSE", "ss", "example.org", "789-6", "789–6", "471", "4711 zoë 686", "zo zo zo", "\u{301}",
    ])
    func matchesWhereEveryWordStandsSomewhere(text: String) {
        #expect(SupplierQuery(text).matches(supplier))
    }

    @Test(arguments: [
        "zoe connell q", "picture", "2021", "0", "zoëo", "müller,straße", "ölmanns", "zoé1", "東", "mueller",
    ])
    func matchesNotWhereAWordIsMissing(text: String) {
        #expect(!SupplierQuery(text).matches(supplier))
    }

    @Test func keepsAWordWithSpacesTogether() {
        #expect(SupplierQuery(words: ["Zoë O'C", ""]).matches(supplier))
        #expect(!SupplierQuery(words: ["O'Connell Zoë"]).matches(supplier))
        let tabbed = Supplier(
            id: supplier.id, createdAt: supplier.createdAt, fullname: "Ann\tLee", avatar: nil, phone: "", company: "",
            email: "")
        #expect(SupplierQuery(words: ["N L"]).matches(tabbed) && SupplierQuery(words: ["\t"]).matches(tabbed))
        #expect(SupplierQuery(" A  b ") == SupplierQuery(words: ["a", "B"]))
        #expect(SupplierQuery(words: [""]).isEmpty && !SupplierQuery("a").isEmpty)
    }

    @Test(arguments: [
        "name:zoe", "fullname:CONNELL", "Company:olmann", "email:zoe@", "phone:789", "id:4711", "name:zoe company:sons",
        "olmann:", "ölmann:",
    ])
    func looksInOneFieldWhereOneIsNamed(text: String) {
        #expect(SupplierQuery(text).matches(supplier))
    }

    @Test func takesAnIDAsItIsWritten() throws {
        func supplier(_ id: String) throws -> Supplier {
            Supplier(
                id: try #require(Supplier.ID(id)), createdAt: self.supplier.createdAt, fullname: "7", avatar: nil,
                phone: "7", company: "7", email: "7")
        }
        #expect(SupplierQuery("id:7").matches(try supplier("7")))
        for id in ["77", "17", "A7", "id:7"] { #expect(!SupplierQuery("id:7").matches(try supplier(id))) }
        #expect(!SupplierQuery("id:a7").matches(try supplier("A7")))
    }

    @Test(arguments: ["company:zoe", "name:sons", "id:789", "phone:47", "email:connell", "name:zoe company:zoe"])
    func looksInNoOtherFieldThan(text: String) {
        #expect(!SupplierQuery(text).matches(supplier))
    }

    @Test(arguments: [
        "https://a.example/x", ":x", ":", "::", "not:", "after:", "after:20",
        "before:2024-13", "after:2023-02-29", "is:", "is:new", "avatar:x", "OR", "a\"b",
    ])
    func takesAWordWithoutAMeaningAsItIs(text: String) {
        #expect(SupplierQuery(text) == SupplierQuery(words: [text]))
    }

    @Test(arguments: [
        ("\\is:edited", "is:edited"), ("\\OR", "OR"), ("\\\"zo", "\"zo"), ("\\\\x", "\\x"), ("\\email:", "email:"),
    ])
    func takesAWordAfterABackslashAsItIs(text: String, word: String) {
        #expect(SupplierQuery(text) == SupplierQuery(words: [word]))
    }

    @Test func takesOnlyTheFirstColonForTheFieldsEnd() {
        #expect(SupplierQuery("company:a:b").clauses == [[.init(.init("a:b", in: .company))]])
        #expect(SupplierQuery("name::").clauses == [[.init(.init(":", in: .fullname))]])
    }

    @Test(arguments: [
        "not:eve", "not:\"connell zoe\"", "\"zoe o'c\"", "company:\"straße & ö\"", "\"o'connell", "eve OR zoe",
        "eve OR zoe OR bob sons", "zoe sons OR eve", "not:name:sons", "not:eve OR zoe", "OR sons", "not:email:",
        "not:avatar:none", "after:2021", "after:2021-01", "after:2021-01-21", "before:2021-01-22", "before:2021-02",
        "before:2022", "not:after:2022", "created:2021", "createdAt:01-21", "not:createdAt:", "not:is:edited",
        "not:is:conflict", "NOT:eve", "not:\\is:edited",
    ])
    func obeysTheGrammar(text: String) {
        #expect(SupplierQuery(text).matches(supplier) && matchesAsText(text))
    }

    @Test(arguments: [
        "not:zoe", "\"zoe connell\"", "eve OR bob", "zoe OR eve bob", "eve zoe OR sons", "email:", "id:",
        "avatar:none", "avatar:", "avatar:failed", "after:2022", "after:2021-01-22", "before:2021-01-21", "before:2021",
        "is:edited", "is:added", "is:conflict", "not:not:not:zoe", "created:", "createdAt:2022",
    ])
    func obeysTheGrammarIfItFindsNothing(text: String) {
        #expect(!SupplierQuery(text).matches(supplier) && !matchesAsText(text))
    }

    private func matchesAsText(_ query: String) -> Bool {
        var text: [UInt8] = []
        let fields = FieldRanges(of: supplier, writtenTo: &text)
        return SupplierQuery(query).matches(fields, in: text.span)
    }

    @Test(arguments: [
        ("(030) 123 4567", true), ("+49 (30) 123-4567", true), ("030 1234567 zoe", true), ("123 4567 OR bob", true),
        ("not:030 1234567", true), ("030 1234568", false), ("123 457", false), ("030 bob 1234567", false),
    ])
    func findsATelephoneNumberOfSeveralWords(text: String, isFound: Bool) throws {
        let zoe = Supplier(
            id: supplier.id, createdAt: nil, fullname: "Zoë", avatar: nil, phone: "+49-30-1234567", company: "",
            email: "")
        #expect(SupplierQuery(text).matches(zoe) == isFound)
    }

    @Test func comparesDaysInUTC() throws {
        let late = Supplier(
            id: supplier.id, createdAt: Timestamp("2024-01-01T01:00:00+02:00"), fullname: "", avatar: nil,
            phone: "", company: "", email: "")
        #expect(SupplierQuery("before:2024").matches(late) && !SupplierQuery("after:2024-01-01").matches(late))
        #expect(SupplierQuery("email: name: avatar:none").matches(late))
        let undated = Supplier(
            id: supplier.id, createdAt: nil, fullname: "", avatar: nil, phone: "", company: "", email: "")
        #expect(!SupplierQuery("before:2024").matches(undated) && !SupplierQuery("after:2024").matches(undated))
    }

    @Test func knowsEditsAndFailures() throws {
        var edits = SupplierEdits()
        let now = try #require(supplier.createdAt)
        try edits.change([.company: "Own"], of: supplier.id, original: supplier, at: now)
        let changed = Supplier(
            id: supplier.id, createdAt: supplier.createdAt, fullname: "Zoë", avatar: nil, phone: "", company: "Theirs",
            email: "")
        let edit = try #require(edits[supplier.id])
        let (edited, conflict) = (edit.applied(to: supplier).supplier, edit.applied(to: changed).supplier)
        #expect(SupplierQuery("is:edited not:is:added").matches(try #require(edited)))
        #expect(!SupplierQuery("is:conflict").matches(try #require(edited)))
        #expect(SupplierQuery("is:conflict is:edited").matches(try #require(conflict)))
        #expect(SupplierQuery("avatar:failed").needsCache && !SupplierQuery("avatar:none").needsCache)
        #expect(SupplierQuery("avatar:failed").matches(supplier) { $0.avatar?.endpoint == "picture.png" })
        try edits.add(try #require(Supplier.ID("n")), [.fullname: "A B", .company: "C"], at: now)
        let added = try #require(edits.added.first?.applied(to: nil).supplier)
        #expect(SupplierQuery("is:added not:is:edited").matches(added))
    }

    @Test(arguments: [
        ("zoe", "Zoë O'Connell", "[Zoë] O'Connell"), ("o", "Zoë O'Connell", "Z[o]ë [O]'C[o]nnell"),
        ("zo oe", "Zoë", "[Zoë]"), ("stras", "Straße", "[Straß]e"),
        ("rasse", "Zoe\u{308} Straße", "Zoe\u{308} St[raße]"),
        ("oe", "Zoe\u{308}", "Z[oe\u{308}]"), ("fi", "ﬁn", "[ﬁ]n"), ("f", "ﬃ", "[ﬃ]"), ("aa", "aaa b", "[aaa] b"),
        ("company:zoe", "Zoë", "Zoë"), ("name:zoe", "Zoë", "[Zoë]"), ("zoe", "Zo…", "Zo…"), ("a", "", ""),
        ("ab", "a\u{ad}b", "[a\u{ad}b]"), ("not:zoe", "Zoë", "Zoë"), ("x OR \"ë o\"", "Zoë O", "Zo[ë O]"),
    ])
    func tellsWhichPartsMatch(text: String, shown: String, expected: String) {
        let query = SupplierQuery(text)
        var marked = ""
        var end = shown.startIndex
        for range in query.matchedParts(of: shown, in: .fullname) {
            marked += shown[end..<range.lowerBound] + "[" + shown[range] + "]"
            end = range.upperBound
        }
        #expect(marked + shown[end...] == expected)
    }
}
