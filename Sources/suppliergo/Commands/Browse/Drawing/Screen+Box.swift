extension Screen {
    /// Draws groups of lines in a frame, in the middle of the screen.
    ///
    /// - Returns: where the first group's first line begins.
    @discardableResult
    mutating func draw(box groups: [[StyledText]], style: TextStyle) -> ScreenPosition {
        let lines = CardFrame(style: style).drawn(groups)
        let width = min(size.columns, lines[0].width)
        let (row, column) = (max(0, (size.rows - lines.count) / 2), (size.columns - width) / 2)
        clear(rows: row..<row + lines.count, columns: column..<column + width)
        for (index, line) in lines.enumerated() { write(line, row: row + index, column: column, width: width) }
        return ScreenPosition(row: row + 1, column: column + CardFrame.width / 2)
    }
}
