import Testing

@testable import suppliergo

@Suite struct NearestWordTests {
    @Test(arguments: [
        ("lst", "list"), ("lsit", "list"), ("liist", "list"), ("lost", "list"), ("LIST", "list"), ("sho", "show"),
        ("fet", "fetch"), ("x", nil), ("zebra", nil), ("s", nil),
        ("llllllllllllllllllllllllllllllllllllllllllist", nil),
    ])
    func findsWhatWasMeant(word: String, nearest: String?) {
        #expect(NearestWord.to(word, among: ["list", "show", "fetch"]) == nearest)
    }

    @Test func choosesTheOneWithFewestEdits() {
        #expect(NearestWord.to("reverte", among: ["refresh", "reverse"]) == "reverse")
    }

    @Test func findsNoEmptyWord() {
        #expect(NearestWord.to("n", among: ["", "vat"]) == nil)
        #expect(NearestWord.path(to: "n.a", among: ["", "vat"]) == nil)
    }

    @Test(arguments: [
        ("localhost:8080/v", "http://localhost:8080/v"), ("127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("www.example.com/v", "http://www.example.com/v"), ("//host/v", "http://host/v"),
        ("https:/host/v", "https://host/v"), ("http//host/v", "http://host/v"), ("erpp", "erp"), ("ERP", "erp"),
        ("vendors.csv", nil), ("http/v.json", nil), ("localhost.json", nil), ("/c/10:30.csv", nil),
    ])
    func findsTheCatalogThatWasMeant(word: String, catalog: String?) {
        #expect(NearestWord.catalog(word, among: ["erp", "directory"]) == catalog)
    }

    @Test func findsNoBeginningThatTwoWordsHave() {
        #expect(NearestWord.to("per-h", among: ["per-host-limit", "per-host-count"]) == nil)
    }
}
