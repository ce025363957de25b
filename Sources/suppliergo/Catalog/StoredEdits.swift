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
            console.warn("your edits are not applied; \(error)")
            return SupplierEdits()
        }
    }
}

extension Console {
    /// Warns of the damaged lines of a file of edits, which are not applied; the first few are named.
    func warn(of document: EditDocument, at path: String) {
        let limit = warningLimit
        for line in document.damagedLines.prefix(limit) {
            warn("line \(line.number) of your edits in '\(path)' is damaged and was ignored")
        }
        let unnamed = document.damagedLines.count - limit
        guard unnamed > 0 else { return }
        warn("\(Count.formatted(unnamed, "more line")) ignored ('\(Options.verbose.spelling)' names all)")
    }

    /// Says how many edited suppliers are in an export.
    func noteEdits(_ edited: [Supplier.ID: SupplierEdits.Applied], matching query: SupplierQuery) {
        let count = edited.values.count { ($0.supplier ?? $0.original).map { query.matches($0) } ?? false }
        if count > 0 { note("with \(Count.formatted(count)) of your edits") }
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
