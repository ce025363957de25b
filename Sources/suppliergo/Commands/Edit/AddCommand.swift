import SupplierGoKit

/// `suppliergo add`: adds a supplier, beside the catalog.
struct AddCommand: Command {
    static let description = CommandDescription(
        name: "add", overview: "Add a supplier locally.",
        discussion: """
            The supplier is stored apart from the catalog and listed after the catalog's own. Its id is printed. \
            Without a field's option, $VISUAL or $EDITOR opens a form.
            """,
        options: Options.reading + Options.fields.map(\.option.row) + [Options.newID.row],
        examples: [("suppliergo add -c catalog.json", "a form, in your editor")])

    private let loading: LoadingOptions
    private let store: EditStore
    private let given: [Supplier.Field: String]

    /// The new supplier's id.
    private let id: Supplier.ID

    /// True if the id was given, so that another supplier may have it.
    private let isGiven: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        loading = try LoadingOptions(arguments)
        store = try arguments.editStore()
        given = arguments.editedValues
        let text = try arguments[Options.newID]
        isGiven = text != nil
        guard let id = Supplier.ID((text ?? SupplierChange.newID()).trimmed),
            !id.rawValue.unicodeScalars.contains(where: \.isControl)
        else { throw Self.description.misuse("the id is empty, or has a control character") }
        self.id = id
    }

    func run(on console: Console) async throws -> ExitStatus {
        try await Session.with(loading, on: console) { session in
            try EditorSession.require(unless: !given.isEmpty, of: Self.description, on: console)
            guard EditStore.name(of: loading.location) != nil else { throw EditStoreError.unnamedCatalog }
            if isGiven {
                try await session.withOriginals(ofIDs: [id], byBeginning: false) {
                    if $0[0].original?.id == id { throw SupplierEdits.Edit.Error.idIsTaken(id) }
                }
            } else {
                // A new UUID is in no catalog, which then need not be read to its end.
                try await session.openCatalog()
            }
            let change = SupplierChange(id: id, original: nil, kind: .add, values: given)
            let heading = "A new supplier of \(EditStore.name(of: loading.location) ?? "")"
            _ = try await EditorSession.store(change, orAsk: heading, from: nil, in: session, store)
            try console.print(id.rawValue.visibleText + "\n")
            return .done
        }
    }
}
