import SupplierGoKit

/// Prints a record a supplier: a line of tsv or csv, or a JSON object.
///
/// One loop writes the columns of every dialect (``RecordLayout``).
struct RecordFormatter: SupplierFormatter, SupplierRendering {
    private let layout: RecordLayout

    /// True if the array has a record.
    private var hasBegun = false

    /// Creates a formatter.
    ///
    /// - Parameters:
    ///   - chosen: the columns of a record. Default `nil`, for those of the dialect.
    ///   - isForTerminal: true if everything that a terminal would obey is written out.
    init(
        _ dialect: RecordDialect, columns chosen: [ListColumn]? = nil, catalog: CatalogLocation, isForTerminal: Bool
    ) {
        layout = RecordLayout(dialect, columns: chosen, catalog: catalog, isForTerminal: isForTerminal)
    }

    var renderer: BatchRenderer? { { self } }

    var others: OtherColumns? { layout.others }

    mutating func begin(asOf date: Date?, into output: inout [UInt8]) {
        if layout.dialect == .json { output.append("[") }
        if layout.dialect == .csv { output.append(CSVText.line(layout.columns.map(\.key))) }
    }

    mutating func append(
        _ fields: FieldRanges, in text: Span<UInt8>, _ avatar: ListedAvatar, into output: inout [UInt8]
    ) {
        let cached = avatar.entry.map { AvatarState.loaded(file: $0.file, isStale: avatar.isStale) }
        let state = fields.avatar == nil ? .none : cached ?? .missing
        var record: [UInt8] = []
        layout.append(fields, in: text, file: avatar.entry?.file, state: state.listWord, to: &record)
        output += joining(record)
    }

    func render(_ fields: FieldRanges, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        layout.append(fields, in: text, file: nil, state: fields.avatar == nil ? "none" : "missing", to: &output)
        return true
    }

    mutating func joining(_ rendered: [UInt8]) -> [UInt8] {
        guard !hasBegun, !rendered.isEmpty else { return rendered }
        hasBegun = true
        // There is no comma before the first record of an array.
        return layout.dialect == .json ? Array(rendered.dropFirst()) : rendered
    }

    mutating func end(into output: inout [UInt8]) {
        if layout.dialect == .json { output.append(hasBegun ? "\n]\n" : "]\n") }
    }
}
