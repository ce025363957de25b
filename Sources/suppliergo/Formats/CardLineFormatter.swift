import SupplierGoKit

/// Prints a supplier a line for people, in columns that never move.
///
/// If lines have a width, longer cells are cut; otherwise they push the rest of their own line.
struct CardLineFormatter: SupplierFormatter {
    let style: TextStyle

    /// The most columns of a line; `nil` for any number.
    let width: Int?

    /// The columns that were asked for; `nil` for those that the width has room for.
    let columns: [ListColumn]?

    /// True if the first line names the columns.
    let hasHeading: Bool
    let resolver: EndpointResolver

    /// The query whose matches stand out.
    let query: SupplierQuery

    /// Writes the lines, once the columns are laid out.
    let laidOut = Lock<CardLineRenderer?>(nil)

    var renderer: (any SupplierRendering)? { laidOut.withLock { $0 } }

    mutating func layOut(for first: [(supplier: Supplier, file: String?)]) -> [UInt8] {
        guard laidOut.withLock({ $0 == nil }) else { return [] }
        let layout = LineLayout(of: columns, width: width) { column in
            CellWidths(first.map { text(of: column, for: $0, $1).visibleText.displayWidth })
        }
        let marks = MatchMarks(query: query, style: style)
        let renderer = CardLineRenderer(layout, marks: marks, resolver: resolver)
        laidOut.withLock { $0 = renderer }
        return hasHeading ? renderer.heading : []
    }

    func heading(of company: String, count: Int, isFirst: Bool) -> String {
        let count = "(\(Count.formatted(count)))"
        var company = company.visibleText
        if let width {
            company = company.shortened(toWidth: max(1, width - count.count - 1), ellipsis: style.ellipsis)
        }
        return (isFirst ? "" : "\n") + "\(style.bold(company).isolated(by: style)) \(style.dim(count))\n"
    }

    mutating func add(_ fields: FieldRanges, in text: Span<UInt8>, _ avatar: ListedAvatar, into output: inout [UInt8]) {
        laidOut.withLock { $0 }?.append(fields, in: text, file: avatar.entry?.file, to: &output)
    }

    private func text(of column: ListColumn, for supplier: Supplier, _ file: String?) -> String {
        supplier.withFields { $0.cellText(of: column, in: $1, file: file, by: resolver) }
    }
}

/// Writes a supplier as a line for people, in columns that are laid out.
///
/// Printable ASCII is measured and cut by its bytes, and only other text as characters. It is an object since every
/// task that decodes a catalog uses it for every record: counting one reference is cheap.
final class CardLineRenderer: SupplierRendering {
    private struct Cell {
        /// The field that queries look in; `nil` if they do not.
        let field: Supplier.Field?
        let width: Int

        /// The greatest width of its text.
        let limit: Int

        /// The ranges in `signs` of the bytes that begin and end its emphasis.
        let emphasis: (start: Range<Int>, end: Range<Int>)
    }

    private let layout: LineLayout

    /// The cells of the columns, without references to count for every supplier.
    private let cells: [Cell]
    private let marks: MatchMarks
    private let resolver: EndpointResolver

    /// The ellipsis, then the bytes of all cells' emphasis. Ranges are not counted references, as strings would be.
    private let signs: [UInt8]
    private let ellipsis: Range<Int>
    private let ellipsisWidth: Int

    private var style: TextStyle { marks.style }

    /// Creates a renderer; matches of the query stand out.
    init(_ layout: LineLayout, marks: MatchMarks, resolver: EndpointResolver) {
        (self.layout, self.marks, self.resolver) = (layout, marks, resolver)
        let style = marks.style
        var signs = Array(style.ellipsis.utf8)
        ellipsis = signs.indices
        ellipsisWidth = style.ellipsis.displayWidth
        func range(of sign: Substring.UTF8View) -> Range<Int> {
            signs += sign
            return signs.count - sign.count..<signs.count
        }
        cells = layout.columns.enumerated().map { index, column in
            let parts = "\(Self.emphasis(of: column.field, style)("\0"))".utf8.split(
                separator: 0, omittingEmptySubsequences: false)
            return Cell(
                field: column.field, width: layout.widths[index], limit: layout.limits?[index] ?? .max,
                emphasis: (range(of: Substring(parts[0]).utf8), range(of: Substring(parts[1]).utf8)))
        }
        self.signs = signs
    }

    /// Styles a cell of a list: names are bold, ids less prominent.
    fileprivate static func emphasis(of field: Supplier.Field?, _ style: TextStyle) -> (String) -> StyledText {
        switch field {
        case .fullname: style.bold
        case .id: style.dim
        default: { StyledText($0) }
        }
    }

    func render(_ fields: FieldRanges, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        append(fields, in: text, file: nil, to: &output)
        return true
    }

    /// Adds a line.
    func append(_ fields: FieldRanges, in text: Span<UInt8>, file: String?, to output: inout [UInt8]) {
        // The spaces before the next cell that is not empty.
        var margin = 0
        if layout.hasInitials {
            let initials = Initials(
                fullname: String(decoding: text.extracting(fields.fullname)),
                company: String(decoding: text.extracting(fields.company)),
                id: String(decoding: text.extracting(fields.id)))
            output.append("\(style.tint(initials.text, initials.tint).isolated(by: style))")
            margin = max(0, LineLayout.initialsWidth - initials.text.displayWidth)
            if fields.edited.rawValue != 0, let sign = fields.edited.sign(in: style) {
                output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: margin - 2))
                output.append("\(sign)")
                margin = 1
            }
        }
        let cells = cells
        for index in cells.indices {
            if let field = cells[index].field, let range = fields[field] {
                append(text.extracting(range), in: cells[index], after: &margin, to: &output)
            } else {
                let cell = fields.cellText(of: layout.columns[index], in: text, file: file, by: resolver)
                append(cell, in: cells[index], after: &margin, to: &output)
            }
        }
        if layout.marksEdits, let word = fields.edited.word { output.append("  " + word) }
        output.append(UInt8(ascii: "\n"))
    }

    /// Adds a field.
    @inline(__always)
    private func append(_ field: Span<UInt8>, in cell: Cell, after margin: inout Int, to output: inout [UInt8]) {
        let isCut = field.count > cell.limit
        guard marks.isEmpty, !isCut || cell.limit >= ellipsisWidth, field.isPrintableASCII else {
            return append(String(decoding: field), in: cell, after: &margin, to: &output)
        }
        if !field.isEmpty {
            let signs = signs
            let (start, end) = cell.emphasis
            let count = isCut ? cell.limit - ellipsisWidth : field.count
            output.append(addingCapacity: margin + field.count + signs.count) { output in
                output.append(repeating: UInt8(ascii: " "), count: margin)
                output.append(copying: signs.span.extracting(start))
                output.append(copying: field.extracting(0..<count))
                if isCut { output.append(copying: signs.span.extracting(ellipsis)) }
                output.append(copying: signs.span.extracting(end))
            }
            margin = 0
        }
        margin += max(0, cell.width - min(field.count, cell.limit)) + LineLayout.gap
    }

    /// Adds text of any characters.
    private func append(_ text: String, in cell: Cell, after margin: inout Int, to output: inout [UInt8]) {
        append(text.visibleText, in: cell, after: &margin, to: &output) { [marks, style] text in
            marks.marked(text, inCellOf: cell.field, style)
        }
    }

    private func append(
        _ text: String, in cell: Cell, after margin: inout Int, to output: inout [UInt8],
        emphasis: (String) -> StyledText
    ) {
        let shown = text.shortened(toWidth: cell.limit, ellipsis: style.ellipsis)
        if !shown.isEmpty {
            output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: margin))
            output.append("\(emphasis(shown).isolated(by: style))")
            margin = 0
        }
        margin += max(0, cell.width - shown.displayWidth) + LineLayout.gap
    }

    /// A line with the names of the columns.
    var heading: [UInt8] {
        var (output, margin) = ([UInt8](), layout.hasInitials ? LineLayout.initialsWidth : 0)
        for (cell, column) in zip(cells, layout.columns) {
            append(column.title.visibleText, in: cell, after: &margin, to: &output, emphasis: style.dim)
        }
        return output + [UInt8(ascii: "\n")]
    }
}

extension FieldRanges {
    /// The text of a column's cell.
    func cellText(
        of column: ListColumn, in text: Span<UInt8>, file: String?, by resolver: EndpointResolver
    ) -> String {
        if let path = column.otherPath { return Supplier.OtherFields(self, in: text)[path]?.listText ?? "" }
        let field = column.shownField.flatMap { self[$0] }.map { String(decoding: text.extracting($0)) } ?? ""
        return switch column.shownField {
        case nil: file ?? ""
        case .createdAt: LocalTime.day(of: field)
        case .avatar: Avatar(endpoint: field).map(resolver.absoluteEndpoint) ?? ""
        default: field
        }
    }
}

/// Marks the parts of shown text that match a query.
struct MatchMarks: Sendable, Hashable {
    let query: SupplierQuery

    let style: TextStyle

    var isEmpty: Bool { !style.usesColor || query.isEmpty }

    /// Marks the matches in a list's cell, which has the style of its field.
    func marked(_ text: String, inCellOf field: Supplier.Field?, _ style: TextStyle) -> StyledText {
        let emphasis = CardLineRenderer.emphasis(of: field, style)
        return field.map { marked(text[...], in: $0, emphasis: emphasis) } ?? emphasis(text)
    }

    /// Marks the matches in a field's text as it is shown, escaped and shortened, or in one line of it; the rest is
    /// styled by `emphasis`. A match that continues in the next line is marked in both.
    func marked(
        _ text: Substring, in field: Supplier.Field, emphasis: (String) -> StyledText = { StyledText($0) }
    ) -> StyledText {
        guard !isEmpty else { return emphasis(String(text)) }
        let line = text.startIndex..<text.endIndex
        var result: StyledText = ""
        var end = text.startIndex
        for match in query.matchedParts(of: text.base, in: field) where match.overlaps(line) {
            let range = match.clamped(to: line)
            if end < range.lowerBound { result += emphasis(String(text[end..<range.lowerBound])) }
            result += style.match(String(text[range]))
            end = range.upperBound
        }
        return end < text.endIndex || text.isEmpty ? result + emphasis(String(text[end...])) : result
    }
}
