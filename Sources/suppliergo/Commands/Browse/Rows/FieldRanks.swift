import SupplierGoKit

/// The ranks of a table's rows in the order by a field; rows that are alike have the same rank.
///
/// Only the distinct values of the field are sorted, of which there are often few.
struct FieldRanks {
    /// The number of each row's value.
    private let numbers: [UInt32]

    /// The rank of each value, from 0. Values that are written differently may have the same rank.
    private let ranks: [UInt32]
    private let rankCount: Int

    /// Ranks the rows of a table, in any order but the catalog's own; takes O(n log n) for n distinct values.
    ///
    /// - Throws: `CancellationError`.
    init?(of table: SupplierTable, by order: SupplierOrder, collation: Collation) throws {
        guard let column = order.column else { return nil }
        let firstRows: [UInt32]
        (numbers, firstRows) = try Self.values(of: column, in: table)
        var keys = SortKeys(capacity: firstRows.count)
        for (number, row) in firstRows.enumerated() {
            if number % 4096 == 0 { try Task.checkCancellation() }
            let text = table.text(of: column, at: Int(row))
            keys.append { order.appendSortKey(ofField: text, by: collation, to: &$0) }
        }
        var ranks = [UInt32](repeating: 0, count: firstRows.count)
        var (rank, previous) = (-1, -1)
        for number in try keys.order(reversed: false, checking: { try Task.checkCancellation() }) {
            if previous < 0 || keys.isIncreasing(previous, number) { rank += 1 }
            ranks[number] = UInt32(rank)
            previous = number
        }
        self.ranks = ranks
        rankCount = rank + 1
    }

    /// Frees the dictionary before keys are made.
    private static func values(of column: ListColumn, in table: SupplierTable) throws -> ([UInt32], [UInt32]) {
        let values = try DistinctValues(of: column, in: table)
        return (values.numbers, values.firstRows)
    }

    /// The rows by rank, or by falling rank; those of the same rank stay in the catalog's order. Takes O(n).
    func rows(reversed: Bool) -> [UInt32] {
        let last = UInt32(max(0, rankCount - 1))
        let places = reversed ? ranks.map { last - $0 } : ranks
        return sorted(Array(0..<UInt32(numbers.count)), by: places, placeCount: rankCount).rows
    }

    /// Groups rows by their values: the largest group first, groups of the same size by rank; rows stay in their order.
    ///
    /// - Returns: the rows, and the index of each group's first one, then the number of rows.
    func grouped(_ rows: [UInt32]) -> (rows: [UInt32], starts: [UInt32]) {
        var counts = [UInt32](repeating: 0, count: ranks.count)
        var groups: [Int] = []
        for row in rows {
            let number = Int(numbers[Int(row)])
            if counts[number] == 0 { groups.append(number) }
            counts[number] += 1
        }
        groups.sort { (counts[$1], ranks[$0]) < (counts[$0], ranks[$1]) }
        var places = [UInt32](repeating: 0, count: ranks.count)
        for (place, group) in groups.enumerated() { places[group] = UInt32(place) }
        return sorted(rows, by: places, placeCount: groups.count)
    }

    /// Sorts rows by the places of their values; those of the same place stay in their order (a counting sort).
    ///
    /// - Returns: the rows, and the index of each place's first one, then the number of rows.
    private func sorted(_ rows: [UInt32], by places: [UInt32], placeCount: Int) -> (rows: [UInt32], starts: [UInt32]) {
        var starts = [UInt32](repeating: 0, count: placeCount + 1)
        for row in rows { starts[Int(places[Int(numbers[Int(row)])]) + 1] += 1 }
        for place in 0..<placeCount { starts[place + 1] += starts[place] }
        var nextIndices = starts
        var sorted = [UInt32](repeating: 0, count: rows.count)
        for row in rows {
            let place = Int(places[Int(numbers[Int(row)])])
            sorted[Int(nextIndices[place])] = row
            nextIndices[place] += 1
        }
        return (sorted, starts)
    }
}

extension SupplierOrder {
    /// The column that this is an order by, or `nil` for the catalog's own order.
    fileprivate var column: ListColumn? {
        switch self {
        case .feed: nil
        case .name: .name
        case .company: .company
        case .created: .created
        case .email: .email
        case .id: .id
        }
    }
}
