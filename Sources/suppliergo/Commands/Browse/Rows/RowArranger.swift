import SupplierGoKit

/// Finds, sorts and groups the rows of a list.
///
/// The whole table is sorted first, and its ranks are kept: a search then looks through the rows in that order, so that the
/// first it finds are the first of the list. The rows that were found are kept too. A query to which a letter or a word was
/// added looks through those only, and one for a table that has grown continues after its last row.
struct RowArranger {
    private let collation: Collation

    /// The ranks of a table's rows in the last order, and by company if they were grouped.
    private var ranks: [SupplierOrder: FieldRanks] = [:]
    private var rankedVersion: SupplierTable.Version?
    private var search: RowSearch?

    /// The arrangement of the last complete answer.
    private var answered: RowArrangement?

    /// Creates an arranger without any ranks.
    init(collation: Collation) {
        self.collation = collation
    }

    /// Answers a request: with the first rows that were found, with more from time to time, and with all.
    ///
    /// If the last answer was to the same arrangement of another table, there is one answer only, so that the list does
    /// not become shorter in between.
    ///
    /// - Throws: `CancellationError`, soon after the task is cancelled; the rows found until then are kept.
    mutating func answer(_ request: RowRequest, reporting report: (RowAnswer) -> Void) throws {
        let arrangement = request.arrangement
        let isKnown = arrangement == answered
        answered = nil
        let companies = arrangement.isGrouped ? try ranks(of: request.table, by: .company) : nil
        let rows = try sortedRows(for: request)
        func send(_ found: [UInt32]?, isComplete: Bool) {
            let selection = request.selection(of: found ?? rows, groupedBy: companies)
            report(
                RowAnswer(
                    generation: request.generation, arrangement: arrangement, table: request.table,
                    selection: selection, isComplete: isComplete))
        }
        guard !arrangement.query.isEmpty else {
            search = nil
            answered = arrangement
            return send(nil, isComplete: true)
        }
        search = RowSearch(for: arrangement, in: request.table.version, rows, continuing: search)
        try find(in: request.table) { if !isKnown { send($0, isComplete: false) } }
        send(search?.found, isComplete: true)
        answered = arrangement
    }

    /// Searches to the end, and reports whenever there is twice as much as before.
    private mutating func find(in table: SupplierTable, reporting report: ([UInt32]) -> Void) throws {
        var reportedCount = 0
        var count = RowSearch.firstSlice
        while try search?.find(inNext: count, of: table) == true {
            count = min(2 * count, RowSearch.lastSlice)
            guard let found = search?.found, found.count > 2 * reportedCount else { continue }
            reportedCount = found.count
            report(found)
        }
    }

    /// All rows in the request's order; `nil` for the catalog's own.
    private mutating func sortedRows(for request: RowRequest) throws -> [UInt32]? {
        let (table, arrangement) = (request.table, request.arrangement)
        guard arrangement.order != .feed || arrangement.isReversed else { return nil }
        return try ranks(of: table, by: arrangement.order)?.rows(reversed: arrangement.isReversed)
            ?? (0..<UInt32(table.count)).reversed()
    }

    /// The ranks by a field; `nil` for the catalog's own order.
    private mutating func ranks(of table: SupplierTable, by order: SupplierOrder) throws -> FieldRanks? {
        if rankedVersion != table.version { ranks = [:] }
        rankedVersion = table.version
        if let known = ranks[order] { return known }
        // Those by company are kept beside those of the last order.
        ranks = ranks.filter { order == .company || $0.key == .company }
        ranks[order] = try FieldRanks(of: table, by: order, collation: collation)
        return ranks[order]
    }
}

extension RowRequest {
    /// The lines of a list.
    ///
    /// - Parameters:
    ///   - rows: its rows in their order; `nil` for all in the catalog's own.
    ///   - companies: the ranks of the companies that they are grouped by; `nil` if they are not.
    fileprivate func selection(of rows: [UInt32]?, groupedBy companies: FieldRanks?) -> RowSelection {
        guard let companies else { return rows.map { RowSelection($0) } ?? .all(table.count) }
        let (grouped, starts) = companies.grouped(rows ?? Array(0..<UInt32(table.count)))
        let folded = starts.indices.dropLast().filter { section in
            !foldedCompanies.isEmpty
                && foldedCompanies.contains(table.text(of: .company, at: Int(grouped[Int(starts[section])])))
        }
        return RowSelection(grouped, starts: starts, folded: Set(folded))
    }
}
