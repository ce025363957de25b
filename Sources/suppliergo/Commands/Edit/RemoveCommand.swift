import FoundationEssentials
import SupplierGoKit

/// `suppliergo remove ID...`: hides suppliers.
struct RemoveCommand: Command {
    static let description = CommandDescription(
        name: "remove", overview: "Hide suppliers locally.",
        discussion: """
            The catalog is not changed, and earlier edits are kept: 'suppliergo revert' brings back the supplier as \
            it was, even one that you added.
            """,
        argument: .init(
            name: "id", meaning: "The suppliers' ids, or their first 6 or more characters if they have at least 20.",
            isRequired: true, completion: .suppliers),
        options: Options.reading,
        examples: [("suppliergo remove 13", "hide a supplier")])

    private let loading: LoadingOptions
    private let store: EditStore
    private let ids: [Supplier.ID]

    init(_ arguments: Arguments) throws(UsageError) {
        ids = try arguments.supplierIDs()
        loading = try LoadingOptions(arguments)
        store = try arguments.editStore()
    }

    func run(on console: Console) async throws -> ExitStatus {
        try await Session.with(loading, on: console) { session in
            try await session.withOriginals(ofIDs: ids) { try await remove($0, in: session) }
            return .done
        }
    }

    private func remove(_ found: [Session.Original], in session: Session) async throws {
        let missing = found.filter { $0.original == nil && session.loader.edits[$0.id] == nil }.map(\.id.rawValue)
        guard missing.isEmpty else {
            throw Failure(.noMatch, SupplierMatches.sentence(ofMissingIDs: missing))
        }
        let now = Timestamp(.now)
        try await store.update(of: loading.location) { edits in
            for (id, original) in found { try edits.remove(id, original: original, at: now) }
        }
        for (id, _) in found {
            let line = ShellWord.call("revert", for: id.rawValue, catalog: loading.catalogWord)
            session.console.inform("removed '\(id)': '\(line)' undoes this")
        }
    }
}
