import SupplierGoKit

/// Finds, sorts and groups the rows of a list.
///
/// The order of the whole table comes first, and is kept: a search then looks through the rows in that order, so that the
/// first it finds are the first of the list. What was found is kept as well. A query that a letter or a word was added to
/// looks through that only, and one for a table that has grown goes on where it ended.
struct RowArranger {
    private let collation: Collation

    /// The ranks of a table's rows in the last order, and by company if they were grouped.
    private var ranks: [FieldRanks] = []

    /// All rows of a table in the last order that was not the catalog's own.
    private var sorted: (version: SupplierTable.Version, order: SupplierOrder, isReversed: Bool, rows: [UInt32])?
    private var search: RowSearch?

    /// What the last complete answer was to.
    private var answered: RowArrangement?

    /// Creates an arranger that knows nothing yet.
    init(collation: Collation) {
        self.collation = collation
    }

    /// Answers a request: with the first rows that were found, with more from time to time, and with all.
    ///
    /// Where the last answer was to the same arrangement of another table, there is one answer only, so that the list does
    /// not become shorter in between.
    ///
    /// - Throws: `CancellationError`, soon after the task is cancelled; what was found until then is kept.
    mutating func answer(_ request: RowRequest, reporting report: (RowAnswer) -> Void) throws {
        let arrangement = request.arrangement
        let isKnown = arrangement == answered
        answered = nil
        let companies = arrangement.isGrouped ? try ranks(of: request.table, by: .company) : nil
        let rows = try sortedRows(for: request)
        let draft = Draft(request: request, sortedRows: rows, companies: companies)
        if arrangement.query.isEmpty {
            search = nil
            report(draft.answer(found: nil))
        } else {
            search = RowSearch(for: arrangement, in: request.table.version, rows, continuing: search)
            try find(draft, reporting: isKnown ? { _ in } : report)
            report(draft.answer(found: search?.found))
        }
        answered = arrangement
    }

    /// Searches to the end, and reports whenever there is twice as much as before.
    private mutating func find(_ draft: Draft, reporting report: (RowAnswer) -> Void) throws {
        var reportedCount = 0
        var count = RowSearch.firstSlice
        while try search?.find(inNext: count, of: draft.request.table) == true {
            count = min(2 * count, RowSearch.lastSlice)
            guard let found = search?.found, found.count > 2 * reportedCount else { continue }
            reportedCount = found.count
            report(draft.answer(found: found, isComplete: false))
        }
    }

    /// All rows in the request's order; `nil` for the catalog's own.
    private mutating func sortedRows(for request: RowRequest) throws -> [UInt32]? {
        let (table, order, isReversed) = (request.table, request.arrangement.order, request.arrangement.isReversed)
        guard order != .feed || isReversed else { return nil }
        if let sorted, sorted.version == table.version, sorted.order == order, sorted.isReversed == isReversed {
            return sorted.rows
        }
        sorted = nil
        let rows =
            try ranks(of: table, by: order)?.rows(reversed: isReversed)
            ?? (0..<UInt32(table.count)).reversed()
        sorted = (table.version, order, isReversed, rows)
        return rows
    }

    /// The ranks by a field; `nil` for the catalog's own order.
    private mutating func ranks(of table: SupplierTable, by order: SupplierOrder) throws -> FieldRanks? {
        if let known = ranks.first(where: { $0.version == table.version && $0.order == order }) { return known }
        // Those by company are kept beside those of the last order.
        ranks.removeAll { known in
            known.version != table.version || order != .company && known.order != .company
        }
        guard let made = try FieldRanks(of: table, by: order, collation: collation) else { return nil }
        ranks.append(made)
        return made
    }
}

/// What the answers to a request are made from.
private struct Draft {
    let request: RowRequest

    /// All rows of the table, in their order; `nil` for the catalog's own.
    let sortedRows: [UInt32]?

    /// What rows are grouped by; `nil` where they are not.
    let companies: FieldRanks?

    /// - Parameter found: the rows that match; `nil` for all.
    func answer(found: [UInt32]?, isComplete: Bool = true) -> RowAnswer {
        RowAnswer(
            generation: request.generation, arrangement: request.arrangement, table: request.table,
            selection: selection(of: found), isComplete: isComplete)
    }

    private func selection(of found: [UInt32]?) -> RowSelection {
        let count = request.table.count
        if let companies {
            let rows = found ?? sortedRows ?? Array(0..<UInt32(count))
            let (grouped, starts) = companies.grouped(rows)
            return RowSelection(ordered: grouped, of: count, starts: starts, folded: folded(grouped, starts))
        }
        if sortedRows == nil { return found.map { RowSelection(increasing: $0) } ?? .all(count) }
        return RowSelection(ordered: found ?? sortedRows ?? [], of: count)
    }

    private func folded(_ rows: [UInt32], _ starts: [UInt32]) -> Set<Int> {
        guard !request.foldedCompanies.isEmpty else { return [] }
        let sections = starts.indices.dropLast()
        return Set(
            sections.filter { section in
                request.foldedCompanies.contains(request.table.text(of: .company, at: Int(rows[Int(starts[section])])))
            })
    }
}
