import SupplierGoKit

/// Finds the rows of an earlier table of a catalog in the order in which the catalog is read again.
///
/// A row is looked for at the next few rows of the earlier table, and at some rows that are found by their hashes. So an
/// inserted, changed or deleted supplier costs its own row, and many at once those up to the next such row.
struct EarlierRows {
    /// The number of rows to look at after the last one that was found.
    private static let reach = 8

    /// One row in so many is found by its hash.
    private static let landmarkDistance = 256

    /// The earlier table.
    let table: SupplierTable

    private var nextRow = 0
    private let landmarks: [UInt64: Row]

    /// Prepares to find the rows of a table.
    init(of table: SupplierTable) {
        self.table = table
        let rows = stride(from: 0, to: table.count, by: Self.landmarkDistance)
        landmarks = Dictionary(rows.map { (XXH64.hash(of: table.bytes(at: $0).span), $0) }) { first, _ in first }
    }

    /// A row with the same bytes, if one is near the last one or can be found by its hash.
    mutating func row(equalTo bytes: ArraySlice<UInt8>) -> Row? {
        guard !table.isEmpty else { return nil }
        func isEqual(_ row: Row) -> Bool { table.bytes(at: row).span.isEqual(to: bytes.span) }
        let near = nextRow..<min(nextRow + Self.reach, table.count)
        guard let row = near.first(where: isEqual) ?? landmarks[XXH64.hash(of: bytes.span)], isEqual(row) else {
            return nil
        }
        nextRow = row + 1
        return row
    }
}
