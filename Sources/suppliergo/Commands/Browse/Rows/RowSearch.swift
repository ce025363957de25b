import SupplierGoKit

/// Looks for the rows of a table that match a query, some at a time.
struct RowSearch {
    /// The number of rows to look at first, so that the first that match are there at once.
    static let firstSlice = 2048

    /// The most rows to look at in one go, which takes some 20 milliseconds.
    static let lastSlice = 65_536

    /// The rows that match, in the order they are looked through in.
    private(set) var found: [UInt32] = []

    /// The number of rows to look at between two checks for cancellation.
    private static let step = 1000

    private let arrangement: RowArrangement
    private let version: SupplierTable.Version

    /// All rows of the table, in their order; `nil` for the catalog's own.
    private let rows: [UInt32]?

    /// The rows that a wider query found. They are looked at first, from an index on.
    private var candidates: [UInt32] = []
    private var candidateIndex = 0

    /// The number of rows that were looked at.
    private var searchedCount = 0

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
        self.rows = rows
        guard let earlier, rows == nil ? earlier.version.isContinued(by: version) : earlier.version == version,
            earlier.arrangement.order == arrangement.order, earlier.arrangement.isReversed == arrangement.isReversed
        else { return }
        if earlier.arrangement.query == arrangement.query {
            (found, candidates, candidateIndex) = (earlier.found, earlier.candidates, earlier.candidateIndex)
        } else if arrangement.query.narrows(earlier.arrangement.query) {
            candidates = earlier.found + earlier.candidates[earlier.candidateIndex...]
        } else {
            return
        }
        searchedCount = earlier.searchedCount
    }

    /// Looks at up to `count` more rows.
    ///
    /// - Parameter table: the table that the search is through.
    /// - Returns: whether there are more.
    /// - Throws: `CancellationError`; the search can be continued then.
    mutating func find(inNext count: Int, of table: SupplierTable) throws -> Bool {
        var rest = count
        while rest > 0, hasMore(of: table) {
            try Task.checkCancellation()
            look(atNext: min(rest, Self.step), of: table)
            rest -= Self.step
        }
        return hasMore(of: table)
    }

    private func hasMore(of table: SupplierTable) -> Bool {
        candidateIndex < candidates.count || searchedCount < table.count
    }

    private mutating func look(atNext count: Int, of table: SupplierTable) {
        let lastCandidate = min(candidates.count, candidateIndex + count)
        for index in candidateIndex..<lastCandidate where matches(candidates[index], of: table) {
            found.append(candidates[index])
        }
        let rest = count - (lastCandidate - candidateIndex)
        candidateIndex = lastCandidate
        let end = min(table.count, searchedCount + rest)
        for index in searchedCount..<end {
            let row = rows?[index] ?? UInt32(index)
            if matches(row, of: table) { found.append(row) }
        }
        searchedCount = end
    }

    private func matches(_ row: UInt32, of table: SupplierTable) -> Bool {
        table.withFields(of: Int(row)) { fields, text in arrangement.query.matches(fields, in: text) }
    }
}
