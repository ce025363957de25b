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
        ("zo", "z"), ("zo", ""), ("ZOË", "zo"), ("zoe m", "zoe"), ("azo b", "zo"), ("company:zo", "zo"),
        ("company:zo", "company:z"), ("id:77", "7"), ("id:7", "id:7"), ("ﬁn", "fi"), ("a zo", "zo a"),
    ])
    func narrowsWhatWasTypedBefore(text: String, former: String) {
        #expect(SupplierQuery(text).narrows(SupplierQuery(former)))
    }

    @Test(arguments: [
        ("z", "zo"), ("", "z"), ("zo", "company:zo"), ("name:zo", "company:zo"), ("id:77", "id:7"), ("7", "id:7"),
        ("company:k", "company:"), ("zoe", "zoe m"), ("zo oe", "zoe"),
    ])
    func doesNotNarrowAnother(text: String, former: String) {
        #expect(!SupplierQuery(text).narrows(SupplierQuery(former)))
    }

    @Test(arguments: ["https://a.example/x", "created:2021", "x:", ":x", "name:", ":", "::", "id:", "a:b:c"])
    func takesAWordWithAnotherColonAsItIs(text: String) {
        #expect(SupplierQuery(text) == SupplierQuery(words: [text]))
        #expect(SupplierQuery(text).terms.allSatisfy { $0.fields == Supplier.Field.searchable })
    }

    @Test func takesOnlyTheFirstColonForTheFieldsEnd() {
        #expect(SupplierQuery("company:a:b").terms == [SupplierQuery.Term("a:b", in: .company)])
        #expect(SupplierQuery("name::").terms == [SupplierQuery.Term(":", in: .fullname)])
    }

    @Test(arguments: [
        ("zoe", "Zoë O'Connell", "[Zoë] O'Connell"), ("o", "Zoë O'Connell", "Z[o]ë [O]'C[o]nnell"),
        ("zo oe", "Zoë", "[Zoë]"), ("stras", "Straße", "[Straß]e"),
        ("rasse", "Zoe\u{308} Straße", "Zoe\u{308} St[raße]"),
        ("oe", "Zoe\u{308}", "Z[oe\u{308}]"), ("fi", "ﬁn", "[ﬁ]n"), ("f", "ﬃ", "[ﬃ]"), ("aa", "aaa b", "[aaa] b"),
        ("company:zoe", "Zoë", "Zoë"), ("name:zoe", "Zoë", "[Zoë]"), ("zoe", "Zo…", "Zo…"), ("a", "", ""),
        ("ab", "a\u{ad}b", "[a\u{ad}b]"),
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
