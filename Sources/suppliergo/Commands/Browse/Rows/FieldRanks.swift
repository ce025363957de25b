import SupplierGoKit

/// Where a table's rows stand in the order by a field; rows that are alike have one rank.
///
/// Only the different values of the field are sorted, of which there are often few.
struct FieldRanks {
    /// Which table it was.
    let version: SupplierTable.Version

    /// The order.
    let order: SupplierOrder

    /// The number of each row's value. Values that are written differently may have one rank.
    let numbers: [UInt32]

    /// The rank of each value, from 0.
    let ranks: [UInt32]

    private let rankCount: Int

    /// Ranks the rows of a table, in any order but the catalog's own; takes O(n log n) for n different values.
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
        version = table.version
        self.order = order
        rankCount = rank + 1
    }

    /// Frees the hash table before keys are made.
    private static func values(of column: ListColumn, in table: SupplierTable) throws -> ([UInt32], [UInt32]) {
        let values = try DistinctValues(of: column, in: table)
        return (values.numbers, values.firstRows)
    }

    /// The rows by rank, or by falling rank; those of one rank stay in the catalog's order. Takes O(n).
    func rows(reversed: Bool) -> [UInt32] {
        var nextIndices = [UInt32](repeating: 0, count: rankCount + 1)
        func slot(_ row: Int) -> Int {
            let rank = Int(ranks[Int(numbers[row])])
            return reversed ? rankCount - 1 - rank : rank
        }
        for row in numbers.indices { nextIndices[slot(row) + 1] += 1 }
        for rank in 0..<rankCount { nextIndices[rank + 1] += nextIndices[rank] }
        var rows = [UInt32](repeating: 0, count: numbers.count)
        for row in numbers.indices {
            let slot = slot(row)
            rows[Int(nextIndices[slot])] = UInt32(row)
            nextIndices[slot] += 1
        }
        return rows
    }

    /// Groups rows by their values: the largest group first, groups of one size by rank; rows stay in their order.
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
        var starts: [UInt32] = [0]
        var nextIndices = counts
        for group in groups {
            nextIndices[group] = starts[starts.count - 1]
            starts.append(nextIndices[group] + counts[group])
        }
        var grouped = [UInt32](repeating: 0, count: rows.count)
        for row in rows {
            let number = Int(numbers[Int(row)])
            grouped[Int(nextIndices[number])] = row
            nextIndices[number] += 1
        }
        return (grouped, starts)
    }
}

extension SupplierOrder {
    /// The column that this is an order by; `nil` for the catalog's own order.
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
