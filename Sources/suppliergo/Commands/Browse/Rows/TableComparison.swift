import SupplierGoKit

/// The differences between a refreshed catalog and the one that is shown: new, changed and deleted suppliers.
///
/// Suppliers are told apart by their ids. Of several with the same id, each is compared with another one.
struct TableComparison: Sendable {
    /// The difference of one supplier of the refreshed catalog.
    enum Change: Sendable, Hashable {
        case added, changed
    }

    /// The rows of the refreshed table whose suppliers the shown one does not have, increasing.
    private(set) var added: [UInt32] = []

    /// The rows of the refreshed table whose suppliers have other fields in the shown one, increasing.
    private(set) var changed: [UInt32] = []

    /// The number of shown suppliers that the refreshed table does not have.
    let goneCount: Int

    /// Whether the tables hold the same suppliers in the same order.
    let isUnchanged: Bool

    /// The row of each shown supplier in the refreshed table; `UInt32.max` for one that is gone.
    private let newRows: [UInt32]

    /// Compares two tables; takes O(n), and little for rows whose memory they share.
    ///
    /// - Throws: `CancellationError`.
    init(of refreshed: SupplierTable, with shown: SupplierTable) throws {
        var partners = Partners(in: shown)
        for row in 0..<refreshed.count {
            if row % 4096 == 0 { try Task.checkCancellation() }
            guard let shownRow = try partners.take(for: row, of: refreshed) else {
                added.append(UInt32(row))
                continue
            }
            if refreshed.shares(row, with: shown, at: shownRow) { continue }
            if !refreshed.bytes(at: row).span.isEqual(to: shown.bytes(at: shownRow).span) {
                changed.append(UInt32(row))
            }
        }
        newRows = partners.newRows
        goneCount = shown.count + added.count - refreshed.count
        isUnchanged = added.isEmpty && changed.isEmpty && partners.newRows.elementsEqual(0..<UInt32(shown.count))
    }

    /// The difference of the supplier in a row of the refreshed table, or `nil` if there is none.
    func change(of row: Row) -> Change? {
        if added.containsInIncreasing(UInt32(row)) { return .added }
        return changed.containsInIncreasing(UInt32(row)) ? .changed : nil
    }

    /// The row, in the refreshed table, of the supplier in a row of the shown one, or `nil` if it is gone.
    func newRow(of row: Row) -> Row? { newRows[row] == .max ? nil : Int(newRows[row]) }

    /// The row, in the refreshed table, of the supplier in a row of the shown one. If it is gone, that of the next one
    /// that is not, or else of the last one before it; `nil` if all are gone.
    func nearestNewRow(of row: Row) -> Row? {
        let near = newRows[row...].first { $0 != .max } ?? newRows[..<row].last { $0 != .max }
        return near.map { Int($0) }
    }
}

/// The shown suppliers, each of which is paired with at most one of the refreshed table.
private struct Partners {
    /// The row of each shown supplier in the refreshed table; `UInt32.max` for one that has no partner.
    private(set) var newRows: [UInt32]

    private let shown: SupplierTable

    /// The shown row after the last one that was paired, which is most likely the next.
    private var expectedRow = 0

    /// The ids, once a supplier was not in the expected row, with the first row of each that may be free, and each row's
    /// next one with the same id; `UInt32.max` for none.
    private var ids: DistinctValues?
    private var firstRows: [UInt32] = []
    private var nextRows: [UInt32] = []

    init(in shown: SupplierTable) {
        self.shown = shown
        newRows = Array(repeating: .max, count: shown.count)
    }

    /// Pairs a row of the refreshed table, and returns the shown row; `nil` if none with its id is free.
    mutating func take(for row: Row, of refreshed: SupplierTable) throws -> Row? {
        guard let shownRow = try find(row, of: refreshed) else { return nil }
        newRows[shownRow] = UInt32(row)
        expectedRow = shownRow + 1
        return shownRow
    }

    private mutating func find(_ row: Row, of refreshed: SupplierTable) throws -> Row? {
        let isExpectedFree = expectedRow < shown.count && newRows[expectedRow] == .max
        if isExpectedFree, refreshed.shares(row, with: shown, at: expectedRow) { return expectedRow }
        let id = refreshed.bytes(of: .id, at: row)
        if isExpectedFree, shown.bytes(of: .id, at: expectedRow).span.isEqual(to: id.span) { return expectedRow }
        if ids == nil { try collectIDs() }
        guard let number = ids?.number(of: id) else { return nil }
        while firstRows[number] != .max {
            let candidate = Int(firstRows[number])
            firstRows[number] = nextRows[candidate]
            if newRows[candidate] == .max { return candidate }
        }
        return nil
    }

    private mutating func collectIDs() throws {
        let ids = try DistinctValues(of: .id, in: shown)
        firstRows = Array(repeating: .max, count: ids.firstRows.count)
        nextRows = Array(repeating: .max, count: shown.count)
        for row in (0..<shown.count).reversed() {
            let number = Int(ids.numbers[row])
            nextRows[row] = firstRows[number]
            firstRows[number] = UInt32(row)
        }
        self.ids = ids
    }
}
