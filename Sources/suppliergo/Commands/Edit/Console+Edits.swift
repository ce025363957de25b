import FoundationEssentials
import SupplierGoKit

extension LoadingOptions {
    /// The user's own edits of the catalog. What cannot be read is not applied, and said.
    ///
    /// - Throws: ``EditStoreError/untrusted(path:)``.
    func storedEdits(on console: Console) async throws -> SupplierEdits {
        guard let edits else { return SupplierEdits() }
        do {
            let document = try await edits.document(of: location)
            console.warn(of: document, at: edits.path(of: location) ?? "")
            return document.edits
        } catch {
            if case EditStoreError.untrusted = error { throw error }
            console.warn("your edits are not applied: \(error)")
            return SupplierEdits()
        }
    }
}

extension Console {
    /// Says what of a file of edits is not applied: lines that are damaged, of which the first few are named, and what
    /// a newer version has written.
    func warn(of document: EditDocument, at path: String) {
        if document.isFromNewerVersion {
            warn("a newer version has written your edits in '\(path)': what this one does not know is not applied")
        }
        let limit = warningLimit
        for line in document.damagedLines.prefix(limit) {
            warn("line \(line.number) of your edits in '\(path)' is damaged and was ignored")
        }
        let unnamed = document.damagedLines.count - limit
        guard unnamed > 0 else { return }
        warn("\(Count.formatted(unnamed, "more line")) ignored ('\(Options.verbose.spelling)' names all)")
    }

    /// Warns of edited fields that the catalog has changed as well.
    func warnOfConflicts(among edited: [Supplier.ID: SupplierEdits.Applied], catalog: String?) {
        let count = edited.values.count { !$0.conflicts.isEmpty }
        guard count > 0 else { return }
        let verb = count == 1 ? "conflicts" : "conflict"
        warn(
            "\(Count.formatted(count)) of your edits \(verb) with the catalog: "
                + "see '\(ShellWord.call("edits", catalog: catalog))'")
    }
}

extension Session {
    /// Reads the catalog's beginning: it is there, and is one.
    func openCatalog() async throws {
        let reader = reader()
        try await reader.waitForFirst()
        if let failure = await reader.failure { throw failure }
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
    /// - Parameter byBeginning: whether the beginning of an id is enough. Default `true`.
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
            guard let failure = Failure(error), failure.status == .noMatch else { throw error }
            throw failure.orPartlyDone(if: await reader.isPartial)
        }
    }

    /// The supplier that an id names, among those whose ids look like it or begin with it.
    private func original(_ id: Supplier.ID, among found: [Supplier]) throws(Failure) -> Original {
        let exact = found.filter { $0.id == id }
        guard exact.count < 2 else {
            throw Failure(
                .noMatch,
                "\(Count.formatted(exact.count)) suppliers have the id '\(id)', which no edit can tell apart")
        }
        guard exact.isEmpty, loader.edits[id] == nil else { return (id, exact.first) }
        let similar = found.filter { $0.id.looksLike(id) }
        if similar.count == 1 { return (similar[0].id, similar[0]) }
        let added = loader.edits.added.map(\.id).filter { $0.begins(with: id) }
        let longer = found.filter { !$0.id.looksLike(id) }
        guard longer.count + added.count < 2 else {
            let several = (longer.map(\.id) + added).prefix(3).map { "'\($0)'" }.joined(separator: ", ")
            throw Failure(.noMatch, "several ids begin with '\(id)' (\(several)): give more of it")
        }
        return (longer.first?.id ?? added.first ?? id, longer.first)
    }
}
