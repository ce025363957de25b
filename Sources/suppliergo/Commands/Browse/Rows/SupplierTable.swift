import SupplierGoKit
internal import Synchronization

/// The number of a supplier in its catalog, from 0.
typealias Row = Int

/// A catalog's suppliers, in the catalog's order, as bytes: a million take about 180 MB, a third of what values would.
///
/// Suppliers are only appended, so a row always holds the same supplier. Copies share the bytes: one for a background
/// task costs a few references, and keeps its rows while the original grows.
struct SupplierTable: Sendable {
    /// Identifies a table and its length, without keeping the table in memory.
    struct Version: Sendable, Hashable {
        fileprivate let tableNumber: Int

        /// The number of suppliers.
        let count: Int

        /// Whether the other is this table, possibly with more suppliers after its last.
        func isContinued(by other: Version) -> Bool { tableNumber == other.tableNumber && count <= other.count }
    }

    /// Consecutive rows that are consecutive in their chunk too.
    private struct Run {
        let chunk: RowChunk

        /// The index in the chunk of the run's first row.
        let firstIndex: Int
    }

    private static let tableCount = Atomic(0)

    private let number = tableCount.add(1, ordering: .relaxed).newValue
    private var runs: [Run] = []

    /// The first row of each run.
    private var firstRows: [Row] = []

    /// The number of suppliers.
    private(set) var count = 0

    /// Whether there are no suppliers.
    var isEmpty: Bool { count == 0 }

    /// The table's identity and length.
    var version: Version { Version(tableNumber: number, count: count) }

    /// Whether another table is this one, possibly with more suppliers after its last.
    func isContinued(by other: SupplierTable) -> Bool { version.isContinued(by: other.version) }

    /// Whether two rows are the same bytes in memory, and therefore equal.
    func shares(_ row: Row, with other: SupplierTable, at otherRow: Row) -> Bool {
        let ((chunk, index), (otherChunk, otherIndex)) = (location(of: row), other.location(of: otherRow))
        return chunk === otherChunk && index == otherIndex
    }

    /// Finds a row's chunk, and its index there; takes O(log n) for n runs.
    @inline(__always)
    private func location(of row: Row) -> (chunk: RowChunk, index: Int) {
        precondition(row >= 0 && row < count, "the table has the row")
        var (low, high) = (0, firstRows.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if firstRows[middle] <= row { low = middle } else { high = middle }
        }
        return (runs[low].chunk, runs[low].firstIndex + row - firstRows[low])
    }
}

extension SupplierTable: Equatable {
    /// Whether both are the same table with the same suppliers, without looking at them.
    static func == (left: SupplierTable, right: SupplierTable) -> Bool { left.version == right.version }
}

// MARK: Reading

extension SupplierTable {
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
            func string(_ range: Range<Int>) -> String { String(decoding: text.extracting(range)) }
            guard let id = Supplier.ID(string(fields.id)), let createdAt = Timestamp(string(fields.createdAt)) else {
                preconditionFailure("a row holds a supplier")
            }
            var supplier = Supplier(
                id: id, createdAt: createdAt, fullname: string(fields.fullname),
                avatar: fields.avatar.flatMap { Avatar(endpoint: string($0)) }, phone: string(fields.phone),
                company: string(fields.company), email: string(fields.email))
            supplier.editedFields = fields.edited
            return supplier
        }
    }

    /// The first row with an id, or `nil` if there is none; takes O(n).
    func row(of id: Supplier.ID) -> Row? {
        (0..<count).first { bytes(of: .id, at: $0).span.isEqual(to: id.rawValue.utf8.span) }
    }

    /// The text of a field; empty if the record has none.
    func text(of column: ListColumn, at row: Row) -> String {
        String(decoding: bytes(of: column, at: row), as: UTF8.self)
    }

    /// The UTF-8 of a field, not copied; empty if the record has none.
    func bytes(of column: ListColumn, at row: Row) -> ArraySlice<UInt8> {
        let (chunk, index) = location(of: row)
        let (bytes, start) = (chunk.bytes, Int(chunk.starts[index]))
        return bytes[FieldRanges(ofRowAt: start, in: bytes.span).range(of: column) ?? start..<start]
    }

    /// The bytes of all fields; those of equal suppliers are equal.
    func bytes(at row: Row) -> ArraySlice<UInt8> {
        let (chunk, index) = location(of: row)
        return chunk[index..<index + 1]
    }
}

// MARK: Appending

extension SupplierTable {
    /// The table with another supplier in a row; shares the memory of all other rows.
    func replacing(_ row: Row, with supplier: Supplier) -> SupplierTable {
        var bytes: [UInt8] = []
        _ = RowRenderer().render(supplier, into: &bytes)
        let replacement = RowChunk(bytes[...])
        var table = SupplierTable()
        for (run, rows) in zip(runs, zip(firstRows, firstRows.dropFirst() + [count])) {
            let indices = run.firstIndex..<run.firstIndex + rows.1 - rows.0
            guard (rows.0..<rows.1).contains(row) else {
                table.append(run.chunk, indices)
                continue
            }
            let index = run.firstIndex + row - rows.0
            table.append(run.chunk, indices.lowerBound..<index)
            table.append(replacement, 0..<1)
            table.append(run.chunk, index + 1..<indices.upperBound)
        }
        return table
    }

    /// Appends suppliers that a ``RowRenderer`` has rendered.
    ///
    /// - Parameter earlier: an earlier table of the same catalog; rows that it has are shared instead of copied.
    mutating func append(_ rendered: RenderedSuppliers, sharing earlier: inout EarlierRows) {
        let batch = RowChunk(rendered.bytes[...])
        var firstNew = 0
        for index in 0..<batch.count {
            guard let row = earlier.row(equalTo: batch[index..<index + 1]) else { continue }
            append(batch[firstNew..<index])
            let (chunk, sharedIndex) = earlier.table.location(of: row)
            append(chunk, sharedIndex..<sharedIndex + 1)
            firstNew = index + 1
        }
        append(batch[firstNew..<batch.count])
    }

    /// Appends suppliers that a ``RowRenderer`` has rendered.
    mutating func append(_ rendered: RenderedSuppliers) {
        append(rendered.bytes[...])
    }

    /// Appends a copy of rows, in the last chunk if that is small.
    private mutating func append(_ rows: ArraySlice<UInt8>) {
        guard !rows.isEmpty else { return }
        guard let last = runs.last, last.chunk.isOpen, let firstRow = firstRows.last,
            last.firstIndex + count - firstRow == last.chunk.count
        else {
            let chunk = RowChunk(rows)
            return append(chunk, 0..<chunk.count)
        }
        let chunk = RowChunk((last.chunk.bytes + rows)[...])
        runs[runs.count - 1] = Run(chunk: chunk, firstIndex: last.firstIndex)
        count += chunk.count - last.chunk.count
    }

    /// Appends rows of a chunk, which are not copied.
    private mutating func append(_ chunk: RowChunk, _ indices: Range<Int>) {
        guard !indices.isEmpty else { return }
        defer { count += indices.count }
        if let last = runs.last, let firstRow = firstRows.last, last.chunk === chunk,
            last.firstIndex + count - firstRow == indices.lowerBound
        {
            return
        }
        runs.append(Run(chunk: chunk, firstIndex: indices.lowerBound))
        firstRows.append(count)
    }
}
