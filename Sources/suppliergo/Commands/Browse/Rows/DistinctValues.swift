import SupplierGoKit

/// The distinct values of a field in a table, numbered in the order of their first rows.
struct DistinctValues {
    /// The number of each row's value.
    private(set) var numbers: [UInt32] = []

    /// The first row of each value.
    private(set) var firstRows: [UInt32] = []

    private let table: SupplierTable
    private let column: ListColumn

    /// The numbers by the values' hashes. A value whose hash another one has is under the next number that is free.
    private var numbersByHash: [UInt64: UInt32] = [:]

    /// Numbers the values of a column; takes O(n).
    ///
    /// - Throws: `CancellationError`.
    init(of column: ListColumn, in table: SupplierTable) throws {
        self.table = table
        self.column = column
        numbers.reserveCapacity(table.count)
        for row in 0..<table.count {
            if row % 4096 == 0 { try Task.checkCancellation() }
            let (number, hash) = find(table.bytes(of: column, at: row))
            numbers.append(number ?? UInt32(firstRows.count))
            guard number == nil else { continue }
            numbersByHash[hash] = UInt32(firstRows.count)
            firstRows.append(UInt32(row))
        }
    }

    /// The number of a value, or `nil` if no row has it.
    func number(of value: ArraySlice<UInt8>) -> Int? { find(value).number.map { Int($0) } }

    /// A value's number, or the hash that it is to be kept under.
    private func find(_ value: ArraySlice<UInt8>) -> (number: UInt32?, hash: UInt64) {
        var hash = XXH64.hash(of: value.span)
        while let number = numbersByHash[hash] {
            let other = table.bytes(of: column, at: Int(firstRows[Int(number)]))
            if other.span.isEqual(to: value.span) { return (number, hash) }
            hash &+= 1
        }
        return (nil, hash)
    }
}
