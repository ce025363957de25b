import FoundationEssentials
import SupplierGoKit
import TestSupport
import Testing

@testable import suppliergo

/// A browser without a terminal: rows are arranged at once, and every other effect is kept.
struct BrowserTrial {
    /// The browser's state.
    private(set) var state: BrowserState

    /// The effects since they were last taken, but for pictures and timers.
    private(set) var effects: [BrowserEffect] = []

    /// The requests that have no answer yet, while answers are held back.
    private(set) var requests: [RowRequest] = []

    /// Requests are only kept.
    var holdsAnswers = false

    /// Edits are only kept, and do not end.
    var holdsEdits = false

    /// The catalog that was sent last.
    private var catalog = ShownCatalog()

    private let arranger = RowArranger(collation: .folded)

    init(
        columns: Int = 80, rows: Int = 24, query: String = "", isPicker: Bool = false,
        style: TextStyle = TextStyle(usesColor: false, usesUnicode: true), listColumns: [ListColumn]? = nil
    ) {
        let setting = BrowserSetting(
            catalogName: "catalog.json", style: style, columns: listColumns,
            matcher: QueryMatcher(naming: (listColumns ?? []).compactMap(\.otherPath)), isPicker: isPicker)
        state = BrowserState(setting, size: CellSize(columns: columns, rows: rows), query: query)
    }

    /// A browser that has read suppliers.
    init(
        _ suppliers: [Supplier], columns: Int = 80, rows: Int = 24, query: String = "", isPicker: Bool = false,
        style: TextStyle = TextStyle(usesColor: false, usesUnicode: true)
    ) throws {
        self.init(columns: columns, rows: rows, query: query, isPicker: isPicker, style: style)
        try load(SupplierTable(suppliers))
    }

    /// The suppliers of the repository's catalog.
    static func catalog() throws -> [Supplier] {
        try JSONDecoder().decode([Supplier].self, from: Data(TestData.bytes("catalog.json")))
    }

    /// The screen's lines.
    var screen: [String] { state.draw().lines }

    /// The id of the current supplier.
    var currentID: String? { state.currentRow.map { state.table.supplier(at: $0).id.rawValue } }

    /// The ids in the list, with `-` for a heading.
    var ids: [String] {
        (0..<state.lines.lineCount).map { line in
            guard case .row(let row) = state.lines[line] else { return "-" }
            return state.table.supplier(at: row).id.rawValue
        }
    }

    /// The menu that is open.
    var menu: Menu? { if case .menu(let menu)? = state.overlay { menu } else { nil } }

    /// Reads a table to its end.
    mutating func load(_ table: SupplierTable) throws {
        try arrive(table)
        try end(with: CatalogEnd(source: .location))
    }

    /// Sends the catalog after a change of it.
    mutating func show(_ change: (inout ShownCatalog) -> Void) throws {
        catalog.changes = nil
        change(&catalog)
        try send(.catalog(catalog))
    }

    /// Reads as much of a catalog as is in a table.
    mutating func arrive(_ table: SupplierTable, from source: SupplierBatch.Source = .location) throws {
        // As the feed's reader does.
        for supplier in table.suppliers { _ = state.setting.matcher.matches(supplier) }
        try show { ($0.table, $0.end.source) = (table, source) }
    }

    /// Ends a reading.
    mutating func end(with end: CatalogEnd) throws {
        try show { catalog in
            let source = end.source ?? catalog.end.source
            catalog.end = end
            catalog.end.source = source
            (catalog.isLoading, catalog.isComplete) = (false, catalog.isComplete || end.failure == nil)
        }
    }

    /// Reads other suppliers in the shown ones' place.
    mutating func refresh(_ suppliers: [Supplier]) throws {
        var comparison = CatalogComparison(of: .standardInput, with: .standardInput)
        comparison.addOld(state.catalog.table.suppliers)
        comparison.addNew(suppliers)
        let changes = CatalogChanges(comparison.changes)
        try show { catalog in
            (catalog.table, catalog.changes) = (SupplierTable(suppliers), changes)
            catalog.end = CatalogEnd(source: .location)
            (catalog.isLoading, catalog.isComplete) = (false, true)
        }
    }

    /// Presses keys, one after the other.
    mutating func press(_ keys: Key...) throws {
        for key in keys { try send(.input(.key(key))) }
    }

    /// Presses the keys of a text.
    mutating func type(_ text: String) throws {
        for character in text { try send(.input(.key(.character(character)))) }
    }

    /// Lets the running timer of a kind expire.
    mutating func expire(_ kind: BrowserTimer.Kind) throws {
        try send(.expired(BrowserTimer(kind: kind, number: try #require(state.timers[kind]))))
    }

    mutating func send(_ event: BrowserEvent) throws {
        for effect in state.update(event) {
            switch effect {
            case .arrange(let request):
                requests.append(request)
                if !holdsAnswers { try answer() }
            case .showPictures, .wait: break
            case .edit, .undo:
                effects.append(effect)
                if !holdsEdits { try send(.editEnded) }
            default:
                readSuppliers(of: effect)
                effects.append(effect)
            }
        }
    }

    /// Looks at the suppliers that an effect is about, as the browser does: there have to be such rows.
    private func readSuppliers(of effect: BrowserEffect) {
        switch effect {
        case .export(let export): for row in export.rows { _ = export.table.supplier(at: row) }
        default: break
        }
    }

    /// Answers the last request, with at most some of its partial answers before.
    mutating func answer() throws {
        guard let request = requests.popLast() else { return }
        requests = []
        var answers: [RowAnswer] = []
        try arranger.answer(request) { answers.append($0) }
        for answer in answers { try send(.arranged(answer)) }
    }

    /// The effects since the last call.
    mutating func takeEffects() -> [BrowserEffect] {
        defer { effects = [] }
        return effects
    }
}
