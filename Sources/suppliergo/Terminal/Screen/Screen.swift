/// The size of a screen, or of a rectangle of it, in character cells.
struct CellSize: Sendable, Hashable {
    /// The width and the height, at least 1 each.
    let columns: Int, rows: Int
}

/// A cell of a screen, counted from 0.
struct ScreenPosition: Sendable, Hashable {
    let row: Int, column: Int
}

/// An image that the terminal draws over blank cells.
struct ScreenPicture: Sendable, Hashable {
    let picture: Picture

    /// The first of the cells.
    let row: Int, column: Int

    /// The rows that it covers.
    var rows: Range<Int> { row..<row + picture.box.rows }

    /// The columns that it covers.
    var columns: Range<Int> { column..<column + picture.box.columns }
}

/// The contents of a terminal: rows of cells, pictures over them, and the cursor.
struct Screen: Sendable, Hashable {
    /// The number of cells.
    let size: CellSize

    /// The cursor's position; `nil` if it is hidden.
    var cursor: ScreenPosition?

    /// The pictures.
    private(set) var pictures: [ScreenPicture] = []

    private var cells: [Cell]

    /// Creates a blank screen.
    init(size: CellSize) {
        self.size = size
        cells = Array(repeating: .blank, count: size.columns * size.rows)
    }

    /// The cells of a row.
    subscript(row: Int) -> ArraySlice<Cell> { cells[row * size.columns..<(row + 1) * size.columns] }

    /// Writes text that has been through ``Swift/String/visibleText``, as far as it fits, over what is there; links are
    /// left out.
    ///
    /// A character that fits only in half is left out. What lies outside the screen is not drawn. U+2068 and U+2069
    /// begin and end what is isolated; without them that is all of a text with right-to-left letters.
    ///
    /// - Parameters:
    ///   - width: the columns that the text may take; `nil` for all up to the screen's edge.
    ///   - base: the style of text without any.
    mutating func write(_ text: StyledText, row: Int, column: Int, width: Int? = nil, over base: CellStyle = .plain) {
        let end = min(size.columns, width.map { column + $0 } ?? size.columns)
        guard (0..<size.rows).contains(row), column >= 0, column < end else { return }
        var next = column
        var isIsolated = text.hasRightToLeftLetters && !text.spans.contains { $0.text.contains("\u{2068}") }
        for span in text.spans where next < end {
            let style = span.style.over(base)
            for character in span.text {
                let width = character.displayWidth
                guard width > 0 else {
                    isIsolated = character == "\u{2068}" || isIsolated && character != "\u{2069}"
                    continue
                }
                guard next + width <= end else {
                    next = end
                    break
                }
                let cell = Cell(text: String(character), style: style, isIsolated: isIsolated)
                put(cell, width, row: row, column: next)
                next += width
            }
        }
        removePictures(row: row, columns: column..<max(column, next))
    }

    /// Empties cells.
    mutating func clear(rows: Range<Int>, columns: Range<Int>, style: CellStyle = .plain) {
        let columns = columns.clamped(to: 0..<size.columns)
        for row in rows.clamped(to: 0..<size.rows) {
            for column in columns { put(Cell(text: " ", style: style), 1, row: row, column: column) }
            removePictures(row: row, columns: columns)
        }
    }

    /// Places a picture over cells, which become blank; it is left out if it would not be on the screen as a whole.
    ///
    /// Text that is written there later removes it.
    mutating func place(_ picture: ScreenPicture) {
        let (rows, columns) = (0..<size.rows, 0..<size.columns)
        guard picture.rows.clamped(to: rows) == picture.rows, picture.columns.clamped(to: columns) == picture.columns
        else { return }
        clear(rows: picture.rows, columns: picture.columns)
        pictures.append(picture)
    }

    private mutating func removePictures(row: Int, columns: Range<Int>) {
        guard !pictures.isEmpty else { return }
        pictures.removeAll { $0.rows.contains(row) && $0.columns.overlaps(columns) }
    }

    /// Puts a cell, and empty ones after it if it is wide. A wide character that loses a cell is gone.
    private mutating func put(_ cell: Cell, _ width: Int, row: Int, column: Int) {
        let first = row * size.columns + column
        var (start, end) = (first, first + width)
        while cells[start].text.isEmpty { start -= 1 }
        while end < (row + 1) * size.columns, cells[end].text.isEmpty { end += 1 }
        for index in start..<end { cells[index].text = " " }
        for index in first..<first + width {
            cells[index] = Cell(text: "", style: cell.style, isIsolated: cell.isIsolated)
        }
        cells[first] = cell
    }
}

/// One of a terminal's character cells.
struct Cell: Sendable, Hashable {
    /// A character; none in the further cells of one that is several columns wide.
    var text: String

    /// Its style.
    var style: CellStyle

    /// True if the cell belongs to text with right-to-left letters, which are put in order among themselves only.
    var isIsolated = false

    /// True if terminals differ in how wide they draw the character: an emoji, or a cluster of several scalars.
    var hasUncertainWidth: Bool {
        guard text.utf8.count > 1 else { return false }
        return text.unicodeScalars.count > 1 || text.unicodeScalars.contains { $0.value > 0xffff }
    }

    /// An empty cell.
    static let blank = Cell(text: " ", style: .plain)
}
