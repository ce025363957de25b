/// A catalog's edits, and the hashes of the edited ids, which sort out almost all records.
struct EditTable: Sendable {
    /// The edits, at least one.
    let edits: SupplierEdits

    private let hashes: Set<UInt64>

    /// Creates a table; `nil` if there are no edits.
    init?(_ edits: SupplierEdits) {
        guard !edits.isEmpty else { return nil }
        self.edits = edits
        hashes = Set(edits.ids.map { XXH64.hash(of: $0.rawValue.utf8.span) })
    }

    /// The id, in UTF-8, is edited.
    @inline(__always)
    func holds(_ id: Span<UInt8>) -> Bool {
        hashes.contains(XXH64.hash(of: id)) && Supplier.ID(String(decoding: id)).map { edits[$0] != nil } == true
    }

    /// The edit of a supplier; `nil` if it has none.
    @inline(__always)
    func edit(of supplier: Supplier) -> SupplierEdits.Edit? {
        hashes.contains(XXH64.hash(of: supplier.id.rawValue.utf8.span)) ? edits[supplier.id] : nil
    }
}
