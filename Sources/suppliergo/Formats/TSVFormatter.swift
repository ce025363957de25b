import SupplierGoKit

/// Prints a supplier a line: `id`, `fullname`, `company`, `phone`, `email`, `createdAt`, with tabs between.
///
/// Tab, line feed, carriage return and backslash inside a field are written `\t`, `\n`, `\r`, `\\`.
struct TSVFormatter: SupplierFormatter {
    /// Whether what a terminal would obey is written out (``Swift/String/visibleText``).
    let isForTerminal: Bool

    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8]) {
        let start = output.count
        Self.append(listed.supplier, into: &output)
        if isForTerminal { output.replaceHidden(from: start) { $0 == "\t" ? "\t" : $0.writtenOut } }
        output.append(UInt8(ascii: "\n"))
    }

    /// Adds a record but for its line's end. One reservation serves the whole record: that is what makes it quick.
    private static func append(_ supplier: Supplier, into output: inout [UInt8]) {
        let id = supplier.id.rawValue.utf8.span
        let fullname = supplier.fullname.utf8.span
        let company = supplier.company.utf8.span
        let phone = supplier.phone.utf8.span
        let email = supplier.email.utf8.span
        let createdAt = supplier.createdAt
        let byteCount = id.count + fullname.count + company.count + phone.count + email.count
        output.append(addingCapacity: 2 * byteCount + 5 + Timestamp.longestText) { output in
            write(id, into: &output)
            write(fullname, into: &output)
            write(company, into: &output)
            write(phone, into: &output)
            write(email, into: &output)
            createdAt.write(into: &output)
        }
    }

    /// Writes a field and the tab behind it; an escape is two bytes for one.
    @inline(__always)
    private static func write(_ field: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        for index in field.indices {
            let byte = field[index]
            guard byte < 0x10 || byte == UInt8(ascii: "\\"), let letter = escapeLetter(for: byte) else {
                output.append(byte)
                continue
            }
            output.append(UInt8(ascii: "\\"))
            output.append(letter)
        }
        output.append(UInt8(ascii: "\t"))
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
