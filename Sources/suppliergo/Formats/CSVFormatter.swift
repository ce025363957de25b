internal import SupplierGoKit

/// Prints comma-separated values (RFC 4180): a heading line, the columns of `tsv`, lines that end with CR LF.
struct CSVFormatter: SupplierFormatter {
    /// Whether characters that a terminal would obey are written out (``Swift/String/visibleText``).
    let isForTerminal: Bool

    mutating func begin(into output: inout [UInt8]) {
        output.append(contentsOf: "id,fullname,company,phone,email,createdAt\r\n".utf8)
    }

    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8]) {
        let supplier = listed.supplier
        append(supplier.id.rawValue, into: &output)
        append(supplier.fullname, into: &output)
        append(supplier.company, into: &output)
        append(supplier.phone, into: &output)
        append(supplier.email, into: &output)
        output.append(contentsOf: supplier.createdAt.utf8Text)
        output.append(contentsOf: "\r\n".utf8)
    }

    private func append(_ field: String, into output: inout [UInt8]) {
        let text = isForTerminal ? field.visibleText : field
        if Self.needsQuotes(text) {
            output.append(UInt8(ascii: "\""))
            for byte in text.utf8 {
                if byte == UInt8(ascii: "\"") { output.append(byte) }
                output.append(byte)
            }
            output.append(UInt8(ascii: "\""))
        } else {
            output.append(contentsOf: text.utf8)
        }
        output.append(UInt8(ascii: ","))
    }

    /// Whether a comma, a double quote or a line's end is in the field (RFC 4180, section 2, rule 6).
    private static func needsQuotes(_ field: String) -> Bool {
        let bytes = field.utf8.span
        var found = false
        for index in bytes.indices {
            let byte = bytes[index]
            found = found || byte == 0x22 || byte == 0x2c || byte == 0x0a || byte == 0x0d
        }
        return found
    }
}
