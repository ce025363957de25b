import SupplierGoKit

/// How a refreshed catalog differs from the one that is shown: which suppliers are new, changed or gone.
///
/// Suppliers are told apart by their ids. Of several with one id, each is compared with another one.
struct TableComparison: Sendable {
    /// What happened to a supplier of the refreshed catalog.
    enum Change: Sendable, Hashable {
        case added, changed
    }

    /// The rows of the refreshed table whose suppliers the shown one does not have, increasing.
    private(set) var added: [UInt32] = []

    /// The rows of the refreshed table whose suppliers have other fields in the shown one, increasing.
    private(set) var changed: [UInt32] = []

    /// The number of shown suppliers that the refreshed table does not have.
    let goneCount: Int

    /// The row of each shown supplier in the refreshed table, `UInt32.max` for one that is gone; `nil` where no row is
    /// another one.
    private let newRows: [UInt32]?

    /// Compares two tables; takes O(n), and next to nothing for rows whose memory they share.
    ///
    /// - Throws: `CancellationError`.
    init(of refreshed: SupplierTable, with shown: SupplierTable) throws {
        var pairs = RowPairs(of: refreshed, with: shown)
        for row in 0..<refreshed.count {
            if row % 4096 == 0 { try Task.checkCancellation() }
            switch try pairs.take(row) {
            case nil: break
            case .changed: changed.append(UInt32(row))
            case .added: added.append(UInt32(row))
            }
        }
        pairs.finish()
        newRows = pairs.newRows
        goneCount = shown.count + added.count - refreshed.count
    }

    /// Whether the tables hold the same suppliers in the same order.
    var isUnchanged: Bool { added.isEmpty && changed.isEmpty && newRows == nil }

    /// What happened to the supplier in a row of the refreshed table; `nil` where nothing did.
    func change(of row: Row) -> Change? {
        if added.indexInIncreasing(of: UInt32(row)) != nil { return .added }
        return changed.indexInIncreasing(of: UInt32(row)) != nil ? .changed : nil
    }

    /// The row, in the refreshed table, of the supplier in a row of the shown one; `nil` where it is gone.
    func newRow(of row: Row) -> Row? {
        guard let newRows else { return row }
        return newRows[row] == .max ? nil : Int(newRows[row])
    }

    /// The row, in the refreshed table, of the supplier in a row of the shown one. If it is gone, that of the next one
    /// that is not, or else of the last one before it; `nil` where all are gone.
    func nearestNewRow(of row: Row) -> Row? {
        guard let newRows else { return row }
        let near = newRows[row...].first { $0 != .max } ?? newRows[..<row].last { $0 != .max }
        return near.map { Int($0) }
    }
}

/// Pairs the suppliers of a refreshed table, row by row, with those of the shown one.
private struct RowPairs {
    /// The row of each shown supplier in the refreshed table; `nil` while all rows were the same.
    private(set) var newRows: [UInt32]?

    private let refreshed: SupplierTable
    private let shown: SupplierTable

    /// The shown row after the last one that was paired, which is most likely the next.
    private var expectedRow = 0
    private var pairCount = 0

    /// The shown rows by id, once some supplier is not in the row that was expected.
    private var ids: RowsByID?

    init(of refreshed: SupplierTable, with shown: SupplierTable) {
        self.refreshed = refreshed
        self.shown = shown
    }

    /// Takes the next row of the refreshed table, and returns how its supplier differs.
    mutating func take(_ row: Row) throws -> TableComparison.Change? {
        let expected = expectedRow < shown.count && isFree(expectedRow) ? expectedRow : nil
        if let expected, refreshed.shares(row, with: shown, at: expected) {
            pair(row, with: expected)
            return nil
        }
        guard let shownRow = try shownRow(for: row, expected: expected) else {
            if row < shown.count { leaveStep(at: row) }
            return .added
        }
        pair(row, with: shownRow)
        return refreshed.bytes(at: row).span.isEqual(to: shown.bytes(at: shownRow).span) ? nil : .changed
    }

    private mutating func pair(_ row: Row, with shownRow: Row) {
        if shownRow != row { leaveStep(at: row) }
        newRows?[shownRow] = UInt32(row)
        expectedRow = shownRow + 1
        pairCount += 1
    }

    /// Notes the shown rows after the last one of the refreshed table.
    mutating func finish() {
        if refreshed.count < shown.count { leaveStep(at: refreshed.count) }
    }

    /// The shown row with the same id that has no other partner.
    private mutating func shownRow(for row: Row, expected: Row?) throws -> Row? {
        guard pairCount < shown.count else { return nil }
        let id = refreshed.bytes(of: .id, at: row)
        if let expected, shown.bytes(of: .id, at: expected).span.isEqual(to: id.span) { return expected }
        if ids == nil { ids = try RowsByID(shown) }
        while let candidate = ids?.next(id) {
            if isFree(candidate) { return candidate }
        }
        return nil
    }

    private func isFree(_ shownRow: Row) -> Bool { newRows.map { $0[shownRow] == .max } ?? (shownRow >= pairCount) }

    /// Begins to note rows; those before this one were all the same.
    private mutating func leaveStep(at row: Row) {
        guard newRows == nil else { return }
        newRows = (0..<UInt32(shown.count)).map { $0 < row ? $0 : .max }
    }
}

/// The rows of a table by their ids, each taken once.
private struct RowsByID {
    private let ids: DistinctValues

    /// The first row of each id that is left, and each row's next one with the same id; `UInt32.max` for none.
    private var heads: [UInt32]
    private var nextRows: [UInt32]

    init(_ table: SupplierTable) throws {
        ids = try DistinctValues(of: .id, in: table)
        heads = Array(repeating: .max, count: ids.firstRows.count)
        nextRows = Array(repeating: .max, count: table.count)
        for row in (0..<table.count).reversed() {
            let number = Int(ids.numbers[row])
            nextRows[row] = heads[number]
            heads[number] = UInt32(row)
        }
    }

    /// Takes the next row with an id.
    mutating func next(_ id: ArraySlice<UInt8>) -> Row? {
        guard let number = ids.number(of: id), heads[number] != .max else { return nil }
        let row = Int(heads[number])
        heads[number] = nextRows[row]
        return row
    }
}
