import SupplierGoKit

/// Writes a supplier as a line for people, in columns that are laid out.
///
/// Printable ASCII is measured and cut by its bytes, and only other text as characters. It is an object since every task that
/// decodes a catalog uses it for every record: counting one reference is cheap.
final class CardLineRenderer: SupplierRendering {
    private struct Cell {
        let column: ListColumn
        let width: Int

        /// The greatest width of its text.
        let limit: Int

        /// The ranges in `signs` of the bytes that begin and end its emphasis.
        let emphasis: (start: Range<Int>, end: Range<Int>)
    }

    private let cells: [Cell]
    private let hasInitials: Bool
    private let marksEdits: Bool
    private let style: TextStyle
    private let marks: MatchMarks
    private let resolver: EndpointResolver
    private let others: OtherColumns

    /// The ellipsis, then the bytes of all cells' emphasis. Ranges are not counted references, as strings would be.
    private let signs: [UInt8]
    private let ellipsis: Range<Int>
    private let ellipsisWidth: Int

    /// Creates a renderer; matches of the query stand out.
    init(_ layout: LineLayout, style: TextStyle, marks: MatchMarks, resolver: EndpointResolver, others: OtherColumns) {
        self.others = others
        self.style = style
        self.marks = marks
        self.resolver = resolver
        hasInitials = layout.hasInitials
        marksEdits = layout.marksEdits
        var signs = Array(style.ellipsis.utf8)
        ellipsis = signs.indices
        ellipsisWidth = style.ellipsis.displayWidth
        func range(of sign: Substring.UTF8View) -> Range<Int> {
            signs += sign
            return signs.count - sign.count..<signs.count
        }
        cells = layout.columns.enumerated().map { index, column in
            let parts = Self.emphasis(of: column, style)("\0").utf8.split(
                separator: 0, omittingEmptySubsequences: false)
            return Cell(
                column: column, width: layout.widths[index], limit: layout.limits?[index] ?? .max,
                emphasis: (range(of: Substring(parts[0]).utf8), range(of: Substring(parts[1]).utf8)))
        }
        self.signs = signs
    }

    private static func emphasis(of column: ListColumn, _ style: TextStyle) -> (String) -> String {
        switch column {
        case .name: style.bold
        case .id: style.dim
        default: { $0 }
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
        if hasInitials {
            let initials = Initials(
                fullname: text.extracting(fields.fullname), company: text.extracting(fields.company),
                id: text.extracting(fields.id))
            output.append(style.tint(initials.text, initials.tint).isolated(by: style))
            margin = max(0, LineLayout.initialsWidth - initials.text.displayWidth)
            if fields.edited.rawValue != 0, let sign = fields.edited.sign(in: style) {
                output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: margin - 2))
                output.append(sign)
                margin = 1
            }
        }
        let cells = cells
        for index in cells.indices {
            let column = cells[index].column
            if column.field != nil, let range = fields.range(of: column) {
                append(text.extracting(range), in: cells[index], after: &margin, to: &output)
            } else {
                let cell = fields.cellText(of: column, in: text, file: file, by: resolver, others)
                append(cell, in: cells[index], after: &margin, to: &output)
            }
        }
        if marksEdits, let word = fields.edited.word { output.append("  " + word) }
        output.append(UInt8(ascii: "\n"))
    }

    /// Adds a field.
    @inline(__always)
    private func append(_ field: Span<UInt8>, in cell: Cell, after margin: inout Int, to output: inout [UInt8]) {
        let isCut = field.count > cell.limit
        guard marks.isEmpty, !isCut || cell.limit >= ellipsisWidth, field.isPlainASCII else {
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
            let emphasis = Self.emphasis(of: cell.column, style)
            return cell.column.field.map { marks.marked(text, in: $0, emphasis: emphasis) } ?? text
        }
    }

    private func append(
        _ text: String, in cell: Cell, after margin: inout Int, to output: inout [UInt8],
        emphasis: (String) -> String
    ) {
        let shown = text.shortened(toWidth: cell.limit, ellipsis: style.ellipsis)
        if !shown.isEmpty {
            output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: margin))
            output.append(emphasis(shown).isolated(by: style))
            margin = 0
        }
        margin += max(0, cell.width - shown.displayWidth) + LineLayout.gap
    }

    /// Adds a line with the names of the columns.
    func appendHeading(to output: inout [UInt8]) {
        var margin = hasInitials ? LineLayout.initialsWidth : 0
        for cell in cells {
            append(cell.column.title, in: cell, after: &margin, to: &output, emphasis: style.dim)
        }
        output.append(UInt8(ascii: "\n"))
    }
}

extension FieldRanges {
    /// The text of a column's cell.
    func cellText(
        of column: ListColumn, in text: Span<UInt8>, file: String?, by resolver: EndpointResolver,
        _ others: OtherColumns
    ) -> String {
        if let path = column.otherPath { return others.value(at: path, of: self, in: text)?.cellText ?? "" }
        let field = range(of: column).map { String(decoding: text.extracting($0)) } ?? ""
        return switch column.shownField {
        case nil: file ?? ""
        case .createdAt: LocalTime.day(of: field)
        case .avatar: Avatar(endpoint: field).map(resolver.absoluteEndpoint) ?? ""
        default: field
        }
    }
}
