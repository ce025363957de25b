/// What a terminal of some size shows after it was sent bytes: text and its styles, where the cursor is, and the
/// pictures that it was asked to draw.
///
/// It knows what this program uses: the cursor's movements, erasing, styles, private modes, and control strings.
public struct TerminalScreen: Sendable {
    /// A character cell.
    public struct Cell: Sendable, Hashable {
        /// A character with what is combined with it; empty in the second cell of a wide one.
        public var text = " "

        /// The parameters that set its style, after a reset.
        public var style = ""
    }

    /// A control string, and where the cursor stood.
    public struct Drawing: Sendable, Hashable {
        /// The string with its introducer's second character, without its end: `_Ga=T…`, `]1337;…`.
        public let content: String

        /// The cell, from 0.
        public let row: Int, column: Int

        /// The cells that a picture covers: its first one if it does not say how large it is in cells.
        let rows: Range<Int>, columns: Range<Int>

        init(content: String, row: Int, column: Int) {
            self.content = content
            self.row = row
            self.column = column
            rows = row..<row + (Self.number("r", in: content) ?? Self.number("height", in: content) ?? 1)
            columns = column..<column + (Self.number("c", in: content) ?? Self.number("width", in: content) ?? 1)
        }
    }

    /// The size in character cells.
    public private(set) var columns: Int, height: Int

    /// The rows of cells.
    public private(set) var cells: [[Cell]]

    /// The cursor's cell, from 0; a column of ``columns`` means that the next character begins a line.
    public internal(set) var row = 0, column = 0

    /// The lines that scrolled out at the top, oldest first.
    public private(set) var history: [String] = []

    /// The control strings, in their order.
    public private(set) var drawings: [Drawing] = []

    /// The pictures that are shown.
    public internal(set) var pictures: [Drawing] = []

    /// The number of times that all of it was erased.
    public internal(set) var clearCount = 0

    /// The private modes that were set or reset, by their numbers.
    public internal(set) var modes: [Int: Bool] = [:]

    /// Emoji of several characters are one, as in newer terminals.
    private let joinsEmoji: Bool

    /// The style of what is written next, as ``Cell/style`` has it.
    public internal(set) var style = ""

    var saved = (row: 0, column: 0)

    /// The pictures of kitty's protocol that it holds.
    private var kitty = KittyImages()

    /// What the alternate screen hides, and where the cursor was.
    private var hidden: (cells: [[Cell]], row: Int, column: Int)?

    /// The beginning of a character or sequence whose end has not come.
    private var pending: [UInt8] = []

    /// Shows what a blank terminal makes of these bytes.
    public init(_ bytes: [UInt8] = [], columns: Int = 80, rows: Int = 24, joinsEmoji: Bool = true) {
        self.columns = columns
        height = rows
        self.joinsEmoji = joinsEmoji
        cells = Self.blank(columns: columns, rows: rows)
        take(bytes)
    }

    /// The lines from the first to the last that is not blank, without blanks at their ends.
    public var lines: [String] {
        var lines = cells.map { Self.text(of: $0) }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// Shows what it makes of further bytes; the last of them may wait for more.
    public mutating func take(_ bytes: [UInt8]) {
        if isInControlString, !bytes.contains(where: { $0 == 0x07 || $0 == 0x1b || $0 == UInt8(ascii: "\\") }) {
            pending += bytes
            return
        }
        let bytes = pending + bytes
        var rest = bytes[...]
        while let first = rest.first {
            if (0x20..<0x7f).contains(first) {
                rest.removeFirst()
                show(Unicode.Scalar(first), width: 1)
            } else {
                guard let byteCount = takeOther(rest) else { break }
                rest = rest.dropFirst(byteCount)
            }
        }
        pending = Array(rest)
    }

    /// What is pending is a control string, which can be long and come in many pieces.
    private var isInControlString: Bool {
        pending.count > 1 && pending[0] == 0x1b && "_]P".utf8.contains(pending[1])
    }

    /// Gives it another size; what was drawn stays if there is room.
    public mutating func resize(columns: Int, rows: Int) {
        cells = Self.resized(cells, columns: columns, rows: rows)
        (self.columns, height) = (columns, rows)
        (row, column) = (min(row, rows - 1), min(column, columns - 1))
        saved = (min(saved.row, rows - 1), min(saved.column, columns - 1))
        guard let old = hidden else { return }
        hidden = (
            Self.resized(old.cells, columns: columns, rows: rows), min(old.row, rows - 1), min(old.column, columns - 1)
        )
    }

    private static func resized(_ cells: [[Cell]], columns: Int, rows: Int) -> [[Cell]] {
        var resized = blank(columns: columns, rows: rows)
        for (row, cells) in cells.prefix(rows).enumerated() {
            for (column, cell) in cells.prefix(columns).enumerated() { resized[row][column] = cell }
        }
        return resized
    }

    private static func blank(columns: Int, rows: Int) -> [[Cell]] {
        Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    }

    private static func text(of cells: [Cell]) -> String {
        let end = cells.lastIndex { $0.text != " " }.map { $0 + 1 } ?? 0
        return cells[..<end].map(\.text).joined()
    }

    /// Takes a control character, a sequence or a character beyond ASCII; `nil` if it is not all there.
    private mutating func takeOther(_ bytes: ArraySlice<UInt8>) -> Int? {
        switch bytes.first {
        case 0x1b: return obey(bytes)
        case 0x0d: column = 0
        case 0x0a:
            column = 0
            nextLine()
        case .some(0x80...):
            let length = bytes.first.map { $0 < 0xe0 ? 2 : $0 < 0xf0 ? 3 : 4 } ?? 1
            guard bytes.count >= length else { return nil }
            for scalar in String(decoding: bytes.prefix(length), as: UTF8.self).unicodeScalars {
                show(scalar, width: scalar.terminalWidth)
            }
            return length
        default: break
        }
        return 1
    }

    private mutating func show(_ scalar: Unicode.Scalar, width: Int) {
        if combines(scalar, width: width) || width > columns { return }
        if column + width > columns {
            if modes[7] == false {
                column = columns - width
            } else {
                column = 0
                nextLine()
            }
        }
        for erased in column..<column + width { erase(erased, keeping: style) }
        cells[row][column].text = String(scalar)
        if width == 2 { cells[row][column + 1].text = "" }
        column += width
    }

    /// Adds what takes no column to the character before, and the rest of an emoji.
    private mutating func combines(_ scalar: Unicode.Scalar, width: Int) -> Bool {
        if scalar == "\u{2068}" || scalar == "\u{2069}" { return true }
        var previous = min(column, columns) - 1
        if previous > 0, cells[row][previous].text.isEmpty { previous -= 1 }
        guard previous >= 0, column > 0 else { return width == 0 }
        let last = cells[row][previous].text.unicodeScalars.last
        let isFlag = scalar.isFlagLetter && cells[row][previous].text.unicodeScalars.map(\.isFlagLetter) == [true]
        let isJoined = joinsEmoji && (last == "\u{200d}" || scalar.properties.isEmojiModifier || isFlag)
        guard width == 0 || isJoined else { return false }
        cells[row][previous].text.unicodeScalars.append(scalar)
        guard joinsEmoji, scalar == "\u{fe0f}", previous + 1 == column, column < columns else { return true }
        erase(column, keeping: cells[row][previous].style)
        cells[row][column].text = ""
        column += 1
        return true
    }

    /// Empties a cell, the other half of what it is a half of, and the pictures that are drawn over cells.
    mutating func erase(_ column: Int, keeping style: String = "") {
        if cells[row][column].text.isEmpty, column > 0 { cells[row][column - 1].text = " " }
        if column + 1 < columns, cells[row][column + 1].text.isEmpty { cells[row][column + 1].text = " " }
        cells[row][column] = Cell(text: " ", style: style)
        pictures.removeAll { !$0.content.hasPrefix("_G") && $0.rows.contains(row) && $0.columns.contains(column) }
    }

    private mutating func nextLine() {
        guard row == height - 1 else {
            row += 1
            return
        }
        history.append(Self.text(of: cells.removeFirst()))
        cells.append(Array(repeating: Cell(), count: columns))
    }

    /// Notes a control string.
    mutating func draw(_ content: String) {
        let drawing = Drawing(content: content, row: row, column: column)
        drawings.append(drawing)
        if content.hasPrefix("_G") {
            kitty.obey(drawing, pictures: &pictures)
        } else if ["]1337;File", "P"].contains(where: content.hasPrefix) {
            pictures.append(drawing)
        }
    }

    /// Shows the alternate screen, or what was there before it.
    mutating func showAlternate(_ isShown: Bool) {
        guard isShown == (hidden == nil) else { return }
        pictures = []
        if let hidden {
            (cells, row, column) = hidden
            self.hidden = nil
            resize(columns: columns, rows: height)
        } else {
            hidden = (cells, row, column)
            cells = Self.blank(columns: columns, rows: height)
        }
    }
}
