/// A rectangle of the screen's cells.
struct ScreenArea: Sendable, Hashable {
    /// The first cell, from 0.
    let row: Int, column: Int

    /// The size in cells, at least 0.
    let rows: Int, columns: Int

    /// The cells that the picture in a card of this area takes.
    var pictureBox: CellSize {
        switch (columns, rows) {
        case (70..., 34...): CellSize(columns: 28, rows: 14)
        case (52..., 28...): CellSize(columns: 20, rows: 10)
        default: Picture.cardBox
        }
    }

    /// True if a cell is in it.
    func contains(column: Int, row: Int) -> Bool {
        (self.row..<self.row + rows).contains(row) && (self.column..<self.column + columns).contains(column)
    }
}

/// The layout of the screen.
struct BrowserLayout: Sendable, Hashable {
    /// The smallest window in which the browser can be used.
    static let leastSize = CellSize(columns: 40, rows: 4)

    /// The smallest window in which the card is beside the list.
    static let leastSizeForBoth = CellSize(columns: 100, rows: 12)

    /// The cells of a picture in a row of the list, which replaces the initials.
    static let rowPictureBox = CellSize(columns: 2, rows: 1)

    /// True if the window has room for anything.
    let isUsable: Bool

    /// The lines of suppliers; `nil` if the card takes their place.
    private(set) var list: ScreenArea?

    /// The chosen supplier's card; `nil` if it is not shown.
    private(set) var card: ScreenArea?

    /// The rows of the error; none without one.
    let failureRows: Range<Int>

    /// The row of the counts and messages.
    let statusRow: Int

    /// Lays the screen out: a title above, the columns' headings, the list, and the status below.
    init(_ size: CellSize, isCardOpen: Bool, failureRowCount: Int) {
        isUsable = size.columns >= Self.leastSize.columns && size.rows >= Self.leastSize.rows
        statusRow = size.rows - 1
        let end = statusRow - max(0, min(failureRowCount, size.rows - Self.leastSize.rows))
        failureRows = isUsable ? end..<statusRow : statusRow..<statusRow
        guard isUsable else { return }
        guard size.columns >= Self.leastSizeForBoth.columns, size.rows >= Self.leastSizeForBoth.rows else {
            if isCardOpen {
                card = ScreenArea(row: 1, column: 0, rows: end - 1, columns: size.columns)
            } else {
                list = ScreenArea(row: 2, column: 0, rows: end - 2, columns: size.columns)
            }
            return
        }
        let width = min(64, size.columns * 2 / 5) + max(0, size.columns - 160) / 5
        let listWidth = size.columns - width - 1
        list = ScreenArea(row: 2, column: 0, rows: end - 2, columns: listWidth)
        card = ScreenArea(row: 1, column: listWidth + 1, rows: end - 1, columns: width)
    }
}
