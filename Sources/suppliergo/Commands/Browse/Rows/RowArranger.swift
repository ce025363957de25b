import SupplierGoKit

/// Finds, sorts and groups the rows of a list.
///
/// The whole table is sorted first, and its rows are kept in that order: a search filters them, so that the first that
/// it finds are the first of the list. A search begins anew with every request: it takes 0.3 seconds for a million
/// suppliers.
final class RowArranger: Sendable {
    /// The number of rows to filter between two checks for cancellation, which takes less than a millisecond.
    private static let slice = 2048

    /// The thread that arranges rows.
    private let thread = BlockingThreads(threadCount: 1)

    /// The work on the newest request.
    private let task = Lock<Task<Void, any Error>?>(nil)

    private let collation: SupplierOrder.Collation
    private let hasFailed: @Sendable (Supplier) -> Bool

    /// The rows of the last table that was sorted.
    private let sorted = Lock<(version: SupplierTable.Version, order: RowArrangement, rows: [UInt32])?>(nil)

    /// Creates an arranger.
    ///
    /// - Parameters:
    ///   - collation: the rule by which text is compared.
    ///   - hasFailed: true if the last request for an avatar failed. Default: none did.
    init(collation: SupplierOrder.Collation, hasFailed: @escaping @Sendable (Supplier) -> Bool = { _ in false }) {
        (self.collation, self.hasFailed) = (collation, hasFailed)
    }

    /// Ends the work.
    func cancel() { task.withLock { $0?.cancel() } }

    /// Starts to answer a request on a thread of its own, and ends the work on the one before it.
    func start(_ request: RowRequest, reporting report: @escaping @Sendable (RowAnswer) -> Void) {
        task.withLock { task in
            task?.cancel()
            task = Task(executorPreference: thread) { try self.answer(request, reporting: report) }
        }
    }

    /// Answers a request: with the first rows that match, whenever there are more than twice as many, and with all.
    ///
    /// - Throws: `CancellationError`, soon after the task is cancelled.
    func answer(_ request: RowRequest, reporting report: (RowAnswer) -> Void) throws {
        let (table, query) = (request.table, request.arrangement.query)
        func send(_ rows: [UInt32]?, isComplete: Bool) throws {
            let lines = try request.lines(of: rows, by: collation)
            report(RowAnswer(request: request, lines: lines, isComplete: isComplete))
        }
        let rows = try sortedRows(for: request)
        guard !query.isEmpty else { return try send(rows, isComplete: true) }
        let candidates = rows ?? Array(0..<UInt32(table.count))
        var found: [UInt32] = []
        var reportedCount = 0
        for start in stride(from: 0, to: candidates.count, by: Self.slice) {
            try Task.checkCancellation()
            if request.wantsFirstRows, found.count > 2 * reportedCount {
                reportedCount = found.count
                try send(found, isComplete: false)
            }
            for row in candidates[start..<min(start + Self.slice, candidates.count)] {
                let matches = table.withFields(of: Int(row)) { query.matches($0, in: $1, hasFailed: hasFailed) }
                if matches { found.append(row) }
            }
        }
        try send(found, isComplete: true)
    }

    /// All rows in the request's order; `nil` for the catalog's own.
    private func sortedRows(for request: RowRequest) throws -> [UInt32]? {
        let (table, order) = (request.table, request.arrangement.ofAll)
        guard !order.isPlain else { return nil }
        if let sorted = sorted.withLock(\.self), sorted.version == table.version, sorted.order == order {
            return sorted.rows
        }
        let rows = try table.rows(by: order.order, reversed: order.isReversed, collation: collation) {
            try Task.checkCancellation()
        }
        sorted.withLock { $0 = (table.version, order, rows) }
        return rows
    }
}

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

    /// Takes an order or, if that is theirs, its reverse.
    mutating func sort(by order: SupplierOrder) {
        isReversed = self.order == order && !isReversed
        self.order = order
    }

    /// All suppliers in the same order, in one list.
    var ofAll: RowArrangement { RowArrangement(order: order, isReversed: isReversed) }

    /// True if all suppliers are shown in the catalog's order, which needs no work.
    var isPlain: Bool { query.isEmpty && order == .catalog && !isReversed && !isGrouped }

    /// The order of a list, in words; empty for all suppliers in the catalog's order.
    var orderName: String {
        var parts: [String] = []
        if isGrouped { parts.append("by company") }
        if order != .catalog || isReversed {
            parts.append((order == .catalog ? "" : "by ") + order.title + (isReversed ? ", reversed" : ""))
        }
        return parts.joined(separator: ", then ")
    }
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
        let groups = try collation.groups(of: rows) { row in
            if row % 4096 == 0 { try Task.checkCancellation() }
            return table.text(of: .company, at: Int(row))
        }
        let folded = groups.indices.filter { foldedCompanies.contains(groups[$0].company) }
        let starts = groups.reduce(into: [0]) { $0.append($0[$0.count - 1] + UInt32($1.suppliers.count)) }
        return ListLines(groups.flatMap(\.suppliers), starts: starts, folded: Set(folded))
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
        let isQuick = arrangement.ofAll.isPlain && !arrangement.isGrouped
        return isQuick || !isArriving || table.count > count + count / 2
    }
}
