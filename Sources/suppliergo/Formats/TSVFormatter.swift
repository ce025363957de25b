import SupplierGoKit

/// Prints a supplier a line: `id`, `fullname`, `company`, `phone`, `email`, `createdAt`, with tabs between.
///
/// Tab, line feed, carriage return and backslash inside a field are written `\t`, `\n`, `\r`, `\\`.
struct TSVFormatter: SupplierFormatter, SupplierCopying {
    /// Whether what a terminal would obey is written out (``Swift/String/visibleText``).
    let isForTerminal: Bool

    var renderer: (any SupplierRendering)? { self }

    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8]) {
        _ = render(listed.supplier, into: &output)
    }

    func render(_ supplier: Supplier, into output: inout [UInt8]) -> Bool {
        let start = output.count
        SupplierColumns.append(supplier, into: &output, room: 5) { Self.write($0, into: &$1) }
        endLine(from: start, in: &output)
        return true
    }

    /// The fields hold nothing that is written in another way: no control character, no backslash.
    func render(_ places: SupplierPlaces, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        let start = output.count
        SupplierColumns.append(places, in: text, into: &output, room: 5) { field, output in
            output.append(copying: field)
            output.append(UInt8(ascii: "\t"))
        }
        endLine(from: start, in: &output)
        return true
    }

    private func endLine(from start: Int, in output: inout [UInt8]) {
        if isForTerminal { output.replaceHidden(from: start) { $0 == "\t" ? "\t" : $0.writtenOut } }
        output.append(UInt8(ascii: "\n"))
    }

    /// Writes a field and the tab behind it; an escape is two bytes for one.
    @inline(__always)
    private static func write(_ field: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        if mayNeedEscapes(field) { writeEscaped(field, into: &output) } else { output.append(copying: field) }
        output.append(UInt8(ascii: "\t"))
    }

    /// Whether a backslash or a control character below U+0010 may be in the field: none is, in most of eight bytes or
    /// more.
    ///
    /// A borrow can mark bytes above the first right one, never below it, and here one of them is enough.
    @inline(__always)
    private static func mayNeedEscapes(_ field: Span<UInt8>) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        guard field.count >= 8 else { return true }
        var found: UInt64 = 0
        var index = 0
        while index < field.count {
            let word = field.word(at: min(index, field.count - 8))
            let backslashes = (word ^ (ones &* 0x5c)) &- ones
            let controls = word &- (ones &* 0x10)
            found |= (controls | backslashes) & ~word
            index += 8
        }
        return found & (ones &* 0x80) != 0
    }

    private static func writeEscaped(_ field: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        for index in field.indices {
            if let letter = escapeLetter(for: field[index]) {
                output.append(UInt8(ascii: "\\"))
                output.append(letter)
            } else {
                output.append(field[index])
            }
        }
    }

    private static func escapeLetter(for byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\t"): UInt8(ascii: "t")
        case UInt8(ascii: "\n"): UInt8(ascii: "n")
        case UInt8(ascii: "\r"): UInt8(ascii: "r")
        case UInt8(ascii: "\\"): UInt8(ascii: "\\")
        default: nil
        }
    }
}
