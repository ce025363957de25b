import SupplierGoKit

/// The number of a supplier in its catalog, from 0.
typealias Row = Int

/// A catalog's suppliers, in the catalog's order, as bytes: a million take about 180 MB, a third of what values would.
///
/// Suppliers are only ever appended, so a row stays the same supplier's. Copies share the blocks, which never change: one
/// for a background task costs a reference, and keeps its rows while the original grows.
struct SupplierTable: Sendable {
    /// Some consecutive rows.
    private final class Block: Sendable {
        let bytes: [UInt8]

        /// Where each row begins, and where the last one ends.
        let starts: [UInt32]

        init(bytes: [UInt8], starts: [UInt32]) {
            self.bytes = bytes
            self.starts = starts
        }

        var rowCount: Int { starts.count - 1 }
    }

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

    /// The number of rows in each block but the last.
    private static let blockRowCount = 1024

    private let identity = Version.Identity()

    /// The blocks; only the last one may have less than ``blockRowCount`` rows.
    private var blocks: [Block] = []

    /// The blocks of an earlier table of the catalog, which are used again where they are the same.
    private let earlierBlocks: [Block]

    /// The number of suppliers.
    private(set) var count = 0

    /// Creates an empty table.
    ///
    /// - Parameter earlier: an earlier table of the same catalog, whose memory is shared where nothing has changed.
    init(sharing earlier: SupplierTable? = nil) {
        earlierBlocks = earlier?.blocks ?? []
    }

    /// Whether there are no suppliers.
    var isEmpty: Bool { count == 0 }

    /// Which table this is, and how far it has grown.
    var version: Version { Version(identity: identity, count: count) }

    /// Whether another table is this one, or is this one with more suppliers after its last.
    func isContinued(by other: SupplierTable) -> Bool { version.isContinued(by: other.version) }

    /// Whether a row is sure to have the same bytes in another table: both share its memory.
    func shares(_ row: Row, with other: SupplierTable) -> Bool {
        row < min(count, other.count) && blocks[row / Self.blockRowCount] === other.blocks[row / Self.blockRowCount]
    }
}

// MARK: Reading

extension SupplierTable {
    /// Calls a function with a row's fields, as ranges in the text that it is given.
    ///
    /// - Precondition: the row is less than ``count``.
    @inline(__always)
    func withFields<Value>(of row: Row, _ body: (FieldRanges, Span<UInt8>) -> Value) -> Value {
        precondition(row >= 0 && row < count, "the table has the row")
        let block = blocks[row / Self.blockRowCount]
        let bytes = block.bytes
        let fields = FieldRanges(ofRowAt: Int(block.starts[row % Self.blockRowCount]), in: bytes.span)
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
        let block = blocks[row / Self.blockRowCount]
        let (bytes, start) = (block.bytes, Int(block.starts[row % Self.blockRowCount]))
        return bytes[FieldRanges(ofRowAt: start, in: bytes.span).range(of: column) ?? start..<start]
    }

    /// The bytes of all fields; those of equal suppliers are equal.
    func bytes(at row: Row) -> ArraySlice<UInt8> {
        let (block, index) = (blocks[row / Self.blockRowCount], row % Self.blockRowCount)
        return block.bytes[Int(block.starts[index])..<Int(block.starts[index + 1])]
    }
}

// MARK: Appending

extension SupplierTable {
    /// The table with another supplier in a row; shares the memory of all blocks but that row's.
    func replacing(_ row: Row, with supplier: Supplier) -> SupplierTable {
        var bytes: [UInt8] = []
        _ = RowRenderer().render(supplier, into: &bytes)
        let (block, index) = (blocks[row / Self.blockRowCount], row % Self.blockRowCount)
        let (start, end) = (Int(block.starts[index]), Int(block.starts[index + 1]))
        let starts = block.starts.enumerated().map { position, start in
            position <= index ? start : UInt32(Int(start) + bytes.count - (end - Int(block.starts[index])))
        }
        var table = SupplierTable()
        (table.blocks, table.count) = (blocks, count)
        table.blocks[row / Self.blockRowCount] = Block(
            bytes: block.bytes[..<start] + bytes + block.bytes[end...], starts: starts)
        return table
    }

    /// Appends suppliers that a ``RowRenderer`` has rendered; takes their bytes' time, and a block's.
    mutating func append(_ rendered: RenderedSuppliers) {
        let text = rendered.bytes.span
        var start = 0
        while start < text.count {
            var starts = openBlock?.starts ?? [0]
            starts.reserveCapacity(Self.blockRowCount + 1)
            let base = Int(starts[starts.count - 1]) - start
            var end = start
            while end < text.count, starts.count <= Self.blockRowCount {
                end = FieldRanges(ofRowAt: end, in: text).rowEnd
                starts.append(UInt32(base + end))
            }
            appendToBlock(text.extracting(start..<end), starts: starts)
            start = end
        }
    }

    /// Replaces the last block by one with more rows, or adds one where the last is full.
    ///
    /// - Parameter starts: where the rows of the whole block begin, and where the last one ends.
    private mutating func appendToBlock(_ rows: Span<UInt8>, starts: [UInt32]) {
        let former = openBlock?.bytes ?? []
        if openBlock != nil { blocks.removeLast() }
        let bytes = [UInt8](capacity: former.count + rows.count) { output in
            output.append(copying: former.span)
            output.append(copying: rows)
        }
        let block = Block(bytes: bytes, starts: starts)
        blocks.append(earlier(equalTo: block) ?? block)
        count = (blocks.count - 1) * Self.blockRowCount + block.rowCount
    }

    /// The last block, if there is room in it.
    private var openBlock: Block? {
        blocks.last.flatMap { $0.rowCount < Self.blockRowCount ? $0 : nil }
    }

    /// The block of the earlier table with the same rows at the same position.
    private func earlier(equalTo block: Block) -> Block? {
        guard block.rowCount == Self.blockRowCount, blocks.count < earlierBlocks.count else { return nil }
        let earlier = earlierBlocks[blocks.count]
        let (earlierBytes, bytes) = (earlier.bytes, block.bytes)
        return earlierBytes.span.isEqual(to: bytes.span) ? earlier : nil
    }
}
