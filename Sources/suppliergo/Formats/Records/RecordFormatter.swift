import SupplierGoKit

/// Prints a record a supplier: a line of tsv or csv, a JSON object, or a row of a Markdown table.
///
/// One loop writes the columns of every dialect (``RecordLayout``).
struct RecordFormatter: SupplierFormatter, SupplierRendering {
    private let layout: RecordLayout

    /// Whether the array has a record, or the table its heading.
    private var hasBegun = false

    /// Creates a formatter.
    ///
    /// - Parameters:
    ///   - chosen: the columns of a record. Default `nil`, for those of the dialect.
    ///   - isForTerminal: whether everything that a terminal would obey is written out.
    init(
        _ dialect: RecordDialect, columns chosen: [ListColumn]? = nil, catalog: CatalogLocation, isForTerminal: Bool
    ) {
        layout = RecordLayout(dialect, columns: chosen, catalog: catalog, isForTerminal: isForTerminal)
    }

    var renderer: BatchRenderer? { { self } }

    var others: OtherColumns? { layout.others }

    mutating func begin(into output: inout [UInt8]) {
        if layout.dialect == .json { output.append("[") }
        if layout.dialect == .csv { output.append(CSVText.line(layout.columns.map(\.key))) }
    }

    mutating func appendHeading(of company: String, count: Int, into output: inout [UInt8]) {
        if hasBegun { output.append("\n") }
        output.append("## ")
        output.append(addingCapacity: layout.dialect.growth * company.utf8.count) { output in
            MarkdownText.write(company.utf8.span, isForTerminal: layout.isForTerminal, into: &output)
        }
        output.append(" (\(Count.formatted(count)))\n\n")
        hasBegun = false
    }

    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8]) {
        var (text, record): ([UInt8], [UInt8]) = ([], [])
        let fields = FieldRanges(of: listed.supplier, writtenTo: &text)
        layout.append(fields, in: text.span, file: listed.avatar?.file, state: listed.avatarState, to: &record)
        output += joining(record)
    }

    func render(_ fields: FieldRanges, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        layout.append(fields, in: text, file: nil, state: fields.avatar == nil ? .none : .missing, to: &output)
        return true
    }

    mutating func joining(_ rendered: [UInt8]) -> [UInt8] {
        guard !hasBegun, !rendered.isEmpty else { return rendered }
        hasBegun = true
        return switch layout.dialect {
        case .json: Array(rendered.dropFirst())  // There is no comma before the first record.
        case .markdown: Array(tableHeading.utf8) + rendered
        case .tsv, .csv, .ndjson: rendered
        }
    }

    mutating func end(into output: inout [UInt8]) {
        if layout.dialect == .json { output.append(hasBegun ? "\n]\n" : "]\n") }
        // An empty table has a heading too.
        if layout.dialect == .markdown, !hasBegun { output.append(tableHeading) }
        hasBegun = true
    }

    private var tableHeading: String {
        let names = layout.columns.map { layout.hasUsualColumns ? $0.title : $0.key }
        return "| \(names.joined(separator: " | ")) |\n|" + String(repeating: " --- |", count: layout.columns.count)
            + "\n"
    }
}
