import SupplierGoKit

/// `suppliergo revert ID|--all`: takes edits back.
struct RevertCommand: Command {
    static let description = CommandDescription(
        name: "revert", overview: "Undo the edits of a supplier, or of the catalog.",
        argument: .init(
            name: "id", meaning: "The edited supplier's id.", isRequired: false, completion: .editedSuppliers,
            isSingle: true),
        options: [Options.catalog.row, Options.everyEdit.row],
        examples: [("suppliergo revert 13", "the supplier as the catalog has it")])

    private let location: CatalogLocation
    private let store: EditStore

    /// The supplier; `nil` for all of them.
    private let id: Supplier.ID?

    init(_ arguments: Arguments) throws(UsageError) {
        let isAll = try arguments[Options.everyEdit]
        guard isAll != (arguments.words.count > 0) else {
            throw Self.description.misuse(
                isAll
                    ? "'\(Options.everyEdit.spelling)' takes no id"
                    : "there is nothing to take back: give an id, or '\(Options.everyEdit.spelling)'")
        }
        id = isAll ? nil : try arguments.supplierID()
        location = try arguments.catalogLocation()
        store = try arguments.editStore()
    }

    func run(on console: Console) async throws -> ExitStatus {
        let count = try await store.update(of: location) { [id] edits in
            guard let given = id else {
                let count = edits.count
                edits = SupplierEdits()
                return count
            }
            let found = edits.id(for: given)
            guard edits[found] != nil else { throw Failure(.noMatch, "the supplier '\(found)' is not edited") }
            edits.revert(found)
            return 1
        }
        console.note("reverted \(Count.formatted(count, "edit"))")
        return .done
    }
}
