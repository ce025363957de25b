import SupplierGoKit

/// Prints a record a supplier, a line of tsv or csv, or a JSON object: the bytes before each value, then the value with
/// its escapes.
///
/// It is an object since every task that decodes a catalog uses it for every record: counting one reference is cheap.
final class RecordFormatter: SupplierFormatter, SupplierRendering {
    private let format: OutputFormat
    private let isForTerminal: Bool
    private let resolver: EndpointResolver
    private let hasUsualColumns: Bool
    private let hasAvatar: Bool
    private let hasOthers: Bool
    private let columns: [ListColumn]

    /// The field of each column, and the range in `leads` of the bytes before its values. These have no references to
    /// count for every record, as a ``ListColumn`` has.
    private let values: [(field: Supplier.Field?, isFile: Bool, lead: Range<Int>)]
    private let leads: [UInt8]

    /// The bytes after a record.
    private let recordEnd: [UInt8]

    /// Creates a formatter.
    ///
    /// - Parameters:
    ///   - chosen: the columns of a record. Default `nil`, for the usual ones.
    ///   - isForTerminal: true if everything that a terminal would obey is written out.
    init(_ format: OutputFormat, columns chosen: [ListColumn]? = nil, catalog: CatalogLocation, isForTerminal: Bool) {
        self.format = format
        self.isForTerminal = isForTerminal
        resolver = EndpointResolver(against: catalog)
        hasUsualColumns = chosen == nil
        let printed = chosen ?? format.usualColumns
        hasAvatar = printed.contains(.avatar)
        hasOthers = printed.contains { $0.otherPath != nil }
        var leads: [UInt8] = []
        columns = printed
        values = printed.enumerated().map { index, column in
            let start = leads.count
            leads.append(format.lead(of: column, isFirst: index == 0))
            return (column.shownField, column == .file, start..<leads.count)
        }
        self.leads = leads
        recordEnd = Array(format.recordEnd.utf8)
    }

    var renderer: (any SupplierRendering)? { self }

    func begin(asOf date: Date?) -> String {
        let rows = RowWriter(names: columns.map(\.key), format: format, isForTerminal: isForTerminal)
        return format == .json ? "[" : rows.heading
    }

    func joining(_ rendered: [UInt8], isFirst: Bool) -> [UInt8] {
        // There is no comma before the first record of an array.
        isFirst && format == .json ? Array(rendered.dropFirst()) : rendered
    }

    func end(isEmpty: Bool) -> String { format == .json ? (isEmpty ? "]\n" : "\n]\n") : "" }

    func render(_ fields: FieldRanges, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        add(fields, in: text, ListedAvatar(), into: &output)
        return true
    }

    /// Adds a record. Reserving room once for all of it is what makes this fast.
    func add(_ fields: FieldRanges, in text: Span<UInt8>, _ listed: ListedAvatar, into output: inout [UInt8]) {
        let (file, state) = (listed.entry?.file, fields.avatar == nil ? "none" : listed.state)
        if format == .json { output.append(",\n") }
        let start = output.count
        let base = hasAvatar ? fields.avatar.flatMap { resolver.base(of: text.extracting($0)) } : nil
        let avatar = hasAvatar && base == nil ? absoluteEndpoint(fields.avatar, in: text) : nil
        var byteCount = ((base ?? avatar)?.utf8.count ?? 0) + (file?.utf8.count ?? 0)
        let (values, leads) = (values, leads)
        let others = hasOthers ? columns.map { otherText(of: $0, fields, in: text) } : []
        for other in others { byteCount += other?.utf8.count ?? 0 }
        byteCount += fields.byteCount
        // A field's quotes or null, its lead apart, take less than 5; the state and the names of edited fields less
        // than 120.
        let room = format.growth * byteCount + leads.count + 5 * values.count + 120 + fields.exportedByteCount
        output.append(addingCapacity: room) { output in
            for index in values.indices {
                let (field, isFile, lead) = values[index]
                // One byte, as in lines of tsv and csv, is not worth a call that copies memory.
                if lead.count == 1 {
                    output.append(leads[lead.lowerBound])
                } else {
                    output.append(copying: leads.span.extracting(lead))
                }
                switch field {
                case .avatar? where base != nil:
                    write(fields.avatar ?? 0..<0, after: base ?? "", in: text, into: &output)
                case .avatar? where avatar != nil: write(avatar, into: &output)
                case let field?:
                    write(fields[field], of: field, in: text, isPlain: fields.isPlain, into: &output)
                case nil where isFile: write(file, into: &output)
                case nil where format.isJSON: output.append(others[index] ?? "null")
                case nil: write(others[index], into: &output)
                }
            }
            // The kit has written these members, names with a dot before them included.
            let exported = text.extracting(fields.other.prefix(fields.exportedByteCount))
            if format.isJSON { endObject(state, fields.edited, exported, into: &output) }
        }
        if isForTerminal { output.replaceHidden(from: start, by: format.replacement) }
        for byte in recordEnd { output.append(byte) }
    }

    /// The value of a column that is another field; `nil` if it is none, or has no value.
    private func otherText(of column: ListColumn, _ fields: FieldRanges, in text: Span<UInt8>) -> String? {
        guard let path = column.otherPath, let value = Supplier.OtherFields(fields, in: text)[path] else { return nil }
        guard format.isJSON else { return value.cellText }
        var json: [UInt8] = []
        value.write(to: &json)
        return String(decoding: json, as: UTF8.self)
    }

    /// Writes a text, or null in JSON for `nil`.
    private func write(_ text: String?, into output: inout OutputSpan<UInt8>) {
        if let text {
            write(text.utf8.span, isPlain: false, into: &output)
        } else if format.isJSON {
            output.append("null")
        }
    }

    /// Writes a field; null in JSON if it is unknown.
    @inline(__always)
    private func write(
        _ range: Range<Int>?, of field: Supplier.Field, in text: Span<UInt8>, isPlain: Bool,
        into output: inout OutputSpan<UInt8>
    ) {
        if let range, !(field == .createdAt && range.isEmpty) {
            write(text.extracting(range), isPlain: isPlain, into: &output)
        } else if format.isJSON {
            output.append("null")
        }
    }

    /// Writes an avatar's endpoint that is a plain path, after the text that makes it absolute.
    private func write(
        _ endpoint: Range<Int>, after base: String, in text: Span<UInt8>, into output: inout OutputSpan<UInt8>
    ) {
        let endpoint = text.extracting(endpoint)
        switch format {
        case .tsv:
            TSVText.write(base.utf8.span, into: &output)
            output.append(copying: endpoint)
        case .csv:
            write(base + String(decoding: endpoint), into: &output)
        default:
            output.append(UInt8(ascii: "\""))
            JSONText.writeContents(base.utf8.span, into: &output)
            output.append(copying: endpoint)
            output.append(UInt8(ascii: "\""))
        }
    }

    /// Writes a field.
    ///
    /// - Parameter isPlain: true if it is known to hold no control character, quotation mark or backslash.
    @inline(__always)
    private func write(_ field: Span<UInt8>, isPlain: Bool, into output: inout OutputSpan<UInt8>) {
        switch format {
        case .tsv where isPlain: output.append(copying: field)
        case .tsv: TSVText.write(field, into: &output)
        case .csv: CSVText.write(field, into: &output)
        default:
            // JSON escapes DEL and some other characters beyond ASCII too.
            guard isPlain, field.isPrintableASCII else { return JSONText.write(field, into: &output) }
            output.append(UInt8(ascii: "\""))
            output.append(copying: field)
            output.append(UInt8(ascii: "\""))
        }
    }

    private func endObject(
        _ state: String, _ edited: Supplier.EditedFields, _ others: Span<UInt8>,
        into output: inout OutputSpan<UInt8>
    ) {
        if hasUsualColumns {
            output.append(#","avatarState":""#)
            output.append(state)
            output.append(UInt8(ascii: "\""))
            if !edited.isEmpty { output.append(#","edited":["\#(edited.names.joined(separator: #"",""#))"]"#) }
            if !others.isEmpty {
                output.append(UInt8(ascii: ","))
                output.append(copying: others)
            }
        }
        output.append(UInt8(ascii: "}"))
    }

    /// An avatar's endpoint as it means the same wherever the record is kept; `nil` if the record has it so.
    private func absoluteEndpoint(_ range: Range<Int>?, in text: Span<UInt8>) -> String? {
        guard let range, !Self.isWeb(text.extracting(range)) else { return nil }
        return Avatar(endpoint: String(decoding: text.extracting(range))).map(resolver.absoluteEndpoint)
    }

    /// Tests if an endpoint begins with `http:` or `https:`, as almost all do.
    private static func isWeb(_ endpoint: Span<UInt8>) -> Bool {
        guard endpoint.count > 5, endpoint[0] == UInt8(ascii: "h"), endpoint[1] == UInt8(ascii: "t"),
            endpoint[2] == UInt8(ascii: "t"), endpoint[3] == UInt8(ascii: "p")
        else { return false }
        return endpoint[endpoint[4] == UInt8(ascii: "s") ? 5 : 4] == UInt8(ascii: ":")
    }
}
