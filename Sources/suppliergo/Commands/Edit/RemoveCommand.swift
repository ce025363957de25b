import FoundationEssentials
import SupplierGoKit

/// `suppliergo remove ID`: hides a supplier.
struct RemoveCommand: Command {
    static let description = CommandDescription(
        name: "remove", overview: "Hide a supplier locally.",
        discussion: """
            The catalog is not changed, and earlier edits are kept: 'suppliergo revert' brings back the supplier as \
            it was, even one that you added.
            """,
        argument: .supplierID, options: Options.reading,
        examples: [.init("suppliergo remove 13", "hide a supplier")])

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
            let original = try await session.original(withID: self.id)
            let id = original?.id ?? self.id
            let now = Timestamp(.now)
            try await store.update(of: loading.location) { edits in
                try edits.remove(id, original: original, at: now)
            }
            let line = ShellWord.call("revert", for: id.rawValue, catalog: loading.catalogWord)
            console.note("removed '\(id)': '\(line)' takes it back")
            return .done
        }
    }
}
