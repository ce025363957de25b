import FoundationEssentials
import SupplierGoKit

/// `suppliergo add`: adds a supplier, beside the catalog.
struct AddCommand: Command {
    static let description = CommandDescription(
        name: "add", overview: "Add a supplier, for yourself.",
        discussion: """
            The supplier is kept beside the catalog, and comes after its last one. Its id is printed. Without any field, \
            $VISUAL or $EDITOR opens a form.
            """,
        options: Options.reading + Options.fields.map(\.option.row) + [Options.newID.row],
        examples: [.init("suppliergo add -c catalog.json", "a form, in your editor")])

    private let loading: LoadingOptions
    private let store: EditStore
    private let given: EditedValues

    /// The new supplier's id.
    private let id: Supplier.ID

    /// Whether the id was given, so that another supplier may have it.
    private let isGiven: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.refuseWords()
        loading = try LoadingOptions(arguments)
        store = try arguments.editStore()
        given = EditedValues(arguments)
        let text = try arguments[Options.newID]
        isGiven = text != nil
        guard let id = Supplier.ID((text ?? UUID().uuidString.lowercased()).trimmed),
            !id.rawValue.unicodeScalars.contains(where: \.isControl)
        else { throw UsageError("the id is empty, or has a control character", see: .command(Self.description.name)) }
        self.id = id
    }

    func run(on console: Console) async throws -> ExitStatus {
        try await Session.with(loading, on: console) { session in
            try EditCommand.requireEditor(unless: !given.values.isEmpty, on: console)
            guard loading.location.identity != nil else { throw EditStoreError.unnamedCatalog }
            // A new UUID is in no catalog, which then need not be read.
            if isGiven, try await session.original(withID: id) != nil { throw EditError.idIsTaken(id) }
            let values = try await values(on: console)
            let now = Timestamp(.now)
            try await store.update(of: loading.location) { [id] edits in try edits.add(id, values, at: now) }
            try console.output.write(id.rawValue.visibleText + "\n")
            try console.output.flush()
            return .done
        }
    }

    private func values(on console: Console) async throws -> [SupplierEdit.Field: String] {
        let (limit, directory) = (loading.loader.avatarByteLimit, given.directory)
        guard given.values.isEmpty else {
            return try await EditedValues.resolved(given.values, from: directory, byteLimit: limit)
        }
        let form = EditForm(
            heading: "A new supplier of \(loading.location.identity ?? "")",
            values: Dictionary(uniqueKeysWithValues: SupplierEdit.Field.allCases.map { ($0, "") }))
        return try await EditorSession(form: form, store: store, environment: console.environment).run {
            values in
            let values = try await EditedValues.resolved(values, from: directory, byteLimit: limit)
            var edits = SupplierEdits()
            try edits.add(id, values, at: Timestamp(.now))
            return values
        }
    }
}

/// `suppliergo remove ID`: hides a supplier.
struct RemoveCommand: Command {
    static let description = CommandDescription(
        name: "remove", overview: "Hide a supplier, for yourself.",
        discussion: "The catalog stays as it is. A supplier that you have added is dropped.",
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
            console.note("removed '\(id)': 'suppliergo \(RevertCommand.description.name) \(id)' takes it back")
            return .done
        }
    }
}

/// `suppliergo revert ID|--all`: takes edits back.
struct RevertCommand: Command {
    static let description = CommandDescription(
        name: "revert", overview: "Take edits of a supplier back, or all of a catalog.",
        argument: .init(
            name: "id", meaning: "The edited supplier's id.", isRequired: false, kind: .editedSupplier, isSingle: true),
        options: [Options.catalog.row, Options.everyEdit.row],
        examples: [.init("suppliergo revert 13", "the supplier as the catalog has it")])

    private let location: CatalogLocation
    private let store: EditStore

    /// The supplier; `nil` for all of them.
    private let id: Supplier.ID?

    init(_ arguments: Arguments) throws(UsageError) {
        let isAll = try arguments[Options.everyEdit]
        guard isAll != (arguments.words.count > 0) else {
            throw UsageError(
                isAll
                    ? "'\(Options.everyEdit.spelling)' takes no id"
                    : "there is nothing to take back: give an id, or '\(Options.everyEdit.spelling)'",
                see: .command(Self.description.name))
        }
        id = isAll ? nil : try arguments.supplierID()
        location = try arguments.catalogLocation()
        store = try arguments.editStore()
    }

    func run(on console: Console) async throws -> ExitStatus {
        let count = Lock(1)
        try await store.update(of: location) { [id] edits in
            guard let id else {
                count.withLock { [edits] in $0 = edits.count }
                edits = SupplierEdits()
                return
            }
            guard edits[id] != nil else { throw Failure(.noMatch, "the supplier '\(id)' is not edited") }
            edits.revert(id)
        }
        console.note("reverted \(Count.formatted(count.withLock { $0 }, "edit"))")
        return .done
    }
}
