import SupplierGoKit

/// Prints suppliers in the catalog's own field names, with what the cache holds: the output is itself a catalog.
struct JSONFormatter: SupplierFormatter, SupplierRendering {
    /// How the records are put together.
    enum Arrangement: Sendable {
        /// One array, a record a line.
        case array

        /// A record a line, and nothing else.
        case lines
    }

    private let arrangement: Arrangement
    private let layout: RecordLayout

    /// What a record holds: columns, and where in `names` is what is written before each value. Ranges are not counted
    /// references, as strings would be for every record.
    private let columns: [(column: ListColumn, name: Range<Int>)]
    private let names: [UInt8]

    /// Whether `avatarState` follows them.
    private let hasState: Bool
    private var hasRecords = false

    /// Creates a formatter. For a terminal everything that it would obey is escaped, not only control characters.
    init(_ arrangement: Arrangement, layout: RecordLayout) {
        self.arrangement = arrangement
        self.layout = layout
        let columns = layout.chosen ?? [.id, .created, .name, .avatar, .phone, .company, .email, .file]
        var names: [UInt8] = []
        self.columns = columns.map { column in
            let start = names.count
            names.append((start == 0 ? "{" : ",") + "\"\(column.key)\":")
            return (column, start..<names.count)
        }
        self.names = names
        hasState = layout.chosen == nil
    }

    var readsCache: Bool { hasState || columns.contains { $0.column == .file } }

    var renderer: (any SupplierRendering)? { self }

    mutating func begin(into output: inout [UInt8]) {
        if arrangement == .array { output.append("[") }
    }

    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8]) {
        if arrangement == .array { output.append(hasRecords ? ",\n" : "\n") }
        hasRecords = true
        var text: [UInt8] = []
        let fields = FieldRanges(of: listed.supplier, writtenTo: &text)
        append(fields, in: text.span, file: listed.avatar?.file, state: listed.avatarState, to: &output)
        if arrangement == .lines { output.append("\n") }
    }

    func render(_ fields: FieldRanges, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        if arrangement == .array { output.append(",\n") }
        append(fields, in: text, file: nil, state: fields.avatar == nil ? .none : .missing, to: &output)
        if arrangement == .lines { output.append("\n") }
        return true
    }

    mutating func joining(_ rendered: [UInt8]) -> [UInt8] {
        guard arrangement == .array, !hasRecords, !rendered.isEmpty else { return rendered }
        hasRecords = true
        // There is no comma before the first record.
        return Array(rendered.dropFirst())
    }

    mutating func end(into output: inout [UInt8]) {
        if arrangement == .array { output.append(hasRecords ? "\n]\n" : "]\n") }
    }

    /// Adds a record. Reserving room once for all of it is what makes this fast.
    private func append(
        _ fields: FieldRanges, in text: Span<UInt8>, file: String?, state: ListedSupplier.AvatarState,
        to output: inout [UInt8]
    ) {
        let start = output.count
        let avatar = layout.absoluteEndpoint(fields.avatar, in: text)
        var byteCount = (avatar?.utf8.count ?? 0) + (file?.utf8.count ?? 0)
        let columns = columns.span
        for index in columns.indices { byteCount += fields.range(of: columns[index].column)?.count ?? 0 }
        let names = names.span
        // Names, quotes, `null` and the state take less than 24 for each column, and the names of edited fields less than 80.
        output.append(addingCapacity: JSONText.growth * byteCount + 24 * (columns.count + 1) + 80) { output in
            for index in columns.indices {
                let column = columns[index].column
                output.append(copying: names.extracting(columns[index].name))
                if let value = column == .avatar ? avatar : column == .file ? file : nil {
                    JSONText.write(value.utf8.span, into: &output)
                } else if let range = fields.range(of: column) {
                    JSONText.write(text.extracting(range), into: &output)
                } else {
                    output.append("null")
                }
            }
            if hasState {
                output.append(#","avatarState":""#)
                output.append(state.rawValue)
                output.append(UInt8(ascii: "\""))
                if !fields.edited.isEmpty {
                    output.append(#","edited":["\#(fields.edited.names.joined(separator: #"",""#))"]"#)
                }
            }
            output.append(UInt8(ascii: "}"))
        }
        if layout.isForTerminal { output.replaceHidden(from: start, by: \.escapedForJSON) }
    }
}

/// JSON strings (RFC 8259, section 7).
enum JSONText {
    /// The most bytes that one byte of a string takes: `\u0001`.
    static let growth = 6

    /// Writes a string in double quotes, with as few escapes as possible.
    ///
    /// The double quote, the backslash and control characters are escaped: C0, as JSON requires, DEL and C1.
    ///
    /// - Parameters:
    ///   - text: UTF-8.
    ///   - output: must have room for ``growth`` times the text and two bytes.
    static func write(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        output.append(UInt8(ascii: "\""))
        output.append(text, escaping: needsEscape) { index, output in
            guard text[index] == 0xc2 else {
                writeEscape(of: text[index], into: &output)
                return index + 1
            }
            // C2 80 to C2 9F are U+0080 to U+009F, the C1 controls.
            guard index + 1 < text.count, text[index + 1] < 0xa0 else {
                output.append(0xc2)
                return index + 1
            }
            writeEscape(of: text[index + 1], into: &output)
            return index + 2
        }
        output.append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7f || byte == 0xc2
    }

    private static func writeEscape(of byte: UInt8, into output: inout OutputSpan<UInt8>) {
        switch byte {
        case UInt8(ascii: "\""): output.append(#"\""#)
        case UInt8(ascii: "\\"): output.append(#"\\"#)
        case 0x08: output.append(#"\b"#)
        case 0x09: output.append(#"\t"#)
        case 0x0a: output.append(#"\n"#)
        case 0x0c: output.append(#"\f"#)
        case 0x0d: output.append(#"\r"#)
        default: output.append(Unicode.Scalar(byte).escapedForJSON)
        }
    }
}
