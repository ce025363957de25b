import FoundationEssentials
import SupplierGoKit

/// `suppliergo edit ID`: changes fields of a supplier, beside the catalog. What values may be, and which are warned of,
/// ``SupplierChange`` says.
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
    private var given: [Supplier.Field: String] { loading.arguments.editedValues }

    init(_ arguments: Arguments) throws(UsageError) {
        id = try arguments.supplierIDs()[0]
        loading = try LoadingOptions(arguments)
        store = try arguments.editStore()
    }

    func run(on console: Console) async throws -> ExitStatus {
        try await Session.with(loading, on: console) { session in
            try EditorSession.require(unless: !given.isEmpty, of: Self.description, on: console)
            let (id, original) = try await session.originals(ofIDs: [self.id])[0]
            let edits = try await store.document(of: loading.location).edits
            guard let shown = edits[id].map({ $0.applied(to: original).supplier }) ?? original else {
                throw edits[id]?.kind == .removed
                    ? SupplierEdits.Edit.Error.removed(id) : SupplierEdits.Edit.Error.noSupplier(id)
            }
            let change = SupplierChange(id: id, original: original, values: given)
            let heading = "Supplier \(id) of \(EditStore.name(of: loading.location) ?? "")"
            let (before, after) = try await EditorSession.store(change, orAsk: heading, from: shown, in: session, store)
            let fields = Supplier.Field.editable.filter { before?.changes[$0] != after?.changes[$0] }
            let names = fields.map(\.rawValue).joined(separator: ", ")
            console.inform(fields.isEmpty ? "nothing has changed" : "edited \(names) of '\(id)'")
            return .done
        }
    }
}

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
    private var given: [Supplier.Field: String] { loading.arguments.editedValues }

    /// The new supplier's id.
    private let id: Supplier.ID

    init(_ arguments: Arguments) throws(UsageError) {
        loading = try LoadingOptions(arguments)
        store = try arguments.editStore()
        guard let id = Supplier.ID((arguments[Options.newID] ?? SupplierChange.newID()).trimmed),
            !id.rawValue.unicodeScalars.contains(where: \.isControl)
        else { throw Self.description.misuse("the id is empty, or has a control character") }
        self.id = id
    }

    func run(on console: Console) async throws -> ExitStatus {
        try await Session.with(loading, on: console) { session in
            try EditorSession.require(unless: !given.isEmpty, of: Self.description, on: console)
            guard EditStore.name(of: loading.location) != nil else { throw EditStoreError.unnamedCatalog }
            // Another supplier may have an id that was given.
            if loading.arguments[Options.newID] != nil {
                let found = try await session.originals(ofIDs: [id], isExact: true)[0]
                if found.original != nil { throw SupplierEdits.Edit.Error.idIsTaken(id) }
            } else {
                // A new UUID is in no catalog: it is enough that there is one.
                let reader = SupplierReader(in: session)
                try await reader.waitForFirst()
                await reader.stop()
            }
            let change = SupplierChange(id: id, original: nil, kind: .add, values: given)
            let heading = "A new supplier of \(EditStore.name(of: loading.location) ?? "")"
            _ = try await EditorSession.store(change, orAsk: heading, from: nil, in: session, store)
            try console.print(id.rawValue.visibleText + "\n")
            return .done
        }
    }
}

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
            let found = try await session.originals(ofIDs: ids)
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
                console.inform("removed '\(id)': '\(line)' undoes this")
            }
            return .done
        }
    }
}

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
        let isAll = arguments[Options.everyEdit]
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
            let count = try await store.update(of: loading.location) { exchange(&$0, with: SupplierEdits()).count }
            console.inform("reverted \(Count.formatted(count, "edit"))")
            return .done
        }
        let ids = try await ids(on: console)
        try await store.update(of: loading.location) { edits in
            for id in ids { edits.revert(id) }
        }
        for id in ids { console.inform("reverted the edit of '\(id)'") }
        return .done
    }

    /// The ids of the suppliers, which are edited.
    ///
    /// If the catalog cannot be read, ids and their beginnings are looked for among the edits alone.
    private func ids(on console: Console) async throws -> [Supplier.ID] {
        let edits = try await store.document(of: loading.location).edits
        let ids = words.compactMap { Supplier.ID($0) }
        if ids.allSatisfy({ edits[$0] != nil }) { return ids }
        return try await Session.with(loading, on: console) { session in
            do {
                let matches = try await SupplierMatches.find(words, in: session, includingHidden: true)
                let ids = try matches.all().map(\.id)
                if let id = ids.first(where: { edits[$0] == nil }) {
                    throw Failure(.noMatch, "the supplier '\(id)' is not edited")
                }
                return ids
            } catch let error as CatalogError {
                var found = SupplierMatches.NamedByIDs(ids)
                found.add(edits.newestFirst.map(\.remembered))
                let taken = found.named.map(\.taken)
                guard !taken.contains(where: { $0.count == 0 }) else { throw error }
                return taken.flatMap(\.first).map(\.id)
            }
        }
    }
}

extension Arguments {
    /// The ids that are the arguments, each once.
    fileprivate func supplierIDs() throws(UsageError) -> [Supplier.ID] {
        try supplierWords().compactMap { Supplier.ID($0) }.uniqued(on: \.self)
    }

    /// The values that options give to fields. An avatar is as it was given.
    fileprivate var editedValues: [Supplier.Field: String] {
        Options.fields.reduce(into: [:]) { $0[$1.field] = given($1.option.row).last?.text.trimmed }
    }
}

extension Options {
    static let newID = Option<String?>(
        .edit, "id", .text("id"), shown: "a new UUID", isSetting: false, "The id of the supplier to add.")

    /// The options that set fields, by field.
    static let fields: [(field: Supplier.Field, option: Option<String?>)] = [
        (.fullname, .text("name"), "The full name."), (.company, .text("name"), "The company."),
        (.phone, .text("number"), "The phone number; '' for none."),
        (.email, .text("address"), "The e-mail address; '' for none."),
        (.avatar, .image("url|file"), "The avatar: a URL or an image's path; '' for none. The file stays where it is."),
    ].map { (field: Supplier.Field, type: OptionType<String>, meaning: String) in
        (field, Option(.edit, field.rawValue, type, isSetting: false, meaning))
    }
}
