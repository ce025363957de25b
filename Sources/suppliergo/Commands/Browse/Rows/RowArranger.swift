import SupplierGoKit

/// Finds, sorts and groups the rows of a list.
///
/// The whole table is sorted first, and its rows are kept in that order: a search filters them, so that the first that
/// it finds are the first of the list. A search begins anew with every request: it takes 0.3 seconds for a million
/// suppliers.
final class RowArranger: Sendable {
    private struct Sorted {
        let version: SupplierTable.Version
        let arrangement: RowArrangement
        let rows: [UInt32]
    }

    /// The number of rows to filter between two checks for cancellation, which takes less than a millisecond.
    private static let slice = 2048

    /// The thread that arranges rows.
    private let thread = BlockingThreads(threadCount: 1)

    /// The work on the newest request.
    private let task = Lock<Task<Void, any Error>?>(nil)

    private let collation: SupplierOrder.Collation
    private let hasFailed: @Sendable (Supplier) -> Bool

    /// The last table that was sorted.
    private let sorted = Lock<Sorted?>(nil)

    /// Creates an arranger.
    ///
    /// - Parameters:
    ///   - collation: how text is compared.
    ///   - hasFailed: true if the last request for an avatar failed. Default: none did.
    init(collation: SupplierOrder.Collation, hasFailed: @escaping @Sendable (Supplier) -> Bool = { _ in false }) {
        (self.collation, self.hasFailed) = (collation, hasFailed)
    }

    /// Ends the work.
    func cancel() {
        task.withLock { $0?.cancel() }
    }

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
        let (table, arrangement) = (request.table, request.arrangement)
        guard arrangement.order != .catalog || arrangement.isReversed else { return nil }
        if let sorted = sorted.withLock(\.self), sorted.version == table.version,
            sorted.arrangement.order == arrangement.order, sorted.arrangement.isReversed == arrangement.isReversed
        {
            return sorted.rows
        }
        let rows = try table.rows(by: arrangement.order, reversed: arrangement.isReversed, collation: collation) {
            try Task.checkCancellation()
        }
        sorted.withLock { $0 = Sorted(version: table.version, arrangement: arrangement, rows: rows) }
        return rows
    }
}
