import SupplierGoKit

/// Looks for the rows of a table that match a query, some at a time.
struct RowSearch {
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
