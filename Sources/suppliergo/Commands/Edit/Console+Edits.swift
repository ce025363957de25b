import FoundationEssentials
import SupplierGoKit

extension LoadingOptions {
    /// The user's own edits of the catalog. What cannot be read is not applied, and said.
    func storedEdits(on console: Console) async -> SupplierEdits {
        guard let edits else { return SupplierEdits() }
        do {
            let document = try await edits.document(of: location)
            console.warn(of: document, at: edits.path(of: location) ?? "")
            return document.edits
        } catch {
            console.warn("your edits are not applied: \(error)")
            return SupplierEdits()
        }
    }
}

extension Console {
    /// Says what of a file of edits is not applied: lines that are damaged, of which the first few are named, and what a
    /// newer version has written.
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
    func warnOfConflicts(among edited: [Supplier.ID: EditedSupplier], catalog: String?) {
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

    /// The supplier with an id as the catalog has it, or `nil` if it has none. If no supplier has it, the only one whose id
    /// differs from it in its Unicode normal form.
    ///
    /// - Throws: ``Failure`` if several have the id; the error that ended the catalog before its time.
    func original(withID id: Supplier.ID) async throws -> Supplier? {
        let (found, _) = try await withoutEdits.readCatalog(into: [Supplier](), preferring: id) { found, batch in
            found += batch.suppliers.filter { $0.id.looksLike(id) }
        }
        let exact = found.filter { $0.id == id }
        guard exact.count < 2 else {
            throw Failure(
                .noMatch, "\(Count.formatted(exact.count)) suppliers have the id '\(id)', which no edit can tell apart")
        }
        return exact.first ?? (found.count == 1 && loader.edits[id] == nil ? found[0] : nil)
    }
}
