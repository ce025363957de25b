import SupplierGoKit

/// The suppliers that a list shows, and their order.
struct RowArrangement: Sendable, Hashable {
    /// The query that they match.
    var query = SupplierQuery("")

    /// Their order.
    var order = SupplierOrder.catalog

    /// True if the last one comes first; suppliers that are alike stay in the catalog's order.
    var isReversed = false

    /// True if they are in sections, one for each company.
    var isGrouped = false

    /// True if all suppliers are shown in the catalog's order, which needs no work.
    var isPlain: Bool { query.isEmpty && order == .catalog && !isReversed && !isGrouped }
}

/// Asks for the rows of an arrangement.
struct RowRequest: Sendable {
    /// Tells this request from others; that of a newer one is greater.
    let generation: Int

    /// The rows to list, and their order.
    let arrangement: RowArrangement

    /// The suppliers.
    let table: SupplierTable

    /// The companies whose sections are folded.
    var foldedCompanies: Set<String> = []

    /// True if answers with the first rows come before the one with all. If only the table is another, they do not, so
    /// that the list does not become shorter in between.
    var wantsFirstRows = true

    /// The lines of a list.
    ///
    /// - Parameter rows: its rows in their order; `nil` for all in the catalog's own.
    /// - Throws: `CancellationError`.
    func lines(of rows: [UInt32]?, by collation: SupplierOrder.Collation) throws -> ListLines {
        guard arrangement.isGrouped else { return rows.map { ListLines($0) } ?? .all(table.count) }
        let rows = rows ?? Array(0..<UInt32(table.count))
        let groups = try SupplierGroup.byCompany(rows, collation: collation) { row in
            if row % 4096 == 0 { try Task.checkCancellation() }
            return table.text(of: .company, at: Int(row))
        }
        let folded = groups.indices.filter { foldedCompanies.contains(groups[$0].company) }
        let starts = groups.reduce(into: [0]) { $0.append($0[$0.count - 1] + UInt32($1.elements.count)) }
        return ListLines(groups.flatMap(\.elements), starts: starts, folded: Set(folded))
    }
}

/// The rows of an arrangement, or the first of them.
struct RowAnswer: Sendable {
    /// The request, after which the table may have grown. An answer to one that is not the newest is to be ignored.
    let request: RowRequest

    /// The lines of the list.
    let lines: ListLines

    /// True if these are all rows. Others follow otherwise, which change the order of a grouped list only.
    let isComplete: Bool

    /// True if it is time to ask again, because the catalog has grown.
    ///
    /// Sorting takes long, so it waits until the catalog is half as long again, or at its end.
    func isOutdated(by table: SupplierTable, isArriving: Bool) -> Bool {
        let (arrangement, count) = (request.arrangement, request.table.count)
        guard isComplete, table.count > count else { return false }
        let isQuick = arrangement.order == .catalog && !arrangement.isReversed && !arrangement.isGrouped
        return isQuick || !isArriving || table.count > count + count / 2
    }
}
