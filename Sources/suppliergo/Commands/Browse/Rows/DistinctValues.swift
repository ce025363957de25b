import SupplierGoKit

/// The different values of a field in a table, numbered in the order of the rows that have them first.
struct DistinctValues {
    /// The number of each row's value.
    private(set) var numbers: [UInt32] = []

    /// The first row of each value.
    private(set) var firstRows: [UInt32] = []

    private let table: SupplierTable
    private let column: ListColumn

    /// A hash table with open addressing: the low half of a value's hash, then its number plus 1; 0 for an empty slot.
    private var slots = [UInt64](repeating: 0, count: 1024)

    /// Numbers the values of a column; takes O(n).
    ///
    /// - Throws: `CancellationError`.
    init(of column: ListColumn, in table: SupplierTable) throws {
        self.table = table
        self.column = column
        numbers.reserveCapacity(table.count)
        for row in 0..<table.count {
            if row % 4096 == 0 { try Task.checkCancellation() }
            numbers.append(add(row))
        }
    }

    /// The number of a value; `nil` where no row has it.
    func number(of value: ArraySlice<UInt8>) -> Int? {
        let (_, slot) = slot(of: value)
        return slots[slot] == 0 ? nil : Self.number(in: slots[slot])
    }

    private mutating func add(_ row: Row) -> UInt32 {
        let (hash, slot) = slot(of: table.bytes(of: column, at: row))
        guard slots[slot] == 0 else { return UInt32(Self.number(in: slots[slot])) }
        firstRows.append(UInt32(row))
        slots[slot] = hash << 32 | UInt64(firstRows.count)
        if 2 * firstRows.count > slots.count { grow() }
        return UInt32(firstRows.count - 1)
    }

    /// A value's hash, and the slot that holds it or is for it.
    private func slot(of value: ArraySlice<UInt8>) -> (hash: UInt64, slot: Int) {
        let hash = XXH64.hash(of: value.span) & 0xffff_ffff
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let row = Int(firstRows[Self.number(in: slots[slot])])
            if slots[slot] >> 32 == hash, table.bytes(of: column, at: row).span.isEqual(to: value.span) { break }
            slot = (slot + 1) & (slots.count - 1)
        }
        return (hash, slot)
    }

    private mutating func grow() {
        let filled = slots.filter { $0 != 0 }
        slots = Array(repeating: 0, count: 2 * slots.count)
        for entry in filled {
            var slot = Int(entry >> 32) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = entry
        }
    }

    private static func number(in slot: UInt64) -> Int { Int(slot & 0xffff_ffff) - 1 }
}
