import SupplierGoKit

extension Session {
    /// The whole id of a supplier, and the supplier as the catalog has it, or `nil` if the catalog does not have it.
    typealias Original = (id: Supplier.ID, original: Supplier?)

    /// The suppliers that some ids name, in their order.
    ///
    /// If no supplier has an id, it stands for another one as in ``SupplierMatches``.
    ///
    /// - Parameter isExact: true if an id stands for itself alone. Default `false`.
    /// - Throws: ``Failure`` if several have the id, or begin with it; the error that ended the catalog before its
    ///   time.
    func originals(ofIDs ids: [Supplier.ID], isExact: Bool = false) async throws -> [Original] {
        let only = ids.count == 1 ? ids[0] : nil
        let (found, _) = try await withoutEdits.readCatalog(
            into: SupplierMatches.NamedByIDs(ids), preferring: only
        ) { $0.add($1.suppliers) }
        return try zip(ids, found.named).map { try original($0, among: $1, isExact: isExact) }
    }

    /// The supplier that an id names, among those of the catalog that it may stand for and the added ones.
    private func original(
        _ id: Supplier.ID, among found: SupplierMatches.Named, isExact: Bool
    ) throws(Failure) -> Original {
        let count = found.withID.count
        guard count < 2 else {
            let sentence = "\(Count.formatted(count)) suppliers have the id '\(id)', so none of them can be edited"
            throw Failure(.noMatch, sentence)
        }
        guard count == 0, loader.edits[id] == nil, !isExact else { return (id, found.withID.first.first) }
        var found = found
        for edit in loader.edits.added { found.add(edit.remembered, for: id) }
        let taken = found.taken.first.first
        guard taken != nil || found.beginning.count < 2 else {
            let several = found.beginning.first.prefix(3).map { "'\($0.id)'" }.joined(separator: ", ")
            throw Failure(.noMatch, "several ids begin with '\(id)' (\(several)): give more characters")
        }
        return taken.map { ($0.id, loader.edits[$0.id]?.kind == .added ? nil : $0) } ?? (id, nil)
    }
}
