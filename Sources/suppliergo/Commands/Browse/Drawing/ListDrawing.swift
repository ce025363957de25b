import SupplierGoKit

/// Draws the list: a supplier a line, in columns that stay where they are, and the companies' names if it is grouped.
struct ListDrawing {
    /// The columns before a line's text: whether it is the current one, whether it is marked, and a gap.
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
        layout = LineLayout(of: nil, width: area.columns - Self.gutterWidth) { state.cellWidths[$0] ?? CellWidths() }
    }

    /// Draws the names of the columns above the area, and the lines in it.
    func draw(on screen: inout Screen) {
        for (index, column) in layout.columns.enumerated() {
            screen.write(
                style.dim(column.title), row: area.row - 1, column: start(ofColumn: index),
                width: layout.limits?[index])
        }
        for line in state.top..<min(state.lines.lineCount, state.top + area.rows) {
            draw(line, inRow: area.row + line - state.top, on: &screen)
        }
    }

    private func draw(_ line: Int, inRow row: Int, on screen: inout Screen) {
        let isCurrent = line == state.position
        var base = CellStyle.plain
        if isCurrent {
            base.attributes = .reversed
            screen.clear(rows: row..<row + 1, columns: area.column..<area.column + area.columns, style: base)
            screen.write(style.usesUnicode ? "›" : ">", row: row, column: area.column, over: base)
        }
        switch state.lines[line] {
        case .heading(let section): drawHeading(section, inRow: row, on: &screen, over: base)
        case .row(let supplier): drawSupplier(supplier, inRow: row, on: &screen, over: base)
        }
    }

    private func drawHeading(_ index: Int, inRow row: Int, on screen: inout Screen, over base: CellStyle) {
        guard let section = state.lines.section(at: index) else { return }
        let sign: StyledText = style.usesUnicode ? (section.isFolded ? "▸" : "▾") : (section.isFolded ? "+" : "-")
        screen.write(sign, row: row, column: area.column + 1, over: base)
        let count = " (\(Count.formatted(section.rowCount)))"
        let room = area.columns - Self.gutterWidth
        let company = state.table.text(of: .company, at: section.firstRow).visibleText
            .shortened(toWidth: max(1, room - count.displayWidth), ellipsis: style.ellipsis)
        let name = marks.marked(company, in: .company, emphasis: style.bold).isolated(by: style)
        let column = area.column + Self.gutterWidth
        screen.write(name + style.dim(count), row: row, column: column, width: room, over: base)
    }

    private func drawSupplier(_ row: Row, inRow screenRow: Int, on screen: inout Screen, over base: CellStyle) {
        let supplier = state.table.supplier(at: row)
        let style = base == .plain ? style : style.uncolored
        if let sign = sign(of: supplier, in: row, style) ?? supplier.editedFields.sign(in: style) {
            screen.write(sign, row: screenRow, column: area.column + 1, over: base)
        }
        for (index, column) in layout.columns.enumerated() {
            guard let field = column.field else { continue }
            let width = layout.limits?[index] ?? layout.widths[index]
            let text = supplier[field].visibleText.shortened(toWidth: width, ellipsis: style.ellipsis)
            let cell = marks.marked(text, in: field) { text in
                column == .name ? style.bold(text) : column == .id ? style.dim(text) : StyledText(text)
            }
            screen.write(
                cell.isolated(by: style), row: screenRow, column: start(ofColumn: index), width: width,
                over: base)
        }
        if layout.hasInitials { drawPicture(of: supplier, inRow: screenRow, on: &screen, over: base, style) }
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

    /// The avatar, or the initials until it is there.
    private func drawPicture(
        of supplier: Supplier, inRow row: Int, on screen: inout Screen, over base: CellStyle, _ style: TextStyle
    ) {
        let column = area.column + Self.gutterWidth
        let box = BrowserLayout.rowPictureBox
        switch state.picture(of: supplier, in: box)?.content {
        case .bytes(let bytes): screen.place(ScreenPicture(sequence: bytes, box: box, row: row, column: column))
        case .lines(let lines): screen.write(lines[0], row: row, column: column)
        case nil:
            let initials = Initials(of: supplier)
            let text = style.tint(initials.text, initials.tint).isolated(by: style)
            screen.write(text, row: row, column: column, over: base)
        }
    }

    /// The screen's column in which a column of the list begins.
    private func start(ofColumn index: Int) -> Int {
        let before = layout.widths[..<index].reduce(0) { $0 + $1 + LineLayout.gap }
        return area.column + Self.gutterWidth + (layout.hasInitials ? LineLayout.initialsWidth : 0) + before
    }
}
