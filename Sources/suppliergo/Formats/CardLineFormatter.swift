import SupplierGoKit

/// Prints a supplier a line for people, in columns that never move.
///
/// If lines have a width, longer cells are cut; otherwise they push the rest of their own line.
struct CardLineFormatter: SupplierFormatter {
    private let style: TextStyle
    private let width: Int?
    private let columns: [ListColumn]?
    private let hasHeading: Bool
    private let marks: MatchMarks
    private let resolver: EndpointResolver
    private let otherColumns = OtherColumns()

    /// Writes the lines, once the columns are laid out.
    private let laidOut = Lock<CardLineRenderer?>(nil)
    private var hasLines = false

    /// Creates a formatter; matches of the query stand out.
    ///
    /// - Parameters:
    ///   - width: how long a line may be, or `nil` for any length.
    ///   - columns: the columns that were asked for; `nil` for those that the width has room for.
    ///   - hasHeading: whether the first line names the columns.
    init(
        style: TextStyle, width: Int?, columns: [ListColumn]?, hasHeading: Bool, catalog: CatalogLocation,
        query: SupplierQuery
    ) {
        marks = MatchMarks(query: query, style: style)
        resolver = EndpointResolver(against: catalog)
        self.style = style
        self.width = width
        self.columns = columns
        self.hasHeading = hasHeading
    }

    var renderer: BatchRenderer? { { [laidOut] in laidOut.withLock { $0 } } }

    var others: OtherColumns? { otherColumns }

    mutating func layOut(for first: ArraySlice<ListedSupplier>, into output: inout [UInt8]) {
        guard laidOut.withLock({ $0 == nil }) else { return }
        let layout = LineLayout(of: columns, width: width) { column in
            first.reduce(0) { max($0, text(of: column, for: $1).visibleText.displayWidth) }
        }
        let renderer = CardLineRenderer(layout, style: style, marks: marks, resolver: resolver, others: otherColumns)
        laidOut.withLock { $0 = renderer }
        if hasHeading { renderer.appendHeading(to: &output) }
    }

    mutating func appendHeading(of company: String, count: Int, into output: inout [UInt8]) {
        if hasLines { output.append("\n") }
        hasLines = true
        let count = "(\(Count.formatted(count)))"
        var company = company.visibleText
        if let width {
            company = company.shortened(toWidth: max(1, width - count.count - 1), ellipsis: style.ellipsis)
        }
        output.append("\(style.bold(company).isolated(by: style)) \(style.dim(count))\n")
    }

    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8]) {
        layOut(for: [listed], into: &output)
        var text: [UInt8] = []
        let fields = FieldRanges(of: listed.supplier, writtenTo: &text)
        laidOut.withLock { $0 }?.append(fields, in: text.span, file: listed.avatar?.file, to: &output)
    }

    private func text(of column: ListColumn, for listed: ListedSupplier) -> String {
        var text: [UInt8] = []
        let fields = FieldRanges(of: listed.supplier, writtenTo: &text)
        return fields.cellText(of: column, in: text.span, file: listed.avatar?.file, by: resolver, otherColumns)
    }
}

extension String {
    /// The text between U+2068 and U+2069 if it has right-to-left letters, so that a terminal or browser that orders
    /// letters by their direction (UAX #9) does so within the text, and leaves the rest of the line in its order.
    func isolated(by style: TextStyle) -> String {
        style.usesUnicode && hasRightToLeftLetters ? "\u{2068}\(self)\u{2069}" : self
    }
}
