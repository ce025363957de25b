/// What a terminal of some size shows after it was sent bytes: text, where the cursor is, and the pictures that it was
/// asked to draw.
///
/// It knows what this program uses: the cursor's movements, erasing, and control strings. Colours are passed over. Every
/// character takes one column.
public struct TerminalScreen: Sendable {
    /// A control string, and where the cursor stood.
    public struct Drawing: Sendable, Hashable {
        /// The string with its introducer's second character, without its end: `_Ga=T…`, `]1337;…`.
        public let content: String

        /// The cell, from 0.
        public let row: Int, column: Int
    }

    private let columns: Int, height: Int
    private var cells: [[Character]]
    private var row = 0, column = 0
    private var saved = (row: 0, column: 0)

    /// What scrolled out at the top, oldest first.
    public private(set) var history: [String] = []

    /// The control strings, in their order.
    public private(set) var drawings: [Drawing] = []

    /// Shows what a blank terminal makes of these bytes.
    public init(_ bytes: [UInt8], columns: Int = 80, rows: Int = 24) {
        self.columns = columns
        height = rows
        cells = Array(repeating: [], count: rows)
        var rest = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\u{1b}": obey(&rest)
            case "\r": column = 0
            case "\n":
                column = 0
                nextLine()
            default: show(Character(scalar))
            }
        }
    }

    /// The lines from the first to the last that is not blank, without blanks at their ends.
    public var lines: [String] {
        var lines = cells.map { Self.trimmed($0) }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    private static func trimmed(_ cells: [Character]) -> String {
        var cells = cells
        while cells.last == " " { cells.removeLast() }
        return String(cells)
    }

    private mutating func show(_ character: Character) {
        if column == columns {
            column = 0
            nextLine()
        }
        let missing = column + 1 - cells[row].count
        if missing > 0 { cells[row] += Array(repeating: " ", count: missing) }
        cells[row][column] = character
        column += 1
    }

    private mutating func nextLine() {
        guard row == height - 1 else {
            row += 1
            return
        }
        history.append(Self.trimmed(cells.removeFirst()))
        cells.append([])
    }

    private mutating func obey(_ rest: inout ArraySlice<Unicode.Scalar>) {
        guard let introducer = rest.popFirst() else { return }
        switch introducer {
        case "7": saved = (row, column)
        case "8": (row, column) = saved
        case "[":
            guard let end = rest.firstIndex(where: { (0x40...0x7e).contains($0.value) }) else { return }
            let parameters = String(String.UnicodeScalarView(rest[..<end]))
            move(by: parameters, final: rest[end])
            rest = rest[(end + 1)...]
        case "_", "]", "P":
            let end = rest.indices.first { rest[$0] == "\u{7}" || rest[$0] == "\u{1b}" } ?? rest.endIndex
            let content = String(introducer) + String(String.UnicodeScalarView(rest[..<end]))
            drawings.append(Drawing(content: content, row: row, column: column))
            rest = rest[end...].dropFirst(rest.indices.contains(end) && rest[end] == "\u{1b}" ? 2 : 1)
        default: break
        }
    }

    private mutating func move(by parameters: String, final: Unicode.Scalar) {
        let count = max(1, Int(parameters) ?? 1)
        switch final {
        case "A": row = max(0, row - count)
        case "B": row = min(height - 1, row + count)
        case "G": column = min(columns, count) - 1
        case "K": cells[row] = Array(cells[row].prefix(column))
        case "J":
            cells[row] = Array(cells[row].prefix(column))
            for below in cells.indices where below > row { cells[below] = [] }
        default: break
        }
    }
}
