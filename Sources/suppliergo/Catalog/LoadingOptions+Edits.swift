import SupplierGoKit

extension LoadingOptions {
    /// The user's edits of the catalog. Unreadable edits are not applied, with a warning.
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
