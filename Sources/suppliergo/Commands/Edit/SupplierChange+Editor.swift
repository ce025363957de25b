import SupplierGoKit

extension SupplierChange {
    /// Stores the values that were given or, if there are none, those that the user writes into a form.
    ///
    /// - Parameters:
    ///   - heading: the form's first line.
    ///   - shown: the supplier whose values the form begins with; `nil` for empty ones.
    /// - Returns: the edit before, and the edit that is stored.
    /// - Throws: as ``checked(in:_:)``, ``EditStore`` and ``EditorSession`` do.
    func keep(
        orAsk heading: String, from shown: Supplier?, in session: Session, _ store: EditStore
    ) async throws -> (before: SupplierEdits.Edit?, after: SupplierEdits.Edit?) {
        guard values.isEmpty else { return try await checked(in: session, store).keep(in: session, store) }
        let values = Dictionary(uniqueKeysWithValues: Supplier.Field.editable.map { ($0, shown?[$0] ?? "") })
        let form = EditForm(heading: heading, values: values)
        return try await EditorSession(form: form, change: self, session: session, store: store).run()
    }
}
