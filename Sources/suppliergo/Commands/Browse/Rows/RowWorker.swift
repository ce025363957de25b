import SupplierGoKit

/// Arranges rows on a thread of its own, one request at a time: a newer request ends the one before it.
final class RowWorker {
    private let thread = BlockingThreads(threadCount: 1)
    private let arranging: Arranging
    private let report: @Sendable (RowAnswer) -> Void
    private var task: Task<Void, Never>?

    /// Creates a worker without work.
    ///
    /// - Parameters:
    ///   - collation: how text is compared.
    ///   - hasFailed: whether the last request for an avatar failed.
    ///   - report: takes the answers, on the worker's thread.
    init(
        collation: SupplierOrder.Collation, hasFailed: @escaping @Sendable (Supplier) -> Bool = { _ in false },
        report: @escaping @Sendable (RowAnswer) -> Void
    ) {
        arranging = Arranging(RowArranger(collation: collation, hasFailed: hasFailed))
        self.report = report
    }

    deinit {
        task?.cancel()
    }

    /// Begins to answer a request, and ends the work on the one before it.
    func start(_ request: RowRequest) {
        task?.cancel()
        task = Task(executorPreference: thread) { [arranging, report] in
            await arranging.answer(request, reporting: report)
        }
    }

    /// Keeps the arranger from one request to the next.
    private actor Arranging {
        private var arranger: RowArranger

        init(_ arranger: RowArranger) {
            self.arranger = arranger
        }

        func answer(_ request: RowRequest, reporting report: (RowAnswer) -> Void) {
            do {
                try arranger.answer(request, reporting: report)
            } catch {
                // A newer request has taken over.
            }
        }
    }
}

/// Finds, sorts and groups the rows of a list.
///
/// The whole table is sorted first, and its rows are kept in that order: a search then looks through them, so that the
/// first it finds are the first of the list. The rows that were found are kept too. A query to which a letter or a word
/// was added looks through those only, and one for a table that has grown continues after its last row.
struct RowArranger {
    private let collation: SupplierOrder.Collation
    private let hasFailed: @Sendable (Supplier) -> Bool
    private var sorted: (version: SupplierTable.Version, order: SupplierOrder, isReversed: Bool, rows: [UInt32])?
    private var search: RowSearch?

    /// The arrangement of the last complete answer.
    private var answered: RowArrangement?

    /// Creates an arranger that has sorted and found nothing.
    ///
    /// - Parameter hasFailed: whether the last request for an avatar failed. Default: none did.
    init(collation: SupplierOrder.Collation, hasFailed: @escaping @Sendable (Supplier) -> Bool = { _ in false }) {
        (self.collation, self.hasFailed) = (collation, hasFailed)
    }

    /// Answers a request: with the first rows that were found, with more from time to time, and with all.
    ///
    /// If the last answer was to the same arrangement of another table, there is one answer only, so that the list does
    /// not become shorter in between.
    ///
    /// - Throws: `CancellationError`, soon after the task is cancelled; the rows found until then are kept.
    mutating func answer(_ request: RowRequest, reporting report: (RowAnswer) -> Void) throws {
        let (arrangement, collation) = (request.arrangement, collation)
        let isKnown = arrangement == answered
        answered = nil
        let rows = try sortedRows(for: request)
        func send(_ rows: [UInt32]?, isComplete: Bool) throws {
            report(
                RowAnswer(
                    request: request, selection: try request.selection(of: rows, by: collation),
                    isComplete: isComplete))
        }
        guard !arrangement.query.isEmpty else {
            search = nil
            try send(rows, isComplete: true)
            answered = arrangement
            return
        }
        search = RowSearch(for: arrangement, in: request.table.version, rows, continuing: search)
        try find(in: request.table) { if !isKnown { try send($0, isComplete: false) } }
        try send(search?.found, isComplete: true)
        answered = arrangement
    }

    /// Searches to the end, and reports whenever there is twice as much as before.
    private mutating func find(in table: SupplierTable, reporting report: ([UInt32]) throws -> Void) throws {
        var reportedCount = 0
        var count = RowSearch.firstSlice
        while try search?.find(inNext: count, of: table, hasFailed) == true {
            count = min(2 * count, RowSearch.lastSlice)
            guard let found = search?.found, found.count > 2 * reportedCount else { continue }
            reportedCount = found.count
            try report(found)
        }
    }

    /// All rows in the request's order; `nil` for the catalog's own.
    private mutating func sortedRows(for request: RowRequest) throws -> [UInt32]? {
        let (table, order, isReversed) = (request.table, request.arrangement.order, request.arrangement.isReversed)
        guard order != .catalog else { return isReversed ? (0..<UInt32(table.count)).reversed() : nil }
        if let sorted, sorted.version == table.version, sorted.order == order, sorted.isReversed == isReversed {
            return sorted.rows
        }
        let rows = try table.rows(by: order, reversed: isReversed, collation: collation) {
            try Task.checkCancellation()
        }
        sorted = (table.version, order, isReversed, rows)
        return rows
    }
}

extension RowRequest {
    /// The lines of a list.
    ///
    /// - Parameter rows: its rows in their order; `nil` for all in the catalog's own.
    /// - Throws: `CancellationError`.
    fileprivate func selection(of rows: [UInt32]?, by collation: SupplierOrder.Collation) throws -> RowSelection {
        guard arrangement.isGrouped else { return rows.map { RowSelection($0) } ?? .all(table.count) }
        let rows = rows ?? Array(0..<UInt32(table.count))
        let groups = try SupplierGroup.byCompany(rows, collation: collation) { row in
            if row % 4096 == 0 { try Task.checkCancellation() }
            return table.text(of: .company, at: Int(row))
        }
        let folded = groups.indices.filter { foldedCompanies.contains(groups[$0].company) }
        let starts = groups.reduce(into: [0]) { $0.append($0[$0.count - 1] + UInt32($1.elements.count)) }
        return RowSelection(groups.flatMap(\.elements), starts: starts, folded: Set(folded))
    }
}

/// Looks for the rows of a table that match a query, some at a time.
private struct RowSearch {
    /// The number of rows to look at first, so that the first that match are there at once.
    static let firstSlice = 2048

    /// The most rows to look at in one go, which takes some 20 milliseconds.
    static let lastSlice = 65_536

    /// The number of rows to look at between two checks for cancellation.
    private static let step = 1000

    /// The rows that match, in the order they are looked through in.
    private(set) var found: [UInt32] = []

    private let arrangement: RowArrangement
    private let version: SupplierTable.Version

    /// The rows to look through, and the index of the next one.
    private var candidates: [UInt32] = []
    private var nextIndex = 0

    /// Creates a search through all rows, or what an earlier one has left of it.
    ///
    /// - Parameters:
    ///   - arrangement: the query, and the order of the rows.
    ///   - version: the table to look through.
    ///   - rows: all rows of the table, in that order; `nil` for the catalog's own.
    ///   - earlier: a search to its end, or a part of it.
    init(
        for arrangement: RowArrangement, in version: SupplierTable.Version, _ rows: [UInt32]?,
        continuing earlier: RowSearch?
    ) {
        self.arrangement = arrangement
        self.version = version
        guard let earlier, rows == nil ? earlier.version.isContinued(by: version) : earlier.version == version,
            earlier.arrangement.order == arrangement.order, earlier.arrangement.isReversed == arrangement.isReversed,
            arrangement.query.narrows(earlier.arrangement.query)
        else {
            candidates = rows ?? Array(0..<UInt32(version.count))
            return
        }
        if earlier.arrangement.query == arrangement.query {
            (found, candidates, nextIndex) = (earlier.found, earlier.candidates, earlier.nextIndex)
        } else {
            candidates = earlier.found + earlier.candidates[earlier.nextIndex...]
        }
        candidates += UInt32(earlier.version.count)..<UInt32(version.count)
    }

    /// Looks at up to `count` more rows.
    ///
    /// - Parameter table: the table that the search is through.
    /// - Returns: whether there are more.
    /// - Throws: `CancellationError`; the search can be continued then.
    mutating func find(
        inNext count: Int, of table: SupplierTable, _ hasFailed: (Supplier) -> Bool
    ) throws -> Bool {
        let end = min(candidates.count, nextIndex + count)
        while nextIndex < end {
            try Task.checkCancellation()
            let step = nextIndex..<min(end, nextIndex + Self.step)
            for row in candidates[step] where matches(Int(row), of: table, hasFailed) { found.append(row) }
            nextIndex = step.upperBound
        }
        return nextIndex < candidates.count
    }

    private func matches(_ row: Row, of table: SupplierTable, _ hasFailed: (Supplier) -> Bool) -> Bool {
        table.withFields(of: row) { arrangement.query.matches($0, in: $1, hasFailed: hasFailed) }
    }
}
