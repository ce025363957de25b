import Testing

@testable import SupplierGoKit

@Suite struct SupplierQueryTests {
    let supplier: Supplier

    init() throws {
        supplier = Supplier(
            id: Supplier.ID(4711), createdAt: try #require(Timestamp("2021-01-21T09:11:16Z")),
            fullname: "Zoë O'Connell", avatar: Avatar(endpoint: "picture.png"), phone: "1-789-686",
            company: "Müller, Straße & Ölmann", email: "Zoe@Example.ORG")
    }

    @Test(arguments: [
        "", "  \t", "zoë", "ZOË", "o'connell", "connell zo", "MÜLLER", "ölm", "straße", "example.org", "789-6", "471",
        "4711 zoë 686",
        "zo zo zo",
    ])
    func matchesWhereEveryWordStandsSomewhere(text: String) {
        #expect(SupplierQuery(text).matches(supplier))
    }

    @Test(arguments: ["zoe connell q", "picture", "2021", "0", "zoëo", "müller,straße"])
    func matchesNotWhereAWordIsMissing(text: String) {
        #expect(!SupplierQuery(text).matches(supplier))
    }

    @Test func keepsAWordWithSpacesTogether() {
        #expect(SupplierQuery(words: ["Zoë O'C", ""]).matches(supplier))
        #expect(!SupplierQuery(words: ["O'Connell Zoë"]).matches(supplier))
        #expect(SupplierQuery(" A  b ") == SupplierQuery(words: ["a", "B"]))
        #expect(SupplierQuery(words: [""]).isEmpty && !SupplierQuery("a").isEmpty)
    }
}
