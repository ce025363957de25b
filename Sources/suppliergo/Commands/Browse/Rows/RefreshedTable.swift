import SupplierGoKit

/// A table that is filled again from its catalog, and shares the memory of the shown rows that have not changed.
///
/// Both are read side by side: a row is compared with the shown rows that are next. If many rows have gone at once, or
/// all are in another order, the rest is not shared, and the comparison of catalogs tells which suppliers have changed.
struct RefreshedTable: Sendable {
    /// The number of shown rows that a row is compared with.
    private static let reach = 16

    /// The suppliers so far.
    private(set) var table = SupplierTable()

    /// The rows of the table that are not shared.
    private(set) var newRows: [UInt32] = []

    private let shown: SupplierTable
    private var skippedRows: [UInt32] = []

    /// The shown row after the last one that was shared.
    private var next = 0

    /// Creates an empty table.
    init(after shown: SupplierTable) {
        self.shown = shown
    }

    /// The rows of the shown table that are not shared.
    var formerRows: [UInt32] { skippedRows + (UInt32(next)..<UInt32(shown.count)) }

    /// True if the tables hold the same suppliers in the same order.
    var isUnchanged: Bool { newRows.isEmpty && formerRows.isEmpty }

    /// Appends suppliers that a ``RowRenderer`` has rendered.
    mutating func append(_ rendered: ArraySlice<UInt8>) {
        var batch = SupplierTable()
        batch.append(rendered)
        var appendedCount = 0
        for row in 0..<batch.count {
            guard let same = findShown(batch, row) else {
                newRows.append(UInt32(table.count + row - appendedCount))
                continue
            }
            table.append(batch.bytes(of: appendedCount..<row))
            table.append(same..<same + 1, of: shown)
            appendedCount = row + 1
        }
        table.append(batch.bytes(of: appendedCount..<batch.count))
    }

    /// Returns the next shown row that equals a row of a batch, and goes on after it; `nil` if there is none.
    private mutating func findShown(_ batch: SupplierTable, _ row: Row) -> Row? {
        let near = next..<min(next + Self.reach, shown.count)
        let bytes = batch.bytes(of: row..<row + 1)
        let same = near.first { shown.bytes(of: $0..<$0 + 1).span.isEqual(to: bytes.span) }
        if let same {
            skippedRows += UInt32(next)..<UInt32(same)
            next = same + 1
        } else if !near.isEmpty, shown.bytes(of: .id, at: next).span.isEqual(to: batch.bytes(of: .id, at: row).span) {
            skippedRows.append(UInt32(next))
            next += 1
        }
        return same
    }
}
