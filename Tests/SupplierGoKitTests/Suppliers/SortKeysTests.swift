import Testing

@testable import SupplierGoKit

@Suite struct SortKeysTests {
    @Test func comparesBytesBeyondTheFirstEight() {
        let texts = [
            "12345678b", "12345678a", "12345678", "1234567", "1234567\0", "", "\0", "12345678a", "\u{ff}", "2",
        ]
        var keys = SortKeys(capacity: texts.count)
        for text in texts { keys.append { $0 += text.utf8 } }
        let expected = texts.indices.sorted { left, right in
            let (one, other) = (Array(texts[left].utf8), Array(texts[right].utf8))
            return one == other ? left < right : one.lexicographicallyPrecedes(other)
        }
        #expect(keys.order(reversed: false) == expected)
        #expect(keys.order(reversed: true).map { texts[$0] } == expected.reversed().map { texts[$0] })
    }
}
