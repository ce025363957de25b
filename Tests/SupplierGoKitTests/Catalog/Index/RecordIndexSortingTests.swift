import Testing

@testable import SupplierGoKit

struct RecordIndexSortingTests {
    /// Entries of these hashes, at offsets that fall.
    private func words(_ hashes: [UInt64]) -> [UInt64] {
        hashes.indices.flatMap { [hashes[$0], UInt64(hashes.count - $0)] }
    }

    private func pairs(_ words: [UInt64]) -> [[UInt64]] {
        stride(from: 0, to: words.count, by: 2).map { Array(words[$0..<($0 + 2)]) }
    }

    private static let hashes = (0..<1300).map { RecordIndexFormat.hash(of: "id-\($0)") }

    @Test func partsEntriesByAByteAndKeepsTheirOrder() {
        let words = words(Self.hashes)
        let (parted, ends) = RecordIndexSorting.partitioned(words, byByte: 0)
        #expect(ends.count == 256 && ends.last == words.count)
        let expected = Dictionary(grouping: pairs(words)) { Int($0[0] >> 56) }
        var start = 0
        for (group, end) in ends.enumerated() {
            #expect(pairs(Array(parted[start..<end])) == expected[group] ?? [])
            start = end
        }
    }

    @Test(arguments: [
        hashes, [], [7], [7, 7, 7], hashes.map { $0 & 0xffff_ffff_ffff }, hashes.map { $0 & 0xff },
        hashes.map { $0 & 0xff00_0000_0000_0000 },
    ])
    func sortsByHashAndThenByOffset(hashes: [UInt64]) {
        let words = words(hashes)
        let expected = pairs(words).sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
        #expect(pairs(RecordIndexSorting.sorted(words)) == expected)
    }
}
