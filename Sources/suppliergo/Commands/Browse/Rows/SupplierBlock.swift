import SupplierGoKit

/// Some consecutive rows of a ``SupplierTable``; never changes.
///
/// Which row is a block's last depends on that row's id. So a supplier that was inserted into a catalog changes the block it
/// is in, and the blocks after it are those that were there before.
final class SupplierBlock: Sendable {
    /// The least number of rows that a block has, unless it is its table's last.
    static let leastRowCount = 256

    /// The most rows that a block has.
    private static let rowLimit = 8192

    /// One id in so many ends a block, if it is long enough.
    private static let idsPerEnd: UInt64 = 1024

    /// The rows, as a ``RowRenderer`` writes them.
    let bytes: [UInt8]

    /// Where each row begins, and where the last one ends.
    let starts: [UInt32]

    /// Whether no row can be added.
    let isFull: Bool

    /// The hash of the bytes of a full block.
    let hash: UInt64

    /// Creates a block of rendered rows, from an index on, and moves the index behind them.
    ///
    /// - Parameter open: a block that is not full, whose rows are the first.
    convenience init(continuing open: SupplierBlock?, with text: Span<UInt8>, from index: inout Int) {
        let former = open?.bytes ?? []
        var starts = open?.starts ?? [0]
        let begin = index
        var isFull = false
        while index < text.count, !isFull {
            let fields = FieldRanges(ofRowAt: index, in: text)
            isFull = Self.isFull(starts.count, lastID: text.extracting(fields.id))
            index = fields.rowEnd
            starts.append(UInt32(former.count + index - begin))
        }
        let rows = text.extracting(begin..<index)
        let bytes = [UInt8](capacity: former.count + rows.count) { output in
            output.append(copying: former.span)
            output.append(copying: rows)
        }
        self.init(bytes: bytes, starts: starts, isFull: isFull)
    }

    private init(bytes: [UInt8], starts: [UInt32], isFull: Bool) {
        self.bytes = bytes
        self.starts = starts
        self.isFull = isFull
        hash = isFull ? XXH64.hash(of: bytes.span) : 0
    }

    /// The block with another supplier in one of its rows.
    func replacing(_ index: Int, with supplier: Supplier) -> SupplierBlock {
        var row: [UInt8] = []
        _ = RowRenderer().render(supplier, into: &row)
        let (start, end) = (Int(starts[index]), Int(starts[index + 1]))
        let moved = starts[(index + 1)...].map { UInt32(Int($0) + row.count - (end - start)) }
        return SupplierBlock(
            bytes: bytes[..<start] + row + bytes[end...], starts: starts[...index] + moved, isFull: isFull)
    }

    /// The number of rows.
    var rowCount: Int { starts.count - 1 }

    private static func isFull(_ rowCount: Int, lastID id: Span<UInt8>) -> Bool {
        rowCount >= rowLimit || rowCount >= leastRowCount && XXH64.hash(of: id) % idsPerEnd == 0
    }
}
