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

    @Test func findsNoBeginningThatTwoWordsHave() {
        #expect(NearestWord.to("per-h", among: ["per-host-limit", "per-host-count"]) == nil)
    }
}
