import SupplierGoKit
internal import Synchronization

/// The number of a supplier in its catalog, from 0.
typealias Row = Int

/// A catalog's suppliers in memory, as bytes: a million take about 180 MB, a third of what values would.
/// ``SupplierPrinter`` prints them, and lays out the columns of a list.
///
/// Suppliers are only appended: a row keeps its supplier, also in copies, which share the bytes.
struct SupplierTable: Sendable, Equatable {
    /// Identifies a table and its length, without keeping the table in memory.
    struct Version: Sendable, Hashable {
        fileprivate let tableNumber: Int

        /// The number of suppliers.
        let count: Int
    }

    /// Rows that were appended together; never changes.
    private final class Chunk: Sendable {
        /// The rows, as a ``RowRenderer`` writes them.
        let bytes: [UInt8]

        /// The start of each row, and the end of the last one.
        let starts: [UInt32]

        init(_ rows: ArraySlice<UInt8>) {
            let bytes = Array(rows)
            var (starts, end): ([UInt32], Int) = ([0], 0)
            while end < bytes.count {
                end = FieldRanges(ofRowAt: end, in: bytes.span).rowEnd
                starts.append(UInt32(end))
            }
            (self.bytes, self.starts) = (bytes, starts)
        }

        var count: Int { starts.count - 1 }
    }

    /// Consecutive rows that are consecutive in their chunk too.
    private struct Run {
        let firstRow: Row
        let chunk: Chunk

        /// The index in the chunk of the run's first row.
        let firstIndex: Int
    }

    private static let tableCount = Atomic(0)

    private let number = tableCount.add(1, ordering: .relaxed).newValue
    private var runs: [Run] = []

    /// The number of suppliers.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// The table's identity and length.
    var version: Version { Version(tableNumber: number, count: count) }

    /// Tests if another table is this one, possibly with more suppliers after its last.
    func isContinued(by other: SupplierTable) -> Bool { number == other.number && count <= other.count }

    /// The index of a row's run; takes O(log n) for n runs.
    @inline(__always)
    private func runIndex(of row: Row) -> Int {
        precondition(row >= 0 && row < count, "the table has the row")
        return runs.partitioningIndex(where: { $0.firstRow > row }) - 1
    }

    @inline(__always)
    private func location(of row: Row) -> (chunk: Chunk, index: Int) {
        let run = runs[runIndex(of: row)]
        return (run.chunk, run.firstIndex + row - run.firstRow)
    }

    /// Both are the same table with the same suppliers, without looking at them.
    static func == (left: SupplierTable, right: SupplierTable) -> Bool { left.version == right.version }

    // MARK: Reading

    /// Calls a function with a row's fields, as ranges in the text that it is given.
    ///
    /// - Precondition: the row is less than ``count``.
    @inline(__always)
    func withFields<Value>(of row: Row, _ body: (FieldRanges, Span<UInt8>) -> Value) -> Value {
        let (chunk, index) = location(of: row)
        let bytes = chunk.bytes
        return body(FieldRanges(ofRowAt: Int(chunk.starts[index]), in: bytes.span), bytes.span)
    }

    /// The supplier in a row.
    func supplier(at row: Row) -> Supplier {
        withFields(of: row) { fields, text in
            guard let supplier = Supplier(fields, in: text) else { preconditionFailure("a row holds a supplier") }
            return supplier
        }
    }

    /// The first row with an id, or `nil` if no row has it; takes O(n).
    func row(of id: Supplier.ID) -> Row? {
        (0..<count).first { bytes(of: .id, at: $0).span.isEqual(to: id.rawValue.utf8.span) }
    }

    /// The rows of suppliers of another table, found by their ids; those of suppliers that this table does not have are
    /// left out. Takes O(n), unless all are where they were in a table of the same length.
    func rows(of formerRows: [Row], in former: SupplierTable) -> [Row: Row] {
        if count == former.count, formerRows.allSatisfy({ bytes(of: .id, at: $0) == former.bytes(of: .id, at: $0) }) {
            return Dictionary(uniqueKeysWithValues: formerRows.map { ($0, $0) })
        }
        let (wanted, ids) = (Set(formerRows), Set(formerRows.map { former.bytes(of: .id, at: $0) }))
        let (before, after) = (former.rows(withIDs: ids), rows(withIDs: ids))
        // Rows with one id are paired in their order.
        let pairs = before.flatMap { id, rows in zip(rows, after[id] ?? []) }
        return Dictionary(uniqueKeysWithValues: pairs).filter { wanted.contains($0.key) }
    }

    /// The rows with some ids, in their order.
    private func rows(withIDs ids: Set<ArraySlice<UInt8>>) -> [ArraySlice<UInt8>: [Row]] {
        let rows = (0..<count).filter { ids.contains(bytes(of: .id, at: $0)) }
        return Dictionary(grouping: rows) { bytes(of: .id, at: $0) }
    }

    /// The rows of a former table whose suppliers this one does not have as they were, and the rows of this one whose
    /// suppliers the former one does not have; takes O(n).
    func differences(from former: SupplierTable) -> (former: [Row], new: [Row]) {
        guard self != former else { return ([], []) }
        let hashes = (0..<former.count).map { former.hash(ofRow: $0) }
        var left: [UInt64: Int] = [:]
        for hash in hashes { left[hash, default: 0] += 1 }
        let newRows = (0..<count).filter { !left.removeOne(of: hash(ofRow: $0)) }
        return (hashes.indices.filter { left.removeOne(of: hashes[$0]) }, newRows)
    }

    private func hash(ofRow row: Row) -> UInt64 { XXH64.hash(of: bytes(of: row..<row + 1).span) }

    /// Tests if another table has the same suppliers in the same order; takes O(n).
    func isEqual(to other: SupplierTable) -> Bool {
        count == other.count
            && (0..<count).allSatisfy {
                bytes(of: $0..<$0 + 1).span.isEqual(to: other.bytes(of: $0..<$0 + 1).span)
            }
    }

    /// The text of a field; empty if the record has none.
    func text(of field: Supplier.Field, at row: Row) -> String {
        String(decoding: bytes(of: field, at: row), as: UTF8.self)
    }

    /// The UTF-8 of a field, not copied; empty if the record has none.
    func bytes(of field: Supplier.Field, at row: Row) -> ArraySlice<UInt8> {
        let (chunk, index) = location(of: row)
        let (bytes, start) = (chunk.bytes, Int(chunk.starts[index]))
        return bytes[FieldRanges(ofRowAt: start, in: bytes.span)[field] ?? start..<start]
    }

    /// The bytes of rows that were appended together; those of equal suppliers are equal.
    func bytes(of rows: Range<Row>) -> ArraySlice<UInt8> {
        guard !rows.isEmpty else { return [] }
        let (chunk, index) = location(of: rows.lowerBound)
        return chunk.bytes[Int(chunk.starts[index])..<Int(chunk.starts[index + rows.count])]
    }

    // MARK: Sorting

    /// All rows in an order; of equal suppliers those that come first in the catalog are first.
    ///
    /// - Parameter check: is called now and then; its error ends the work.
    func rows(
        by order: SupplierOrder, reversed isReversed: Bool, collation: SupplierOrder.Collation,
        checking check: () throws -> Void
    ) rethrows -> [UInt32] {
        guard order != .catalog else {
            return isReversed ? (0..<UInt32(count)).reversed() : Array(0..<UInt32(count))
        }
        var keys = SortKeys(capacity: count)
        for row in 0..<count {
            if row % 4096 == 0 { try check() }
            withFields(of: row) { fields, text in
                keys.append { order.appendSortKey(of: fields, in: text, by: collation, reversed: isReversed, to: &$0) }
            }
        }
        return try keys.order(reversed: isReversed, checking: check).map { UInt32($0) }
    }

    // MARK: Appending

    /// Appends a copy of rows that a ``RowRenderer`` has rendered.
    mutating func append(_ rows: ArraySlice<UInt8>) {
        guard !rows.isEmpty else { return }
        let chunk = Chunk(rows)
        append(chunk, 0..<chunk.count)
    }

    /// Creates a table of suppliers that a ``RowRenderer`` has rendered. Default none.
    init(_ rendered: RenderedSuppliers = RenderedSuppliers()) {
        append(rendered.bytes[...])
    }

    /// Appends a supplier, in newly allocated memory.
    mutating func append(_ supplier: Supplier) {
        var bytes: [UInt8] = []
        _ = RowRenderer().render(supplier, into: &bytes)
        append(Chunk(bytes[...]), 0..<1)
    }

    /// A table of some of the rows, in newly allocated memory.
    func copy(of rows: [UInt32]) -> SupplierTable {
        var (copy, bytes) = (SupplierTable(), [UInt8]())
        for row in rows { bytes += self.bytes(of: Int(row)..<Int(row) + 1) }
        copy.append(bytes[...])
        return copy
    }

    /// Appends rows of another table, and shares their memory.
    mutating func append(_ rows: Range<Row>, of other: SupplierTable) {
        var next = rows.lowerBound
        while next < rows.upperBound {
            let index = other.runIndex(of: next)
            let run = other.runs[index]
            let end = index + 1 < other.runs.count ? other.runs[index + 1].firstRow : other.count
            let rest = next..<min(end, rows.upperBound)
            let first = run.firstIndex + next - run.firstRow
            append(run.chunk, first..<first + rest.count)
            next = rest.upperBound
        }
    }

    private mutating func append(_ chunk: Chunk, _ indices: Range<Int>) {
        defer { count += indices.count }
        let last = runs.last
        let isNext = last.map { $0.chunk === chunk && $0.firstIndex + count - $0.firstRow == indices.lowerBound }
        if isNext != true { runs.append(Run(firstRow: count, chunk: chunk, firstIndex: indices.lowerBound)) }
    }
}

extension RandomAccessCollection where Index == Int {
    /// The index of the first element that a condition holds for, if it holds for all after it as well; the end if it
    /// holds for none. Takes O(log n).
    @inline(__always)
    func partitioningIndex(where condition: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension SupplierTable {
    /// The first suppliers, in batches of 256 that are made as they are asked for.
    func batches(upTo count: Int) -> AsyncStream<[Supplier]> {
        let next = Lock(0)
        return AsyncStream {
            let rows = next.withLock { next in
                defer { next = min(next + 256, count) }
                return next..<min(next + 256, count)
            }
            return rows.isEmpty ? nil : rows.map { supplier(at: $0) }
        }
    }
}
