import SupplierGoKit

extension Session {
    /// Reads the catalog's beginning: it is there, and is one.
    func openCatalog() async throws {
        let reader = SupplierReader(in: self)
        try await reader.waitForFirst()
        await reader.stop()
    }

    /// The whole id of a supplier, and the supplier as the catalog has it, or `nil` if the catalog does not have it.
    typealias Original = (id: Supplier.ID, original: Supplier?)

    /// Does some work with the suppliers that some ids name. If it fails because nothing matched, the failure has the
    /// status of a run that is partly done if the catalog was.
    ///
    /// If no supplier has an id, it names the only one whose id differs in its Unicode normal form, or else the only
    /// one whose id begins with it, if both are long enough.
    ///
    /// - Parameter byBeginning: true if the beginning of an id is enough. Default `true`.
    /// - Throws: ``Failure`` if several have the id, or begin with it; the error that ended the catalog before its
    ///   time; what `body` throws.
    func withOriginals<Value>(
        ofIDs ids: [Supplier.ID], byBeginning: Bool = true, _ body: ([Original]) async throws -> Value
    ) async throws -> Value {
        let empty = Array(repeating: [Supplier](), count: ids.count)
        let only = ids.count == 1 ? ids[0] : nil
        let (found, reader) = try await withoutEdits.readCatalog(into: empty, preferring: only) {
            for (index, id) in ids.enumerated() {
                $0[index] += $1.suppliers.filter { $0.id.looksLike(id) || byBeginning && $0.id.begins(with: id) }
            }
        }
        do {
            return try await body(try zip(ids, found).map { try original($0, among: $1) })
        } catch {
            guard let failure = Failure(error, catalog: options.catalogWord), failure.status == .noMatch else {
                throw error
            }
            throw failure.orPartlyDone(if: await reader.isPartial)
        }
    }

    /// The supplier that an id names, among those whose ids look like it or begin with it.
    private func original(_ id: Supplier.ID, among found: [Supplier]) throws(Failure) -> Original {
        let exact = found.filter { $0.id == id }
        guard exact.count < 2 else {
            throw Failure(
                .noMatch,
                "\(Count.formatted(exact.count)) suppliers have the id '\(id)', so none of them can be edited")
        }
        guard exact.isEmpty, loader.edits[id] == nil else { return (id, exact.first) }
        let similar = found.filter { $0.id.looksLike(id) }
        if similar.count == 1 { return (similar[0].id, similar[0]) }
        let added = loader.edits.added.map(\.id).filter { $0.begins(with: id) }
        let longer = found.filter { !$0.id.looksLike(id) }
        guard longer.count + added.count < 2 else {
            let several = (longer.map(\.id) + added).prefix(3).map { "'\($0)'" }.joined(separator: ", ")
            throw Failure(.noMatch, "several ids begin with '\(id)' (\(several)): give more characters")
        }
        return (longer.first?.id ?? added.first ?? id, longer.first)
    }
}
