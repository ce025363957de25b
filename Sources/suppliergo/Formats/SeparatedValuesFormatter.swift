import SupplierGoKit

/// Prints a supplier a line: `id`, `fullname`, `company`, `phone`, `email`, `createdAt`, or the columns asked for.
struct SeparatedValuesFormatter: SupplierFormatter, SupplierRendering {
    /// How fields are separated and escaped.
    enum Dialect: Sendable {
        /// Tabs between fields; tab, line feed, carriage return and backslash are `\t`, `\n`, `\r`, `\\`.
        case tsv

        /// RFC 4180: commas, a heading line, lines that end with CR LF, double quotes where they are needed.
        case csv
    }

    private let dialect: Dialect
    private let layout: RecordLayout
    private let columns: [ListColumn]
    private let hasAvatar: Bool

    /// Creates a formatter. For a terminal line ends in fields are written out as well.
    init(dialect: Dialect, layout: RecordLayout) {
        self.dialect = dialect
        self.layout = layout
        columns = layout.chosen ?? [.id, .name, .company, .phone, .email, .created]
        hasAvatar = columns.contains(.avatar)
    }

    var readsCache: Bool { columns.contains(.file) }

    var renderer: (any SupplierRendering)? { self }

    mutating func begin(into output: inout [UInt8]) {
        if dialect == .csv { output.append(columns.map(\.key).joined(separator: ",") + "\r\n") }
    }

    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8]) {
        var text: [UInt8] = []
        let fields = FieldRanges(of: listed.supplier, writtenTo: &text)
        append(fields, in: text.span, file: listed.avatar?.file, to: &output)
    }

    func render(_ fields: FieldRanges, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        append(fields, in: text, file: nil, to: &output)
        return true
    }

    private func append(_ fields: FieldRanges, in text: Span<UInt8>, file: String?, to output: inout [UInt8]) {
        let start = output.count
        let avatar = hasAvatar ? layout.absoluteEndpoint(fields.avatar, in: text) : nil
        var byteCount = (avatar?.utf8.count ?? 0) + (file?.utf8.count ?? 0)
        let columns = columns.span
        for index in columns.indices { byteCount += fields.range(of: columns[index])?.count ?? 0 }
        let isCopied = dialect == .tsv && fields.isPlain
        // An escaped field has at most two bytes for one; quotes and the separator take three.
        output.append(addingCapacity: 2 * byteCount + 3 * columns.count) { output in
            for index in columns.indices {
                if index > 0 { output.append(dialect == .tsv ? UInt8(ascii: "\t") : UInt8(ascii: ",")) }
                let column = columns[index]
                if let value = column == .avatar ? avatar : column == .file ? file : nil {
                    write(value.utf8.span, isCopied: false, into: &output)
                } else if let range = fields.range(of: column) {
                    write(text.extracting(range), isCopied: isCopied, into: &output)
                }
            }
        }
        endLine(from: start, in: &output)
    }

    private func endLine(from start: Int, in output: inout [UInt8]) {
        switch dialect {
        case .tsv:
            if layout.isForTerminal { output.replaceHidden(from: start) { $0 == "\t" ? "\t" : $0.writtenOut } }
            output.append(UInt8(ascii: "\n"))
        case .csv:
            if layout.isForTerminal { output.replaceHidden(from: start, by: \.writtenOut) }
            output.append("\r\n")
        }
    }

    /// Writes a field.
    ///
    /// - Parameter isCopied: whether the field is known to have nothing to escape.
    @inline(__always)
    private func write(_ field: Span<UInt8>, isCopied: Bool, into output: inout OutputSpan<UInt8>) {
        switch dialect {
        case .tsv where isCopied:
            output.append(copying: field)
        case .tsv:
            output.append(field, escaping: { $0 < 0x10 || $0 == UInt8(ascii: "\\") }) { index, output in
                let letter = Self.escapeLetter(for: field[index])
                if letter != nil { output.append(UInt8(ascii: "\\")) }
                output.append(letter ?? field[index])
                return index + 1
            }
        case .csv:
            let needsQuotes = Self.needsQuotes(field)
            if needsQuotes { output.append(UInt8(ascii: "\"")) }
            output.append(field, escaping: { $0 == UInt8(ascii: "\"") }) { index, output in
                output.append("\"\"")
                return index + 1
            }
            if needsQuotes { output.append(UInt8(ascii: "\"")) }
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
    static func needsQuotes(_ field: Span<UInt8>) -> Bool {
        for index in field.indices {
            switch field[index] {
            case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"): return true
            default: continue
            }
        }
        return false
    }
}
