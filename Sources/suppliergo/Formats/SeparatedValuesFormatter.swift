import SupplierGoKit

/// Prints a supplier a line: `id`, `fullname`, `company`, `phone`, `email`, `createdAt`.
struct SeparatedValuesFormatter: SupplierFormatter, SupplierCopying {
    /// How fields are separated and escaped.
    enum Dialect: Sendable {
        /// Tabs between fields; tab, line feed, carriage return and backslash are `\t`, `\n`, `\r`, `\\`.
        case tsv

        /// RFC 4180: commas, a heading line, lines that end with CR LF, double quotes where they are needed.
        case csv
    }

    private static let names = ["id", "fullname", "company", "phone", "email", "createdAt"]

    let dialect: Dialect

    /// Whether what a terminal would obey is written out (``Swift/String/visibleText``), line ends in fields included.
    let isForTerminal: Bool

    var renderer: (any SupplierRendering)? { self }

    mutating func begin(into output: inout [UInt8]) {
        if dialect == .csv { output.append(Self.names.joined(separator: ",") + "\r\n") }
    }

    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8]) {
        _ = render(listed.supplier, into: &output)
    }

    func render(_ supplier: Supplier, into output: inout [UInt8]) -> Bool {
        let (start, createdAt) = (output.count, supplier.createdAt)
        let id = supplier.id.rawValue.utf8.span, fullname = supplier.fullname.utf8.span
        let company = supplier.company.utf8.span, phone = supplier.phone.utf8.span, email = supplier.email.utf8.span
        let byteCount = id.count + fullname.count + company.count + phone.count + email.count
        // An escaped field has at most two bytes for one; quotes and separators take 15.
        output.append(addingCapacity: 2 * byteCount + Timestamp.longestText + 15) { output in
            write(id, into: &output)
            write(fullname, into: &output)
            write(company, into: &output)
            write(phone, into: &output)
            write(email, into: &output)
            createdAt.write(into: &output)
        }
        endLine(from: start, in: &output)
        return true
    }

    func render(_ places: SupplierPlaces, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        let start = output.count
        let fields = [places.id, places.fullname, places.company, places.phone, places.email]
        let byteCount = fields.reduce(0) { $0 + $1.count }
        output.append(addingCapacity: 2 * byteCount + places.createdAt.count + 15) { output in
            for field in fields { write(text.extracting(field), into: &output) }
            output.append(copying: text.extracting(places.createdAt))
        }
        endLine(from: start, in: &output)
        return true
    }

    private func endLine(from start: Int, in output: inout [UInt8]) {
        switch dialect {
        case .tsv:
            if isForTerminal { output.replaceHidden(from: start) { $0 == "\t" ? "\t" : $0.writtenOut } }
            output.append(UInt8(ascii: "\n"))
        case .csv:
            if isForTerminal { output.replaceHidden(from: start, by: \.writtenOut) }
            output.append("\r\n")
        }
    }

    /// Writes a field and the separator after it.
    @inline(__always)
    private func write(_ field: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        switch dialect {
        case .tsv:
            output.append(field, escaping: { Self.escapeLetter(for: $0) != nil }) { index, output in
                output.append(UInt8(ascii: "\\"))
                output.append(Self.escapeLetter(for: field[index]) ?? field[index])
                return index + 1
            }
            output.append(UInt8(ascii: "\t"))
        case .csv:
            let needsQuotes = Self.needsQuotes(field)
            if needsQuotes { output.append(UInt8(ascii: "\"")) }
            output.append(field, escaping: { $0 == UInt8(ascii: "\"") }) { index, output in
                output.append("\"\"")
                return index + 1
            }
            if needsQuotes { output.append(UInt8(ascii: "\"")) }
            output.append(UInt8(ascii: ","))
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

    /// Whether the field holds a comma, a double quote or a part of a line's end (RFC 4180, section 2, rule 6).
    private static func needsQuotes(_ field: Span<UInt8>) -> Bool {
        for index in field.indices {
            switch field[index] {
            case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"): return true
            default: continue
            }
        }
        return false
    }
}
