/// Turns what a terminal shows into the next screen, by the bytes that differ.
///
/// The cursor is hidden and lines do not wrap when it begins (``TerminalSession``). Every frame ends with the
/// terminal's own style set.
struct ScreenRenderer: Sendable {
    private let style: TextStyle

    /// The screen that the terminal shows; `nil` if it is unknown.
    private var shown: Screen?

    private var kitty = KittyPictures()

    /// Creates a renderer for a terminal that shows anything. Without colour, other attributes are still used.
    init(style: TextStyle) {
        self.style = style
    }

    /// Forgets what the terminal shows, so that all of the next screen is drawn.
    mutating func forget() {
        shown = nil
    }

    /// The bytes that make the terminal show a screen; none if it does already.
    mutating func render(_ screen: Screen) -> [UInt8] {
        guard screen != shown else { return [] }
        var frame = Frame(style: style)
        let isKnown = shown?.size == screen.size
        let old = shown.flatMap { isKnown ? $0 : nil } ?? Screen(size: screen.size)
        if !isKnown {
            // The cursor is hidden, and the terminal emptied, of pictures as well.
            frame.bytes.append("\u{1b}[?25l\u{1b}[0m\u{1b}[2J")
            frame.bytes += kitty.forgetAll()
        }
        // Text that is written over the others erases them.
        let gone = old.pictures.filter { !screen.pictures.contains($0) }
        for picture in gone { frame.bytes += kitty.erase(picture) }
        var drawn = screen.pictures.filter { !old.pictures.contains($0) }
        for row in 0..<screen.size.rows {
            let changes = Self.changes(from: old, to: screen, row: row, gone: gone)
            guard changes.contains(true) else { continue }
            let pictures = screen.pictures.filter { $0.rows.contains(row) }
            let picturesEnd = pictures.map(\.columns.upperBound).max() ?? 0
            frame.write(screen[row], at: row, changes: changes, picturesEnd: picturesEnd)
            // Writing into a picture's cells has harmed it, unless it is one of kitty's.
            drawn += pictures.filter {
                $0.picture.kittyExtent == nil && changes[$0.columns].contains(true) && !drawn.contains($0)
            }
        }
        for picture in drawn { frame.draw(kitty.draw(picture), at: picture) }
        frame.bytes += kitty.forgetOthers(than: screen.pictures)
        frame.moveCursor(from: old.cursor, to: screen.cursor)
        shown = screen
        return frame.bytes
    }

    /// The cells of a row to write.
    ///
    /// That is all of a row that differs if its letters are put in order by their direction, since a terminal orders
    /// the row as a whole, or if a character may be drawn over the next ones. A picture that is gone may have left
    /// anything in its cells.
    private static func changes(from old: Screen, to new: Screen, row: Int, gone: [ScreenPicture]) -> [Bool] {
        let (before, after) = (old[row], new[row])
        var changes = zip(before, after).map { $0 != $1 }
        for picture in gone where picture.rows.contains(row) {
            for column in picture.columns { changes[column] = true }
        }
        guard changes.contains(true) else { return changes }
        let isWhole = [before, after].contains { $0.contains { $0.isIsolated || $0.hasUncertainWidth } }
        if isWhole { return changes.map { _ in true } }
        for column in changes.indices where changes[column] && after[after.startIndex + column].text.isEmpty {
            changes[column - 1] = true
        }
        return changes
    }
}

/// The bytes of one frame.
private struct Frame {
    let style: TextStyle
    var bytes: [UInt8] = []
    var current = CellStyle.plain

    /// The position of the terminal's cursor; `nil` if that is not certain.
    var cursor: ScreenPosition?

    /// The row that it is in, also if its column is not certain.
    var row: Int?

    /// Writes the changed cells of a row.
    ///
    /// - Parameter picturesEnd: the column after the last picture there, which erasing would harm.
    mutating func write(_ cells: ArraySlice<Cell>, at row: Int, changes: [Bool], picturesEnd: Int) {
        let textEnd = cells.lastIndex { $0 != .blank }.map { $0 - cells.startIndex + 1 } ?? 0
        let blankStart = max(textEnd, picturesEnd)
        var isIsolated = false
        for (column, cell) in cells.enumerated() where changes[column] && column < blankStart && !cell.text.isEmpty {
            move(to: ScreenPosition(row: row, column: column))
            set(cell.style)
            if cell.isIsolated != isIsolated, style.usesUnicode {
                bytes.append(cell.isIsolated ? "\u{2068}" : "\u{2069}")
            }
            isIsolated = cell.isIsolated
            write(cell, width: 1 + cells.dropFirst(column + 1).prefix { $0.text.isEmpty }.count)
        }
        if isIsolated, style.usesUnicode { bytes.append("\u{2069}") }
        guard let first = changes[blankStart...].firstIndex(of: true) else { return }
        move(to: ScreenPosition(row: row, column: first))
        set(.plain)
        bytes.append("\u{1b}[K")
    }

    /// Writes a character at the cursor.
    ///
    /// If terminals differ in its width, its cells are emptied first, and the next character is placed by its column.
    private mutating func write(_ cell: Cell, width: Int) {
        guard let position = cursor else { return }
        if cell.hasUncertainWidth {
            bytes.append(String(repeating: " ", count: width))
            bytes.append("\u{1b}[\(position.column + 1)G")
            cursor = nil
        } else {
            cursor = ScreenPosition(row: position.row, column: position.column + width)
        }
        bytes.append(cell.text)
    }

    private mutating func move(to position: ScreenPosition) {
        if cursor == position { return }
        bytes.append(
            row == position.row
                ? "\u{1b}[\(position.column + 1)G" : "\u{1b}[\(position.row + 1);\(position.column + 1)H")
        (cursor, row) = (position, position.row)
    }

    /// Draws a picture by its bytes.
    mutating func draw(_ bytes: [UInt8], at picture: ScreenPicture) {
        set(.plain)
        move(to: ScreenPosition(row: picture.row, column: picture.column))
        self.bytes += bytes
        (cursor, row) = (nil, nil)
    }

    private mutating func set(_ wanted: CellStyle) {
        guard wanted != current else { return }
        current = wanted
        let seen = style.usesColor ? wanted : CellStyle(attributes: wanted.attributes)
        bytes.append("\u{1b}[\((["0"] + seen.parameters).joined(separator: ";"))m")
    }

    mutating func moveCursor(from old: ScreenPosition?, to new: ScreenPosition?) {
        set(.plain)
        if let new { move(to: new) }
        if (old == nil) != (new == nil) { bytes.append(new == nil ? "\u{1b}[?25l" : "\u{1b}[?25h") }
    }
}

/// The pictures that a terminal holds by kitty's protocol: each is sent once, and placed by its number from then on.
///
/// A list that moves by a line would send all of its pictures again otherwise.
struct KittyPictures: Sendable {
    /// The number of bytes of pictures from which the terminal drops those that are not on the screen.
    private static let byteLimit = 4 << 20

    private var numbers: [Picture: Int] = [:]
    private var byteCount = 0

    /// The last number. They are shared with whatever else was drawn in the terminal, and small ones are often taken.
    private var lastNumber = 0x5347_0000

    /// The bytes that draw a picture at the cursor; those of another protocol are the picture's own.
    mutating func draw(_ placed: ScreenPicture) -> [UInt8] {
        let bytes = placed.picture.bytes ?? []
        guard let extent = placed.picture.kittyExtent else { return bytes }
        if let number = numbers[placed.picture] {
            return Self.sequence("a=p,\(Self.keys(of: placed, number))\(extent),C=1,q=2")
        }
        lastNumber += 1
        numbers[placed.picture] = lastNumber
        byteCount += bytes.count
        return Self.introducer + Self.keys(of: placed, lastNumber).utf8 + bytes.dropFirst(Self.introducer.count)
    }

    /// The bytes that erase a picture in its place.
    func erase(_ picture: ScreenPicture) -> [UInt8] {
        numbers[picture.picture].map { Self.sequence("a=d,d=i,\(Self.keys(of: picture, $0))q=2") } ?? []
    }

    /// The bytes that make the terminal forget what it need not hold: all but the pictures on the screen, if that is
    /// too much.
    mutating func forgetOthers(than shown: [ScreenPicture]) -> [UInt8] {
        guard byteCount > Self.byteLimit else { return [] }
        let kept = Set(shown.map(\.picture))
        var bytes: [UInt8] = []
        for (picture, number) in numbers where !kept.contains(picture) {
            bytes += Self.sequence("a=d,d=I,i=\(number),q=2")
            numbers[picture] = nil
            byteCount -= picture.byteCount
        }
        return bytes
    }

    /// The bytes that make the terminal forget all of them.
    mutating func forgetAll() -> [UInt8] {
        guard !numbers.isEmpty else { return [] }
        (numbers, byteCount) = ([:], 0)
        return Self.sequence("a=d,d=A,q=2")
    }

    private static let introducer = Array("\u{1b}_G".utf8)

    private static func sequence(_ keys: String) -> [UInt8] { introducer + keys.utf8 + "\u{1b}\\".utf8 }

    /// The picture's number, and one for its place, since a picture can be in several.
    private static func keys(of picture: ScreenPicture, _ number: Int) -> String {
        "i=\(number),p=\(picture.row << 12 + picture.column + 1),"
    }
}
