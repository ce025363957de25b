/// The columns of a table's cells: numbers to the right, all else to the left.
struct CellColumns: Sendable {
    /// A cell's text as it is shown.
    struct Cell: Sendable, Hashable {
        let text: String
        var isNumber = false
    }

    private static let gap = 2

    /// The columns of text that a cell gets, if it needs them, before a further column of the table does.
    private static let usualLimit = 24

    /// The names of the columns, to the side that all of their cells are aligned to.
    let titles: [Cell]
    private let widths: [Int]

    /// The columns of text that a line takes.
    var width: Int { max(0, widths.reduce(-Self.gap) { $0 + $1 + Self.gap }) }

    /// Lays as many columns out as fit, in their order, each as wide as its longest cell if there is room.
    ///
    /// - Parameters:
    ///   - rows: the rows to measure, each with a cell for every title, `nil` for an empty one.
    ///   - width: the most columns of text in a line; `nil` for any number.
    init(titles: [String], rows: [[Cell?]], width room: Int?) {
        let columns = titles.indices.map { index in rows.compactMap { $0[index] } }
        let titles = zip(titles, columns).map { Cell(text: $0.visibleText, isNumber: $1.allSatisfy(\.isNumber)) }
        let wanted = zip(titles, columns).map { Self.width(of: $1 + [$0]) }
        guard let room else {
            (self.titles, widths) = (titles, wanted)
            return
        }
        // A number that is cut would be another one.
        let limit = min(Self.usualLimit, room / 2)
        let needed = zip(columns, wanted).map { max(Self.width(of: $0.filter(\.isNumber)), min($1, limit)) }
        var end = -Self.gap
        let count = needed.prefix { need in
            end += Self.gap + need
            return end <= room
        }.count
        var widths = needed.prefix(max(1, count)).map { min($0, room) }
        var rest = widths.reduce(room + Self.gap) { $0 - $1 - Self.gap }
        for index in widths.indices {
            let growth = min(rest, wanted[index] - widths[index])
            widths[index] += growth
            rest -= growth
        }
        (self.titles, self.widths) = (titles, widths)
    }

    private static func width(of cells: [Cell]) -> Int { cells.map(\.text.displayWidth).max() ?? 0 }

    /// The line with the names of the columns.
    func heading(style: TextStyle) -> StyledText { line(titles, style: style, emphasis: style.dim) }

    /// A line of cells; one that is longer than its column is cut.
    func line(_ cells: [Cell?], style: TextStyle, emphasis: (String) -> StyledText = { StyledText($0) }) -> StyledText {
        var (line, margin): (StyledText, Int) = ("", 0)
        for (cell, width) in zip(cells, widths) {
            let text = cell?.text.shortened(toWidth: width, ellipsis: style.ellipsis) ?? ""
            let padding = width - text.displayWidth
            let isRight = cell?.isNumber == true
            if !text.isEmpty {
                line += StyledText(String(repeating: " ", count: margin + (isRight ? padding : 0)))
                line += emphasis(text).isolated(by: style)
                margin = isRight ? 0 : padding
            } else {
                margin += width
            }
            margin += Self.gap
        }
        return line
    }
}
