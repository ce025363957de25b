import SupplierGoKit

/// Rows of a ``SupplierTable`` that were appended one after the other; never changes.
final class RowChunk: Sendable {
    /// The rows, as a ``RowRenderer`` writes them.
    let bytes: [UInt8]

    /// The start of each row, and the end of the last one.
    let starts: [UInt32]

    /// Copies rendered rows.
    init(_ rows: ArraySlice<UInt8>) {
        let bytes = Array(rows)
        var starts: [UInt32] = [0]
        var end = 0
        while end < bytes.count {
            end = FieldRanges(ofRowAt: end, in: bytes.span).rowEnd
            starts.append(UInt32(end))
        }
        self.bytes = bytes
        self.starts = starts
    }

    /// The number of rows.
    var count: Int { starts.count - 1 }

    /// Whether the chunk is so small that rows of the next batch are put into one with its rows.
    var isOpen: Bool { bytes.count < 1 << 16 }

    /// The bytes of some rows.
    subscript(indices: Range<Int>) -> ArraySlice<UInt8> {
        bytes[Int(starts[indices.lowerBound])..<Int(starts[indices.upperBound])]
    }
}
