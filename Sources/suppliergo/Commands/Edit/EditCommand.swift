import SupplierGoKit

/// `suppliergo edit ID`: changes fields of a supplier, beside the catalog.
struct EditCommand: Command {
    static let description = CommandDescription(
        name: "edit", overview: "Edit a supplier locally. The catalog is not changed.",
        discussion: """
            The edit is stored apart from the catalog and applied whenever the catalog is read. Without a field's \
            option, $VISUAL or $EDITOR opens the supplier. A field set back to the catalog's value is no longer \
            edited. The exit status is 64 if a value breaks its field's rules, 65 if the editor's text was \
            abandoned.
            """,
        argument: .init(
            name: "id", meaning: "The supplier's id, or its first 6 or more characters if it has at least 20.",
            isRequired: true, completion: .suppliers, isSingle: true),
        options: Options.reading + Options.fields.map(\.option.row),
        examples: [
            ("suppliergo edit 13 --phone +351-21-555-0199", "a new phone number"),
            ("suppliergo edit 13", "all fields, in your editor"),
        ])

    private let loading: LoadingOptions
    private let store: EditStore
    private let id: Supplier.ID
    private let given: [Supplier.Field: String]

    init(_ arguments: Arguments) throws(UsageError) {
        id = try arguments.supplierIDs()[0]
        loading = try LoadingOptions(arguments)
        store = try arguments.editStore()
        given = arguments.editedValues
    }

    func run(on console: Console) async throws -> ExitStatus {
        try await Session.with(loading, on: console) { session in
            try EditorSession.require(unless: !given.isEmpty, of: Self.description, on: console)
            return try await session.withOriginals(ofIDs: [self.id]) { try await edit($0[0], in: session) }
        }
    }

    private func edit(_ found: Session.Original, in session: Session) async throws -> ExitStatus {
        let (id, original) = found
        let edits = try await store.document(of: loading.location).edits
        guard let shown = edits[id].map({ $0.applied(to: original).supplier }) ?? original else {
            throw edits[id]?.kind == .removed
                ? SupplierEdits.Edit.Error.removed(id) : SupplierEdits.Edit.Error.noSupplier(id)
        }
        let change = SupplierChange(id: id, original: original, values: given)
        let heading = "Supplier \(id) of \(EditStore.name(of: loading.location) ?? "")"
        let (before, after) = try await EditorSession.store(change, orAsk: heading, from: shown, in: session, store)
        guard before != after else {
            session.console.inform("nothing has changed")
            return .done
        }
        let fields = Supplier.Field.editable.filter { before?.changes[$0] != after?.changes[$0] }
        session.console.inform("edited \(fields.map(\.rawValue).joined(separator: ", ")) of '\(id)'")
        return .done
    }
}
