import SupplierGoKit

/// Prints a supplier a line: `id`, `fullname`, `company`, `phone`, `email`, `createdAt`.
struct SeparatedValuesFormatter: SupplierFormatter, SupplierRendering {
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

    func render(_ fields: FieldRanges, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        let start = output.count
        let byteCount =
            fields.id.count + fields.fullname.count + fields.company.count + fields.phone.count + fields.email.count
        let isCopied = dialect == .tsv && fields.isPlain
        // An escaped field has at most two bytes for one; quotes and separators take 15.
        output.append(addingCapacity: 2 * byteCount + fields.createdAt.count + 15) { output in
            write(text.extracting(fields.id), isCopied: isCopied, into: &output)
            write(text.extracting(fields.fullname), isCopied: isCopied, into: &output)
            write(text.extracting(fields.company), isCopied: isCopied, into: &output)
            write(text.extracting(fields.phone), isCopied: isCopied, into: &output)
            write(text.extracting(fields.email), isCopied: isCopied, into: &output)
            output.append(copying: text.extracting(fields.createdAt))
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
    ///
    /// - Parameter isCopied: whether the field is known to have nothing to escape.
    @inline(__always)
    private func write(_ field: Span<UInt8>, isCopied: Bool, into output: inout OutputSpan<UInt8>) {
        switch dialect {
        case .tsv where isCopied:
            output.append(copying: field)
            output.append(UInt8(ascii: "\t"))
        case .tsv:
            output.append(field, escaping: { $0 < 0x10 || $0 == UInt8(ascii: "\\") }) { index, output in
                let letter = Self.escapeLetter(for: field[index])
                if letter != nil { output.append(UInt8(ascii: "\\")) }
                output.append(letter ?? field[index])
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
