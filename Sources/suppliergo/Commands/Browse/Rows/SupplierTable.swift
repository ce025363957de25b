import SupplierGoKit

/// The number of a supplier in its catalog, from 0.
typealias Row = Int

/// A catalog's suppliers, in the catalog's order, as bytes: a million take about 180 MB, a third of what values would.
///
/// Suppliers are only ever appended, so a row stays the same supplier's. Copies share the blocks, which never change: one
/// for a background task costs a reference, and keeps its rows while the original grows.
struct SupplierTable: Sendable {
    /// Which table it is, and how far it has grown; does not keep the table in memory.
    struct Version: Sendable, Equatable {
        /// Tells tables that grew from one another from all others.
        fileprivate final class Identity: Sendable {}

        fileprivate let identity: Identity

        /// The number of suppliers.
        let count: Int

        /// Whether the other is this table, or this table with more suppliers after its last.
        func isContinued(by other: Version) -> Bool { identity === other.identity && count <= other.count }

        /// Whether both are the same table with the same suppliers.
        static func == (left: Version, right: Version) -> Bool {
            left.identity === right.identity && left.count == right.count
        }
    }

    private let identity = Version.Identity()

    /// Consecutive rows, and the first row of each block.
    private var blocks: [SupplierBlock] = []
    private var firstRows: [Int] = []

    /// The block of each row that is a multiple of ``SupplierBlock/leastRowCount``; that of a row between two of them is the
    /// same or the next, since no block but the last has fewer rows.
    private var landmarks: [UInt32] = []

    /// The blocks of an earlier table of the catalog by their hashes. They are used again where they are the same.
    private var earlierBlocks: [UInt64: SupplierBlock]

    /// The number of suppliers.
    private(set) var count = 0

    /// Creates an empty table.
    ///
    /// - Parameter earlier: an earlier table of the same catalog, whose memory is shared where nothing has changed, until
    ///   ``finish()``.
    init(sharing earlier: SupplierTable? = nil) {
        let blocks = earlier?.blocks.filter(\.isFull) ?? []
        earlierBlocks = Dictionary(blocks.map { ($0.hash, $0) }) { first, _ in first }
    }

    /// Whether there are no suppliers.
    var isEmpty: Bool { count == 0 }

    /// Which table this is, and how far it has grown.
    var version: Version { Version(identity: identity, count: count) }

    /// Whether another table is this one, or is this one with more suppliers after its last.
    func isContinued(by other: SupplierTable) -> Bool { version.isContinued(by: other.version) }

    /// Whether a row is in the memory of a row of another table, so that both are sure to have the same bytes.
    func shares(_ row: Row, with other: SupplierTable, at otherRow: Row) -> Bool {
        let ((block, index), (otherBlock, otherIndex)) = (location(of: row), other.location(of: otherRow))
        return block === otherBlock && index == otherIndex
    }
}

extension SupplierTable: Equatable {
    /// Whether both are the same table with the same suppliers, without a look at them.
    static func == (left: SupplierTable, right: SupplierTable) -> Bool { left.version == right.version }
}

// MARK: Reading

extension SupplierTable {
    /// Calls a function with a row's fields, as ranges in the text that it is given.
    ///
    /// - Precondition: the row is less than ``count``.
    @inline(__always)
    func withFields<Value>(of row: Row, _ body: (FieldRanges, Span<UInt8>) -> Value) -> Value {
        let (block, index) = location(of: row)
        let bytes = block.bytes
        let fields = FieldRanges(ofRowAt: Int(block.starts[index]), in: bytes.span)
        return body(fields, bytes.span)
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

    /// The first row with an id; `nil` where there is none.
    func row(of id: Supplier.ID) -> Row? {
        (0..<count).first { bytes(of: .id, at: $0).span.isEqual(to: id.rawValue.utf8.span) }
    }

    /// The text of a field; empty where the record has none.
    func text(of column: ListColumn, at row: Row) -> String {
        String(decoding: bytes(of: column, at: row), as: UTF8.self)
    }

    /// The UTF-8 of a field, not copied; empty where the record has none.
    func bytes(of column: ListColumn, at row: Row) -> ArraySlice<UInt8> {
        let (block, index) = location(of: row)
        let (bytes, start) = (block.bytes, Int(block.starts[index]))
        return bytes[FieldRanges(ofRowAt: start, in: bytes.span).range(of: column) ?? start..<start]
    }

    /// The bytes of all fields; those of equal suppliers are equal.
    func bytes(at row: Row) -> ArraySlice<UInt8> {
        let (block, index) = location(of: row)
        return block.bytes[Int(block.starts[index])..<Int(block.starts[index + 1])]
    }

    /// The block that a row is in, and which of its rows it is.
    @inline(__always)
    private func location(of row: Row) -> (block: SupplierBlock, index: Int) {
        let index = blockIndex(of: row)
        return (blocks[index], row - firstRows[index])
    }

    @inline(__always)
    private func blockIndex(of row: Row) -> Int {
        precondition(row >= 0 && row < count, "the table has the row")
        let index = Int(landmarks[row / SupplierBlock.leastRowCount])
        return index + 1 < firstRows.count && firstRows[index + 1] <= row ? index + 1 : index
    }
}

// MARK: Appending

extension SupplierTable {
    /// The table with another supplier in a row; shares the memory of all blocks but that row's.
    func replacing(_ row: Row, with supplier: Supplier) -> SupplierTable {
        let blockIndex = blockIndex(of: row)
        var table = SupplierTable()
        (table.blocks, table.firstRows, table.landmarks, table.count) = (blocks, firstRows, landmarks, count)
        table.blocks[blockIndex] = blocks[blockIndex].replacing(row - firstRows[blockIndex], with: supplier)
        return table
    }

    /// Appends suppliers that a ``RowRenderer`` has rendered; takes their bytes' time, and a block's.
    mutating func append(_ rendered: RenderedSuppliers) {
        let text = rendered.bytes.span
        var start = 0
        while start < text.count {
            var open: SupplierBlock?
            if let last = blocks.last, !last.isFull {
                open = last
                blocks.removeLast()
                firstRows.removeLast()
            }
            let block = SupplierBlock(continuing: open, with: text, from: &start)
            add(earlier(equalTo: block) ?? block, at: count - (open?.rowCount ?? 0))
        }
    }

    /// Lets go of the earlier table: there are no more suppliers.
    mutating func finish() {
        earlierBlocks = [:]
    }

    private mutating func add(_ block: SupplierBlock, at firstRow: Row) {
        blocks.append(block)
        firstRows.append(firstRow)
        count = firstRow + block.rowCount
        while landmarks.count * SupplierBlock.leastRowCount < count { landmarks.append(UInt32(blocks.count - 1)) }
    }

    private func earlier(equalTo block: SupplierBlock) -> SupplierBlock? {
        guard block.isFull, let earlier = earlierBlocks[block.hash] else { return nil }
        let (earlierBytes, bytes) = (earlier.bytes, block.bytes)
        return earlierBytes.span.isEqual(to: bytes.span) ? earlier : nil
    }
}
