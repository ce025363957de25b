import FoundationEssentials
import SupplierGoKit

/// `suppliergo remove ID`: hides a supplier.
struct RemoveCommand: Command {
    static let description = CommandDescription(
        name: "remove", overview: "Hide a supplier, for yourself.",
        discussion: """
            The catalog stays as it is, and your earlier edits are kept: 'suppliergo revert' shows the supplier again as \
            it was, even one that you have added.
            """,
        argument: .editable, options: Options.reading,
        examples: [.init("suppliergo remove 13", "one supplier less")])

    private let loading: LoadingOptions
    private let store: EditStore
    private let id: Supplier.ID

    init(_ arguments: Arguments) throws(UsageError) {
        id = try arguments.supplierID()
        loading = try LoadingOptions(arguments)
        store = try arguments.editStore()
    }

    func run(on console: Console) async throws -> ExitStatus {
        try await Session.with(loading, on: console) { session in
            let original = try await session.original(withID: id)
            let now = Timestamp(.now)
            try await store.update(of: loading.location) { [id] edits in
                try edits.remove(id, original: original, at: now)
            }
            let line = RevertCommand.description.line(for: id, catalog: loading.catalogWord)
            console.note("removed '\(id)': '\(line)' takes it back")
            return .done
        }
    }
}
