import SupplierGoKit

extension BrowserDrawing {
    /// Draws groups of lines in a frame, in the middle of the screen.
    ///
    /// - Returns: where the first group's first line begins.
    @discardableResult
    mutating func draw(box groups: [[StyledText]]) -> ScreenPosition {
        let lines = CardFrame(style: style).drawn(groups)
        let (size, width) = (screen.size, min(screen.size.columns, lines[0].width))
        let (row, column) = (max(0, (size.rows - lines.count) / 2), (size.columns - width) / 2)
        screen.clear(rows: row..<row + lines.count, columns: column..<column + width)
        for (index, line) in lines.enumerated() {
            screen.write(line, row: row + index, column: column, width: width)
        }
        return ScreenPosition(row: row + 1, column: column + CardFrame.width / 2)
    }

    /// The width of what is in a box, unless it needs more.
    private var boxWidth: Int { min(60, screen.size.columns - CardFrame.width) }

    /// A line of text in a box.
    private func line(
        _ text: String, beside width: Int = 0, _ emphasis: (String) -> StyledText = { StyledText($0) }
    ) -> StyledText {
        StyledText(text, width: boxWidth - width, style: style, emphasis: emphasis)
    }

    /// Draws a menu: one of several things to choose.
    mutating func draw(_ menu: Menu) {
        let items = menu.items.enumerated().map { index, item in
            let sign: StyledText = index == menu.position ? (style.usesUnicode ? "› " : "> ") : "  "
            return sign + style.accent(String(item.letter)) + "  " + line(item.title, beside: 5)
        }
        draw(box: [[line(menu.title, style.bold)], items])
    }

    /// Draws the name of a file to export to, with the cursor in it, and why the last export failed.
    mutating func draw(fileName name: LineEditor) {
        let (text, cursor) = name.shown(inWidth: boxWidth)
        let title = line("Export \(Count.formatted(state.exportedCount, "supplier")) to", style.bold)
        let hints =
            state.exportFailure.map { failure in
                failure.visibleText.wrapped(toWidth: boxWidth).map { line(String($0), style.failure) }
            } ?? [line(".vcf, .csv, .html or .json", style.dim)]
        let first = draw(box: [[title], [line(text).padded(toWidth: boxWidth)], hints])
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
            let label = isFault ? style.failure(name) : style.dim(name)
            return (label + line(text, beside: nameWidth)).padded(toWidth: boxWidth)
        }
        let mistakes = form.faults.map { line("\($0)".visibleText, style.failure) }
        let notes = mistakes.isEmpty ? [line("Enter: save  Esc: cancel", style.dim)] : mistakes
        let first = draw(box: [[title], fields, notes])
        screen.cursor = ScreenPosition(
            row: first.row + 2 + form.position, column: first.column + nameWidth + cursor)
    }

    /// Draws the question whether a file is replaced.
    mutating func draw(overwriting export: Export) {
        let name = line(export.path.visibleText, style.bold)
        let keys = line("y: replace  n: choose another name", style.dim)
        draw(box: [[name], [line("The file exists. Replace it?")], [keys]])
    }
}
