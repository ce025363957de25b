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
    private var layout: LineLayout?
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

    mutating func layOut(for first: ArraySlice<ListedSupplier>, into output: inout [UInt8]) {
        guard layout == nil else { return }
        let layout = LineLayout(of: columns, width: width) { column in
            first.reduce(0) { max($0, text(of: column, for: $1).displayWidth) }
        }
        self.layout = layout
        guard hasHeading else { return }
        var line = CellLine(layout, style: style)
        for (index, column) in layout.columns.enumerated() {
            line.append(column.title, at: index, emphasis: style.dim)
        }
        output += line.bytes
        output.append(UInt8(ascii: "\n"))
    }

    mutating func append(_ group: SupplierGroup, into output: inout [UInt8]) {
        if hasLines { output.append("\n") }
        hasLines = true
        let count = "(\(Count.formatted(group.suppliers.count)))"
        var company = group.company.visibleText
        if let width {
            company = company.shortened(toWidth: max(1, width - count.count - 1), ellipsis: style.ellipsis)
        }
        output.append("\(style.bold(company).isolated(by: style)) \(style.dim(count))\n")
    }

    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8]) {
        layOut(for: [listed], into: &output)
        guard let layout else { return }
        var line = CellLine(layout, style: style)
        if layout.hasInitials {
            let initials = Initials(of: listed.supplier)
            line.append(initials) { style.tint($0, initials.tint) }
        }
        for (index, column) in layout.columns.enumerated() {
            let emphasis: (String) -> String =
                switch column {
                case .name: style.bold
                case .id: style.dim
                default: { $0 }
                }
            line.append(text(of: column, for: listed), at: index) { [marks] text in
                column.field.map { marks.marked(text, in: $0, emphasis: emphasis) } ?? text
            }
        }
        output += line.bytes
        output.append(UInt8(ascii: "\n"))
    }

    private func text(of column: ListColumn, for listed: ListedSupplier) -> String {
        let text =
            switch column {
            case .created: listed.supplier.createdAt.dayName
            case .avatar: listed.supplier.avatar.map(resolver.absoluteEndpoint) ?? ""
            case .file: listed.avatar?.file ?? ""
            case .id, .name, .company, .phone, .email: column.field.map { listed.supplier[$0] } ?? ""
            }
        return text.visibleText
    }
}

/// A line of cells.
private struct CellLine {
    /// The line in UTF-8, without its end.
    private(set) var bytes: [UInt8] = []
    private let layout: LineLayout
    private let style: TextStyle

    /// The spaces before the next cell that is not empty.
    private var margin: Int

    init(_ layout: LineLayout, style: TextStyle) {
        self.layout = layout
        self.style = style
        margin = layout.hasInitials ? LineLayout.initialsWidth : 0
    }

    mutating func append(_ initials: Initials, emphasis: (String) -> String) {
        margin = 0
        append(initials.text, paddedTo: LineLayout.initialsWidth, emphasis: emphasis)
    }

    /// Adds the text of the column with this index.
    mutating func append(_ cell: String, at index: Int, emphasis: (String) -> String) {
        let shown = layout.limits.map { cell.shortened(toWidth: $0[index], ellipsis: style.ellipsis) } ?? cell
        append(shown, paddedTo: layout.widths[index], emphasis: emphasis)
        margin += LineLayout.gap
    }

    private mutating func append(_ cell: String, paddedTo width: Int, emphasis: (String) -> String) {
        if !cell.isEmpty {
            bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: margin))
            bytes.append(emphasis(cell).isolated(by: style))
            margin = 0
        }
        margin += max(0, width - cell.displayWidth)
    }
}

extension String {
    /// The text between U+2068 and U+2069 if it has right-to-left letters, so that a terminal or browser that orders
    /// letters by their direction (UAX #9) does so within the text, and leaves the rest of the line in its order.
    func isolated(by style: TextStyle) -> String {
        style.usesUnicode && hasRightToLeftLetters ? "\u{2068}\(self)\u{2069}" : self
    }
}
