import SupplierGoKit

extension Screen {
    /// Draws groups of lines in a frame, in the middle of the screen.
    ///
    /// - Returns: where the first group's first line begins.
    @discardableResult
    mutating func draw(box groups: [[StyledLine]], style: TextStyle) -> ScreenPosition {
        let lines = CardFrame(style: style).drawn(groups).split(separator: "\n")
        let width = min(size.columns, CardFrame.width + (groups.joined().map(\.width).max() ?? 0))
        let (row, column) = (max(0, (size.rows - lines.count) / 2), (size.columns - width) / 2)
        clear(rows: row..<row + lines.count, columns: column..<column + width)
        for (index, line) in lines.enumerated() { write(styled: line, row: row + index, column: column, width: width) }
        return ScreenPosition(row: row + 1, column: column + CardFrame.width / 2)
    }
}

extension StyledLine {
    /// A line of text that is shortened to a width.
    fileprivate init(
        _ text: String, width: Int, style: TextStyle, emphasis: (String) -> String = { $0 }
    ) {
        let shown = text.shortened(toWidth: width, ellipsis: style.ellipsis)
        self.init(text: emphasis(shown).isolated(by: style), width: shown.displayWidth)
    }
}

/// A page of lines that is scrolled: the keys, from the table, or the changes.
struct PageBox {
    /// The most changes that are shown.
    private static let changeLimit = 1000

    private let title: String
    private let lines: [StyledLine]
    private let style: TextStyle

    /// The number of lines that are shown at once.
    private let shownCount: Int

    /// Lays a page out for the window.
    init(_ page: BrowserState.Page, of state: BrowserState) {
        style = state.setting.style
        let width = min(76, state.size.columns - CardFrame.width)
        let lines: [StyledLine]
        switch page {
        case .keys: (title, lines) = ("Keys", Self.keys(width: width, style: style))
        case .changes: (title, lines) = ("Changes", Self.changes(state.changes.all, width: width, style: style))
        }
        self.lines = lines.map { $0.padded(toWidth: width) }
        shownCount = max(1, min(lines.count, state.size.rows - 4))
    }

    private static func keys(width: Int, style: TextStyle) -> [StyledLine] {
        let nameWidth = KeyTable.help.flatMap(\.keys).map(\.names.count).max() ?? 0
        let groups = KeyTable.help.map { title, keys in
            let fields = keys.map { FieldTable.Field($0.padded(toWidth: nameWidth), $1) }
            return [StyledLine(title, width: width, style: style, emphasis: style.bold)]
                + FieldTable(fields: fields).lines(width: width, style: style)
        }
        return Array(groups.joined(separator: [StyledLine.empty]))
    }

    private static func changes(_ changes: [CatalogChange], width: Int, style: TextStyle) -> [StyledLine] {
        let formatter = ChangeFormatter(format: .card, style: style, isForTerminal: true)
        let lines = changes.prefix(changeLimit).flatMap { formatter.lines(of: $0, width: width) }
        let rest = changes.count - changeLimit
        guard rest > 0 else { return lines }
        return lines + [StyledLine("and \(Count.formatted(rest)) more", width: width, style: style)]
    }

    /// The first line that is shown if the last one is.
    var greatestTop: Int { lines.count - shownCount }

    /// Draws the lines from one on.
    func draw(from top: Int, on screen: inout Screen) {
        let first = min(top, greatestTop)
        let more = greatestTop == 0 ? "" : ", \(first + 1) to \(first + shownCount) of \(lines.count) lines"
        let title = StyledLine(text: style.bold(title) + style.dim(more), width: title.count + more.displayWidth)
        screen.draw(box: [[title], Array(lines[first..<first + shownCount])], style: style)
    }
}

extension BrowserDrawing {
    /// The width of what is in a box, unless it needs more.
    private var boxWidth: Int { min(60, screen.size.columns - CardFrame.width) }

    /// A line of text in a box.
    private func line(
        _ text: String, beside width: Int = 0, _ emphasis: (String) -> String = { $0 }
    ) -> StyledLine {
        StyledLine(text, width: boxWidth - width, style: style, emphasis: emphasis)
    }

    /// Draws a menu: one of several things to choose.
    mutating func draw(_ menu: Menu) {
        let items = menu.items.enumerated().map { index, item in
            let sign = index == menu.position ? (style.usesUnicode ? "›" : ">") : " "
            return StyledLine(text: sign + " ", width: 2)
                + StyledLine(text: style.accent(String(item.letter)) + "  ", width: 3) + line(item.title, beside: 5)
        }
        screen.draw(box: [[line(menu.title, style.bold)], items], style: style)
    }

    /// Draws the name of a file to export to, with the cursor in it, and why the last export failed.
    mutating func draw(fileName name: LineEditor) {
        let (text, cursor) = name.shown(inWidth: boxWidth)
        let title = line("Export \(Count.formatted(state.exportedCount, "supplier")) to", style.bold)
        let hints =
            state.exportFailure.map { failure in
                failure.visibleText.wrapped(toWidth: boxWidth).map { line(String($0), style.failure) }
            } ?? [line(".vcf, .csv, .html or .json", style.dim)]
        let first = screen.draw(box: [[title], [line(text).padded(toWidth: boxWidth)], hints], style: style)
        screen.cursor = ScreenPosition(row: first.row + 2, column: first.column + cursor)
    }

    /// Draws a supplier's fields while they are edited, with the cursor in the one that is typed, and all mistakes.
    mutating func draw(_ form: SupplierForm) {
        let nameWidth = 10
        let title = line(form.isNew ? "Add a supplier" : "Edit \(form.id)".visibleText, style.bold)
        var cursor = 0
        let fields = zip(Supplier.Field.editable, form.lines).enumerated().map { index, item in
            let (field, editor) = item
            let (text, column) = editor.shown(inWidth: boxWidth - nameWidth)
            if index == form.position { cursor = column }
            let isFault = form.faults.contains { $0.field == field }
            let name = field.rawValue.padded(toWidth: nameWidth)
            let label = StyledLine(text: isFault ? style.failure(name) : style.dim(name), width: nameWidth)
            return (label + line(text, beside: nameWidth)).padded(toWidth: boxWidth)
        }
        let mistakes = form.faults.map { line("\($0)".visibleText, style.failure) }
        let notes = mistakes.isEmpty ? [line("Enter: save  Esc: cancel", style.dim)] : mistakes
        let first = screen.draw(box: [[title], fields, notes], style: style)
        screen.cursor = ScreenPosition(
            row: first.row + 2 + form.position, column: first.column + nameWidth + cursor)
    }

    /// Draws the question whether a file is replaced.
    mutating func draw(overwriting export: Export) {
        let name = line(export.path.visibleText, style.bold)
        let keys = line("y: replace  n: choose another name", style.dim)
        screen.draw(box: [[name], [line("The file exists. Replace it?")], [keys]], style: style)
    }
}
