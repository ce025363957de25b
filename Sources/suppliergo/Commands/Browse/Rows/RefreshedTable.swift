import SupplierGoKit

/// The rows that the suppliers of the shown table have in a refreshed one.
struct RowMap: Sendable {
    /// The row of each shown supplier in the refreshed table; `UInt32.max` for one that is gone.
    fileprivate var newRows: [UInt32]

    /// The rows of the refreshed table that the shown one does not have as they are, increasing.
    fileprivate(set) var differing: [UInt32] = []

    /// The tables hold the same suppliers in the same order.
    var isUnchanged: Bool { differing.isEmpty && newRows.elementsEqual(0..<UInt32(newRows.count)) }

    /// The rows of the shown table that the refreshed one does not have as they are.
    var formerDiffering: [UInt32] {
        let differing = Set(differing)
        return newRows.indices.filter { newRows[$0] == .max || differing.contains(newRows[$0]) }.map { UInt32($0) }
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

/// A table that is filled again from its catalog, while its rows are paired with those of the shown one.
///
/// Suppliers are told apart by their ids. Of several with the same id, each is paired with another one. Rows that have
/// not changed share the memory of the shown ones. Each row takes O(1): most follow the one before in both tables, and
/// the others are found in a dictionary of the shown ids.
struct RefreshedTable: Sendable {
    /// The suppliers so far.
    private(set) var table = SupplierTable()

    /// The rows of the shown suppliers; every one is gone that has not come again so far.
    private(set) var map: RowMap

    private let shown: SupplierTable

    /// The shown row after the last one that was found, which is most likely the next.
    private var expectedRow = 0

    /// By the hash of an id the first shown row that may be free, and each row's next one with the same hash;
    /// `UInt32.max` for none. Collected for the first supplier that is not in the expected row.
    private var firstRows: [UInt64: UInt32] = [:]
    private var nextRows: [UInt32] = []

    /// Creates an empty table.
    init(after shown: SupplierTable) {
        self.shown = shown
        map = RowMap(newRows: Array(repeating: .max, count: shown.count))
    }

    /// A change of one supplier.
    struct Change: Sendable {
        /// Its row: in the shown table or, if it is not there, in the changed one.
        let row: Row

        /// The shown table has it.
        let isThere: Bool

        /// The supplier that comes to its place; `nil` if it goes.
        let supplier: Supplier?
    }

    /// A table that differs from the shown one in some suppliers.
    init(after shown: SupplierTable, applying changes: [Change]) {
        self.init(after: shown)
        for change in changes.sorted(by: { $0.row < $1.row }) {
            copyRows(to: change.isThere ? change.row : expectedRow + max(0, change.row - table.count))
            let newRow = UInt32(table.count)
            if let supplier = change.supplier {
                var bytes: [UInt8] = []
                _ = RowRenderer().render(supplier, into: &bytes)
                var changed = SupplierTable()
                changed.append(bytes[...])
                table.append(0..<1, of: changed)
                map.differing.append(newRow)
                if change.isThere { map.newRows[expectedRow] = newRow }
            }
            if change.isThere { expectedRow += 1 }
        }
        copyRows(to: shown.count)
    }

    /// Appends the shown rows from the expected one on as they are.
    private mutating func copyRows(to end: Row) {
        let rows = expectedRow..<max(expectedRow, min(end, shown.count))
        for row in rows { map.newRows[row] = UInt32(table.count + row - rows.lowerBound) }
        table.append(rows, of: shown)
        expectedRow = rows.upperBound
    }

    /// Appends suppliers that a ``RowRenderer`` has rendered.
    mutating func append(_ rendered: ArraySlice<UInt8>) {
        guard !shown.isEmpty else {
            let firstNew = UInt32(table.count)
            table.append(rendered)
            map.differing += firstNew..<UInt32(table.count)
            return
        }
        var batch = SupplierTable()
        batch.append(rendered)
        var appendedCount = 0
        for row in 0..<batch.count {
            let newRow = table.count + row - appendedCount
            guard let shownRow = pair(row, of: batch, as: newRow) else { continue }
            table.append(batch.bytes(of: appendedCount..<row))
            table.append(shownRow..<shownRow + 1, of: shown)
            appendedCount = row + 1
        }
        table.append(batch.bytes(of: appendedCount..<batch.count))
    }

    /// Pairs a supplier that is appended with a shown one, and returns its row if it has not changed.
    private mutating func pair(_ row: Row, of batch: SupplierTable, as newRow: Row) -> Row? {
        if let shownRow = find(batch.bytes(of: .id, at: row)) {
            map.newRows[shownRow] = UInt32(newRow)
            expectedRow = shownRow + 1
            if shown.bytes(of: shownRow..<expectedRow).span.isEqual(to: batch.bytes(of: row..<row + 1).span) {
                return shownRow
            }
        }
        map.differing.append(UInt32(newRow))
        return nil
    }

    /// The shown row of a supplier that is appended; `nil` if none with its id is free.
    private mutating func find(_ id: ArraySlice<UInt8>) -> Row? {
        func isFree(_ row: Row) -> Bool { map.newRows[row] == .max }
        func hasID(_ row: Row) -> Bool { shown.bytes(of: .id, at: row).span.isEqual(to: id.span) }
        if expectedRow < shown.count, isFree(expectedRow), hasID(expectedRow) { return expectedRow }
        if nextRows.isEmpty { collectIDs() }
        let hash = XXH64.hash(of: id.span)
        var row = firstRows[hash] ?? .max
        while row != .max, !isFree(Int(row)) { row = nextRows[Int(row)] }
        firstRows[hash] = row
        while row != .max, !isFree(Int(row)) || !hasID(Int(row)) { row = nextRows[Int(row)] }
        return row == .max ? nil : Int(row)
    }

    private mutating func collectIDs() {
        nextRows = Array(repeating: .max, count: shown.count)
        firstRows.reserveCapacity(shown.count)
        for row in (0..<shown.count).reversed() {
            let hash = XXH64.hash(of: shown.bytes(of: .id, at: row).span)
            nextRows[row] = firstRows.updateValue(UInt32(row), forKey: hash) ?? .max
        }
    }
}
