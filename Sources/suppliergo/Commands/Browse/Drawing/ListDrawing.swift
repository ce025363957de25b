import SupplierGoKit

/// Draws the list: a supplier a line, in columns that stay where they are, and the companies' names if it is grouped.
struct ListDrawing {
    /// The columns before a line's text: a sign for the current line, one for its state, and a gap.
    static let gutterWidth = 3

    private let state: BrowserState
    private let area: ScreenArea
    private let style: TextStyle
    private let marks: MatchMarks
    private let layout: LineLayout

    /// Creates the drawing of what is in an area.
    init(_ state: BrowserState, in area: ScreenArea) {
        self.state = state
        self.area = area
        style = state.setting.style
        marks = MatchMarks(query: state.arrangement.query, style: style)
        func widths(_ column: ListColumn) -> CellWidths { state.cellWidths[column] ?? CellWidths() }
        let filled = state.setting.columns?.filter { widths($0).longest > 0 }
        layout = LineLayout(
            of: filled == [] ? state.setting.columns : filled, width: area.columns - Self.gutterWidth, widths: widths)
    }

    /// The column of the list at a column of the screen; `nil` before the first.
    func listColumn(at column: Int) -> ListColumn? {
        var end = area.column + Self.gutterWidth + (layout.hasInitials ? LineLayout.initialsWidth : 0)
        guard column >= end else { return nil }
        return zip(layout.columns, layout.widths).first { _, width in
            end += width + LineLayout.gap
            return column < end
        }?.0 ?? layout.columns.last
    }

    /// Draws the names of the columns above the area, and the lines in it.
    func draw(on screen: inout Screen) {
        let (order, isReversed) = (state.arrangement.order, state.arrangement.isReversed)
        let sign = style.usesUnicode ? (isReversed ? "▼" : "▲") : (isReversed ? "v" : "^")
        let titles = layout.columns.indices.map { index in
            let column = layout.columns[index]
            let title = String(column.title.visibleText.prefix(ofWidth: room(in: index)))
            let isSorted = order.keys.first.map { $0 == column.order?.keys.first } ?? false
            // The gap after the column has room for the sign.
            return style.dim(title + (isSorted ? sign : ""))
        }
        write(joined(titles, after: ""), inRow: area.row - 1, on: &screen)
        for line in state.top..<min(state.lines.lineCount, state.top + area.rows) {
            draw(line, inRow: area.row + line - state.top, on: &screen)
        }
    }

    private func draw(_ line: Int, inRow row: Int, on screen: inout Screen) {
        let isCurrent = line == state.position
        let base = isCurrent ? CellStyle.current : .plain
        if isCurrent {
            screen.clear(rows: row..<row + 1, columns: area.column..<area.column + area.columns, style: base)
            screen.write(style.usesUnicode ? "›" : ">", row: row, column: area.column, over: base)
        }
        switch state.lines[line] {
        case .heading(let section): drawHeading(section, inRow: row, on: &screen, over: base)
        case .row(let supplier): drawSupplier(supplier, inRow: row, on: &screen, over: base)
        }
    }

    private func drawHeading(_ index: Int, inRow row: Int, on screen: inout Screen, over base: CellStyle) {
        let section = state.lines.section(at: index)
        let sign: StyledText = style.usesUnicode ? (section.isFolded ? "▸" : "▾") : (section.isFolded ? "+" : "-")
        screen.write(sign, row: row, column: area.column + 1, over: base)
        let count = " (\(Count.formatted(section.rowCount)))"
        let room = area.columns - Self.gutterWidth
        let company = SupplierPrinter.heading(of: state.table.text(of: .company, at: section.firstRow)).visibleText
            .shortened(toWidth: max(1, room - count.displayWidth), ellipsis: style.ellipsis)
        let name = marks.marked(company[...], in: .company, emphasis: style.bold).isolated(by: style)
        write(name + style.dim(count), inRow: row, on: &screen, over: base)
    }

    private func drawSupplier(_ row: Row, inRow screenRow: Int, on screen: inout Screen, over base: CellStyle) {
        let supplier = state.table.supplier(at: row)
        let style = base == .plain ? style : style.uncolored
        if let sign = sign(of: supplier, in: row, style) ?? supplier.editedFields.sign(in: style) {
            screen.write(sign, row: screenRow, column: area.column + 1, over: base)
        }
        let cells = layout.columns.enumerated().map { index, column in
            let text = state.cellText(of: column, inRow: row).visibleText
            let shown = text.shortened(toWidth: room(in: index), ellipsis: style.ellipsis)
            return marks.marked(shown, inCellOf: column.field, style).isolated(by: style)
        }
        let picture = layout.hasInitials ? state.picture(of: supplier, in: BrowserLayout.rowPictureBox) : nil
        let initials = Initials(of: supplier)
        let face = picture == nil ? style.tint(initials.text, initials.tint).isolated(by: style) : ""
        write(joined(cells, after: layout.hasInitials ? face : ""), inRow: screenRow, on: &screen, over: base)
        if let picture {
            screen.place(ScreenPicture(picture: picture, row: screenRow, column: area.column + Self.gutterWidth))
        }
    }

    /// The sign of a row: marked, new or changed.
    private func sign(of supplier: Supplier, in row: Row, _ style: TextStyle) -> StyledText? {
        if state.marked.contains(row) { return style.accent(style.usesUnicode ? "●" : "*") }
        switch state.markedChanges?.kind(of: supplier) {
        case .added: return style.accent("+")
        case .changed: return style.warning("~")
        case .removed, nil: return nil
        }
    }

    /// The text of a line after its signs: initials if there is room for them, and cells in their columns.
    private func joined(_ cells: [StyledText], after initials: StyledText) -> StyledText {
        let start = initials.padded(toWidth: layout.hasInitials ? LineLayout.initialsWidth : 0)
        return zip(cells, layout.widths).reduce(start) { $0 + $1.0.padded(toWidth: $1.1 + LineLayout.gap) }
    }

    /// The greatest width of a column's cells.
    private func room(in column: Int) -> Int { layout.limits?[column] ?? layout.widths[column] }

    private func write(_ text: StyledText, inRow row: Int, on screen: inout Screen, over base: CellStyle = .plain) {
        let width = area.columns - Self.gutterWidth
        screen.write(text, row: row, column: area.column + Self.gutterWidth, width: width, over: base)
    }
}
