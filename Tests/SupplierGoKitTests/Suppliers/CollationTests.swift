import Testing

@testable import SupplierGoKit

@Suite struct CollationTests {
    private func sorted(_ texts: [String], by collation: SupplierOrder.Collation) -> [String] {
        texts.sorted { key(of: $0, by: collation).lexicographicallyPrecedes(key(of: $1, by: collation)) }
    }

    private func key(of text: String, by collation: SupplierOrder.Collation) -> [UInt8] {
        var key: [UInt8] = []
        collation.appendSortKey(of: text, to: &key)
        return key
    }

    @Test func ignoresCaseAndAccentsByItself() {
        #expect(sorted(["zoe", "Éva", "Eve", "eda", "Zoë a"], by: .folded) == ["eda", "Éva", "Eve", "zoe", "Zoë a"])
        #expect(key(of: "Zoë", by: .folded) == key(of: "zoe", by: .folded))
    }

    @Test(arguments: ["C", "POSIX", "C.UTF-8", "C.utf8"])
    func comparesBytesWhereTheLocaleHasNoLanguage(name: String) throws {
        let collation = try #require(SupplierOrder.Collation(localeNamed: name))
        #expect(collation == .bytes)
        #expect(sorted(["é", "b", "A", "a", "Z", "", "aa"], by: collation) == ["", "A", "Z", "a", "aa", "b", "é"])
    }

    @Test(arguments: ["", "xx_XX.UTF-8", "../../etc", "C\0"])
    func isOfNoLocaleThatIsNotThere(name: String) {
        #expect(SupplierOrder.Collation(localeNamed: name) == nil)
    }

    @Test func makesKeysOfTheSystemsLocale() throws {
        // C.UTF-8 is always there; its keys are compared as its text is, whatever their length.
        let locale = try #require(SystemLocale("C.UTF-8"))
        let texts = ["", "a", "é", "東京", String(repeating: "x", count: 5000)]
        var keys: [[UInt8]] = []
        for text in texts {
            var key: [UInt8] = [7]
            locale.appendSortKey(of: text, to: &key)
            #expect(key.first == 7)
            keys.append(Array(key.dropFirst()))
        }
        #expect(keys[0].isEmpty && keys[4].count >= 5000)
        for (left, leftText) in zip(keys, texts) {
            for (right, rightText) in zip(keys, texts) {
                let isBefore = leftText.utf8.lexicographicallyPrecedes(rightText.utf8)
                #expect(left.lexicographicallyPrecedes(right) == isBefore)
            }
        }
    }
}
