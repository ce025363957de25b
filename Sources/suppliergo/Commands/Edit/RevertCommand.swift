import SupplierGoKit

/// `suppliergo revert ID|--all`: takes edits back.
struct RevertCommand: Command {
    static let description = CommandDescription(
        name: "revert", overview: "Undo the edits of suppliers, or of the catalog.",
        discussion: """
            One that was removed has its earlier edit again. The catalog is read only if a word is not the exact id of \
            an edited supplier.
            """,
        argument: .init(
            name: "id", meaning: "The edited suppliers' ids, or words that name one.", isRequired: false,
            completion: .editedSuppliers),
        options: Options.reading + [Options.everyEdit.row],
        examples: [("suppliergo revert 13", "the supplier as the catalog has it")])

    private let loading: LoadingOptions
    private let store: EditStore

    /// The suppliers; none for all of them.
    private let words: [String]

    init(_ arguments: Arguments) throws(UsageError) {
        let isAll = try arguments[Options.everyEdit]
        guard isAll != (arguments.words.count > 0) else {
            throw Self.description.misuse(
                isAll
                    ? "'\(Options.everyEdit.spelling)' takes no id"
                    : "nothing to revert: give an id, or '\(Options.everyEdit.spelling)'")
        }
        words = isAll ? [] : try arguments.supplierIDs().map(\.rawValue)
        loading = try LoadingOptions(arguments)
        store = try arguments.editStore()
    }

    func run(on console: Console) async throws -> ExitStatus {
        guard !words.isEmpty else {
            let count = try await store.update(of: loading.location) { edits in
                defer { edits = SupplierEdits() }
                return edits.count
            }
            console.inform("reverted \(Count.formatted(count, "edit"))")
            return .done
        }
        let (ids, isPartial) = try await ids(on: console)
        try await store.update(of: loading.location) { edits in
            for id in ids {
                guard edits[id] != nil else {
                    throw Failure(.noMatch, "the supplier '\(id)' is not edited").orPartlyDone(if: isPartial)
                }
                edits.revert(id)
            }
        }
        for id in ids { console.inform("reverted the edit of '\(id)'") }
        return ids.isEmpty ? .noMatch.orPartlyDone(if: isPartial) : .done
    }

    /// The ids of the suppliers, none after a message if the words do not name any, and whether the catalog that was
    /// read is incomplete.
    ///
    /// If the catalog cannot be read, ids and their beginnings are looked for among the edits alone.
    private func ids(on console: Console) async throws -> ([Supplier.ID], isPartial: Bool) {
        let edits = try await store.document(of: loading.location).edits
        let ids = words.compactMap { Supplier.ID($0) }
        if ids.allSatisfy({ edits[$0] != nil }) { return (ids, false) }
        return try await Session.with(loading, on: console) { session in
            do {
                let matches = try await SupplierMatches.find(words, in: session, includingHidden: true)
                return (matches.all(on: console).map(\.id), matches.isPartial)
            } catch let error as CatalogError {
                let taken = ids.compactMap { edits[$0] == nil ? edits.onlyID(beginningWith: $0) : $0 }
                guard taken.count == ids.count else { throw error }
                return (taken, false)
            }
        }
    }
}

extension SupplierEdits {
    /// The only edited id that begins with another one (``SupplierGoKit/Supplier/ID/begins(with:)``); `nil` if none or
    /// several do.
    fileprivate func onlyID(beginningWith start: Supplier.ID) -> Supplier.ID? {
        let ids = newestFirst.map(\.id).filter { $0.begins(with: start) }
        return ids.count == 1 ? ids[0] : nil
    }
}
