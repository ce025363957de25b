/// A catalog's edits, and a quick test that sorts out the ids of almost all records, which are not edited.
struct EditTable: Sendable {
    /// The edits, at least one.
    let edits: SupplierEdits

    /// A bit for each hash of an edited id, of 64 for each edit or more: a Bloom filter with one hash function.
    private let bits: [UInt64]

    /// Creates a table; `nil` if there are no edits.
    init?(_ edits: SupplierEdits) {
        guard !edits.isEmpty else { return nil }
        self.edits = edits
        var wordCount = 16
        while wordCount < edits.count { wordCount *= 2 }
        var bits = [UInt64](repeating: 0, count: wordCount)
        for id in edits.ids {
            let hash = XXH64.hash(of: id.rawValue.utf8.span)
            bits[Int(hash >> 6) & (wordCount - 1)] |= 1 << (hash & 63)
        }
        self.bits = bits
    }

    /// The id, in UTF-8, is edited.
    @inline(__always)
    func holds(_ id: Span<UInt8>) -> Bool {
        mayHold(id) && Supplier.ID(String(decoding: id)).map { edits[$0] != nil } == true
    }

    /// The edit of a supplier; `nil` if it has none.
    @inline(__always)
    func edit(of supplier: Supplier) -> SupplierEdits.Edit? {
        mayHold(supplier.id.rawValue.utf8.span) ? edits[supplier.id] : nil
    }

    @inline(__always)
    private func mayHold(_ id: Span<UInt8>) -> Bool {
        let hash = XXH64.hash(of: id)
        return bits[Int(truncatingIfNeeded: hash >> 6) & (bits.count &- 1)] >> (hash & 63) & 1 == 1
    }
}
