import SupplierGoKit

/// Which suppliers a list shows, and in which order.
struct RowArrangement: Sendable, Hashable {
    /// The query that they match.
    var query = SupplierQuery("")

    /// Their order.
    var order = SupplierOrder.catalog

    /// The last one comes first; suppliers that are alike stay in the catalog's order.
    var isReversed = false

    /// They are in sections, one for each company.
    var isGrouped = false

    /// All suppliers are shown in the catalog's order, which needs no work.
    var isPlain: Bool { query.isEmpty && order == .catalog && !isReversed && !isGrouped }
}

/// Asks for the rows of an arrangement.
struct RowRequest: Sendable {
    /// Tells this request from others; that of a newer one is greater.
    let generation: Int

    /// Which rows, in which order.
    let arrangement: RowArrangement

    /// The suppliers.
    let table: SupplierTable

    /// The companies whose sections are folded.
    var foldedCompanies: Set<String> = []
}

/// The rows of an arrangement, or the first of them.
struct RowAnswer: Sendable {
    /// The request, after which the table may have grown. An answer to one that is not the newest is to be ignored.
    let request: RowRequest

    /// The rows.
    let selection: RowSelection

    /// These are all rows. Others follow otherwise, which change the order of a grouped list only.
    let isComplete: Bool

    /// It is time to ask again, because the catalog has grown.
    ///
    /// Sorting starts from the beginning, so it waits until the catalog is half as long again, or at its end.
    func isOutdated(by table: SupplierTable, isArriving: Bool) -> Bool {
        let (arrangement, count) = (request.arrangement, request.table.count)
        guard isComplete, table.count > count else { return false }
        let canContinue = arrangement.order == .catalog && !arrangement.isReversed && !arrangement.isGrouped
        return canContinue || !isArriving || table.count > count + count / 2
    }
}
