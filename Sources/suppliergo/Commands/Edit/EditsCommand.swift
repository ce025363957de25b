import FoundationEssentials
import SupplierGoKit

/// `suppliergo edits`: lists the user's own edits, and settles their conflicts with the catalog.
struct EditsCommand: Command {
    static let description = CommandDescription(
        name: "edits", overview: "List your edits, and settle conflicts.",
        discussion: """
            Newest first: the field, the old and the new value, and the date. The edits of one catalog are compared \
            with it: a conflict is a value that has changed in the catalog since you edited it. Without a catalog, \
            the edits of all catalogs are listed, without conflicts. Send the csv or json to the catalog's owner.
            """,
        argument: .init(
            name: "id",
            meaning: """
                The edited supplier's id, or words that name only this supplier. Default: all. With --rename, the \
                catalog's new location.
                """,
            isRequired: false, completion: .editedSuppliers),
        options: Options.reading + [
            Options.editsFormat.row, Options.everyEdit.row, Options.take.row, Options.keep.row,
            Options.rename.row, Options.noPager.row,
        ],
        examples: [
            ("suppliergo edits --format csv > edits.csv", "for the catalog's owner"),
            ("suppliergo edits --keep 13", "keep your own values"),
            ("suppliergo edits --rename old.json new.json", "after the catalog has moved"),
        ])

    private enum Action: Sendable {
        /// The edits of the catalog, or without one of all catalogs, are listed.
        case list(LoadingOptions?)

        /// A supplier's conflicts are settled.
        case settle(LoadingOptions, Supplier.ID, takesCatalogs: Bool)
        case rename(CatalogLocation, to: CatalogLocation)
    }

    private let action: Action
    private let store: EditStore
    private let format: OutputFormat

    private let isPaged: Bool

    /// The words that name the suppliers whose edits are listed; none for all.
    private var words: [String] = []

    init(_ arguments: Arguments) throws(UsageError) {
        store = try arguments.editStore()
        format = arguments[Options.editsFormat]
        isPaged = arguments.isPaged
        try Self.refuseCombined(arguments)
        if let old = arguments.given(Options.rename.row).last?.text {
            try arguments.refuseWords(beyond: 1)
            action = .rename(try arguments.location(old), to: try arguments.location(arguments.words.first ?? ""))
            return
        }
        if let given = [Options.take, Options.keep].lazy.compactMap({ arguments.given($0.row).last }).first {
            try arguments.refuseWords()
            guard let id = Supplier.ID(given.text) else { throw Self.description.misuse("the id is empty") }
            let takesCatalogs = given.name == Options.take.row.name
            action = .settle(try LoadingOptions(arguments), id, takesCatalogs: takesCatalogs)
            return
        }
        words = try arguments.supplierWords()
        let isOfOne = !arguments[Options.everyEdit] && arguments.hasCatalog
        action = .list(isOfOne ? try LoadingOptions(arguments) : nil)
    }

    /// Refuses combined options if one would be ignored.
    private static func refuseCombined(_ arguments: Arguments) throws(UsageError) {
        let rivals: [(Option<String?>, [OptionDescription])] = [
            (Options.take, [Options.keep.row, Options.rename.row, Options.everyEdit.row, Options.editsFormat.row]),
            (Options.keep, [Options.rename.row, Options.everyEdit.row, Options.editsFormat.row]),
            (Options.rename, [Options.everyEdit.row, Options.editsFormat.row, Options.catalog.row]),
            (Options.catalog, [Options.everyEdit.row]),
        ]
        for (option, others) in rivals where !arguments.given(option.row).isEmpty {
            try arguments.refuse(option.row, with: others)
        }
    }

    func run(on console: Console) async throws -> ExitStatus {
        switch action {
        case .rename(let old, let new):
            try await store.rename(old, to: new)
            let names = [old, new].map { EditStore.name(of: $0) ?? "" }
            console.inform("moved the edits of \(names[0]) to \(names[1])")
        case .settle(let loading, let id, let takesCatalogs):
            try await settle(id, takesCatalogs, loading, on: console)
        case .list(let loading?):
            return try await list(loading, on: console)
        case .list(nil):
            let documents = try await store.allDocuments().sorted {
                ($0.value.catalog, $0.key) < ($1.value.catalog, $1.key)
            }
            for (path, document) in documents { console.warn(of: document, at: path) }
            let suppliers = documents.flatMap { $0.value.edits.newestFirst.map(\.remembered) }
            let advice = "; give '\(Options.catalog.spelling)' to search its suppliers"
            let ids = try ids(among: suppliers.uniqued(on: \.id), advice: advice)
            let lists = documents.map(\.value).map { document in
                EditList(
                    catalog: document.catalog,
                    edits: wanted(document.edits, ids).map { $0.applied(to: nil) },
                    isCompared: false)
            }
            return try await print(lists.filter { !$0.edits.isEmpty }, on: console)
        }
        return .done
    }

    /// The edits of some ids or, without words, all.
    private func wanted(_ edits: SupplierEdits, _ ids: [Supplier.ID]) -> [SupplierEdits.Edit] {
        edits.newestFirst.filter { words.isEmpty || ids.contains($0.id) }
    }

    /// The ids that the words name; none without words.
    private func ids(among suppliers: [Supplier], advice: String = "") throws -> [Supplier.ID] {
        guard !words.isEmpty else { return [] }
        var matches = SupplierMatches(words)
        matches.add(suppliers)
        return try matches.all(advice: advice).map(\.id)
    }

    /// Lists the edits of one catalog, compared with it, or warns that it cannot be read.
    private func list(_ loading: LoadingOptions, on console: Console) async throws -> ExitStatus {
        let document = try await store.document(of: loading.location)
        guard !document.edits.isEmpty else {
            console.warn(of: document, at: store.path(of: loading.location) ?? "")
            return try await print([], on: console)
        }
        return try await Session.with(loading, on: console) { session in
            var (compared, ids) = ([Supplier.ID: SupplierEdits.Applied]?.none, [Supplier.ID]())
            do {
                if words.isEmpty {
                    let (_, reader) = try await session.readCatalog(into: (), renderedBy: { RowRenderer() })
                    compared = await reader.edited
                } else {
                    let matches = try await SupplierMatches.find(words, in: session, includingHidden: true)
                    compared = matches.edited
                    ids = try matches.all().map(\.id)
                }
            } catch let error as CatalogError {
                console.warn("conflicts are unknown; \(error.sentence)")
                ids = try self.ids(among: document.edits.newestFirst.map(\.remembered))
            }
            let list = EditList(
                catalog: document.catalog, catalogWord: loading.catalogWord,
                edits: wanted(document.edits, ids).map { compared?[$0.id] ?? $0.applied(to: nil) },
                isCompared: compared != nil)
            return try await print(list.edits.isEmpty ? [] : [list], isPartial: session.isPartial, on: console)
        }
    }

    private func settle(
        _ given: Supplier.ID, _ takesCatalogs: Bool, _ loading: LoadingOptions, on console: Console
    ) async throws {
        try await Session.with(loading, on: console) { session in
            let (id, original) = try await session.originals(ofIDs: [given])[0]
            let change = SupplierChange(id: id, original: original, kind: takesCatalogs ? .takeCatalogs : .keepOwn)
            let (before, after) = try await change.store(in: session, store)
            guard before != nil else { throw Failure(.noMatch, "the supplier '\(id)' is not edited") }
            guard before != after else { throw Failure(.noMatch, "the supplier '\(id)' has no conflict to settle") }
            console.inform(change.settlement)
        }
    }

    private func print(_ lists: [EditList], isPartial: Bool = false, on console: Console) async throws -> ExitStatus {
        if lists.isEmpty, format == .text {
            console.inform("no edits")
        } else {
            try await console.print(text(of: lists, on: console), paged: isPaged)
        }
        return lists.isEmpty && !words.isEmpty ? .noMatch.orPartlyDone(if: isPartial) : .done
    }

    /// The lists as they are printed. On a terminal everything that it would obey is written out.
    private func text(of lists: [EditList], on console: Console) -> String {
        guard format == .text else {
            let isForTerminal = console.outputTraits.isTerminal
            return RowWriter(names: EditList.names, format: format, isForTerminal: isForTerminal)
                .text(of: lists.flatMap(\.rows))
        }
        let (now, style) = (Timestamp(.now), console.outputStyle)
        return lists.map { list in
            (lists.count > 1 ? "\(style.bold(list.catalog.visibleText))\n" : "") + list.text(at: now, style: style)
        }.joined(separator: "\n")
    }
}

extension Arguments {
    /// The catalog that a text names: one of the settings file, or a location.
    fileprivate func location(_ text: String) throws(UsageError) -> CatalogLocation {
        let section = settings.section(named: text)
        if let section, hasCatalogCommand(section) { return .command(name: section.name) }
        return try location(section.flatMap { self.location(of: $0) } ?? text, from: .option)
    }
}

extension Options {
    static let everyEdit = Option(
        .edit, flag: "all",
        "All edits. 'revert' undoes those of the catalog, 'edits' lists those of every catalog.")

    static let take = Option<String?>(
        .edit, "take", .editedSupplier("id"), isSetting: false,
        "Settle a supplier's conflicts with the catalog's values.")

    static let keep = Option<String?>(
        .edit, "keep", .editedSupplier("id"), isSetting: false, "Settle a supplier's conflicts with your own values.")

    static let rename = Option<String?>(
        .edit, "rename", .catalog("old"), isSetting: false,
        "Move a catalog's edits to its new location, the argument.")

    static let editsFormat = format(
        of: [.text, .json, .ndjson, .csv],
        "The output format. text is for people, the others are for programs and for the catalog's owner.")
}
