import SupplierGoKit

/// Renders suppliers as rows of a ``SupplierTable``, on the tasks that decode them.
///
/// A row is the lengths of its seven fields, a number for those that are edited, the length of the other fields and, if
/// there are some, of those that an export has, then the fields. A length is written in groups of seven bits, the
/// lowest first, each but the last with the high bit set (LEB128).
struct RowRenderer: SupplierRendering {
    func render(_ fields: FieldRanges, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        let ranges: InlineArray<8, Range<Int>> = [
            fields.id, fields.createdAt, fields.fullname, fields.company, fields.email, fields.phone,
            fields.avatar ?? 0..<0, fields.other,
        ]
        var byteCount = 0
        for index in ranges.indices { byteCount += ranges[index].count }
        output.append(addingCapacity: byteCount + (ranges.count + 2) * Self.lengthByteLimit) { output in
            for index in ranges.indices { Self.append(length: ranges[index].count, to: &output) }
            Self.append(length: Int(fields.edited.rawValue), to: &output)
            if !fields.other.isEmpty { Self.append(length: fields.exportedByteCount, to: &output) }
            for index in ranges.indices { output.append(copying: text.extracting(ranges[index])) }
        }
        return true
    }

    /// The most bytes of a length.
    private static let lengthByteLimit = 10

    @inline(__always)
    private static func append(length: Int, to output: inout OutputSpan<UInt8>) {
        var rest = UInt(length)
        while rest >= 0x80 {
            output.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        output.append(UInt8(truncatingIfNeeded: rest))
    }
}

extension RenderedSuppliers {
    /// True if a ``RowRenderer`` has rendered them, perhaps those that match.
    var areRows: Bool { ((renderer as? MatchingRenderer)?.renderer ?? renderer) is RowRenderer }
}

extension FieldRanges {
    /// Reads the ranges of a row's fields, as a ``RowRenderer`` has written them.
    @inline(__always)
    init(ofRowAt start: Int, in text: Span<UInt8>) {
        var index = start
        let (id, createdAt, fullname) = (text.length(at: &index), text.length(at: &index), text.length(at: &index))
        let (company, email, phone) = (text.length(at: &index), text.length(at: &index), text.length(at: &index))
        let (avatar, other, edited) = (text.length(at: &index), text.length(at: &index), text.length(at: &index))
        let exportedByteCount = other == 0 ? 0 : text.length(at: &index)
        func next(_ length: Int) -> Range<Int> {
            defer { index += length }
            return index..<index + length
        }
        self.init(
            id: next(id), createdAt: next(createdAt), fullname: next(fullname), company: next(company),
            email: next(email), phone: next(phone), avatar: avatar == 0 ? nil : next(avatar))
        (self.other, self.exportedByteCount) = (next(other), exportedByteCount)
        self.edited = Supplier.EditedFields(rawValue: UInt8(truncatingIfNeeded: edited))
    }

    /// The row's end.
    var rowEnd: Int { other.upperBound }
}

extension Span<UInt8> {
    /// Reads a length, and moves on to what is after it.
    @inline(__always)
    fileprivate func length(at index: inout Int) -> Int {
        var (length, shift) = (0, 0)
        while true {
            let byte = self[index]
            index += 1
            length |= Int(byte & 0x7f) << shift
            if byte < 0x80 { return length }
            shift += 7
        }
    }
}
