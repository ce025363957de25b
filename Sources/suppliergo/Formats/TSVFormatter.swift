internal import SupplierGoKit

/// Prints a supplier a line: `id`, `fullname`, `company`, `phone`, `email`, `createdAt`, with tabs between.
///
/// Tab, line feed, carriage return and backslash inside a field are written `\t`, `\n`, `\r`, `\\`.
struct TSVFormatter: SupplierFormatter {
    /// Whether characters that a terminal would obey are written out (``Swift/String/visibleText``).
    let isForTerminal: Bool

    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8]) {
        let supplier = listed.supplier
        append(supplier.id.rawValue, before: UInt8(ascii: "\t"), into: &output)
        append(supplier.fullname, before: UInt8(ascii: "\t"), into: &output)
        append(supplier.company, before: UInt8(ascii: "\t"), into: &output)
        append(supplier.phone, before: UInt8(ascii: "\t"), into: &output)
        append(supplier.email, before: UInt8(ascii: "\t"), into: &output)
        output.append(contentsOf: supplier.createdAt.utf8Text)
        output.append(UInt8(ascii: "\n"))
    }

    private func append(_ field: String, before separator: UInt8, into output: inout [UInt8]) {
        if isForTerminal && !field.isPlainASCII {
            var escaped: [UInt8] = []
            Self.appendEscaped(field, into: &escaped)
            output.append(contentsOf: String(decoding: escaped, as: UTF8.self).visibleText.utf8)
        } else if Self.needsEscapes(field) {
            Self.appendEscaped(field, into: &output)
        } else {
            output.append(contentsOf: field.utf8)
        }
        output.append(separator)
    }

    /// Whether one of the four characters is in the field. No early exit: the loop is one of vectors.
    private static func needsEscapes(_ field: String) -> Bool {
        let bytes = field.utf8.span
        var found = false
        for index in bytes.indices {
            let byte = bytes[index]
            found = found || byte == 0x09 || byte == 0x0a || byte == 0x0d || byte == 0x5c
        }
        return found
    }

    private static func appendEscaped(_ field: String, into output: inout [UInt8]) {
        for byte in field.utf8 {
            let letter: UInt8
            switch byte {
            case 0x09: letter = UInt8(ascii: "t")
            case 0x0a: letter = UInt8(ascii: "n")
            case 0x0d: letter = UInt8(ascii: "r")
            case 0x5c: letter = byte
            default:
                output.append(byte)
                continue
            }
            output.append(UInt8(ascii: "\\"))
            output.append(letter)
        }
    }
}
