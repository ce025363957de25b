import SupplierGoKit

/// The lines of a card, in a frame if there is room: headings, fields, and the members of a record or of an element.
///
/// A line is drawn when it is asked for: a table may have many thousands of rows. A supplier's own fields, and their
/// texts, are ``DetailCard``'s.
struct CardLines: RandomAccessCollection, Sendable {
    /// An element of one of the tables, whose row is a line of the card.
    struct TableElement: Sendable {
        let line: Int

        /// The path from the card's object on: names, then the position in the array.
        let steps: [String]
        let value: JSONValue

        /// The names that lead to the array.
        var arrayName: String { steps.dropLast().joined(separator: ".") }

        /// The element's first text other than `id`, or else its number from 1.
        var name: String { value.firstText(depth: 0) ?? String((Int(steps[steps.count - 1]) ?? 0) + 1) }

        /// The same element among the members of its card's object as it is now: at its position, or anywhere in the
        /// array, with its `id` or its first text; `nil` if it is gone.
        func found(in members: [(name: String, value: JSONValue)]) -> Self? {
            let array = steps.dropLast().dropFirst().reduce(members.last { $0.name == steps[0] }?.value) { $0?[$1] }
            let elements = array?.elements ?? []
            let places = (Int(steps[steps.count - 1]).map { [$0] } ?? []) + elements.indices
            let index = places.first { elements.indices.contains($0) && elements[$0].identity == value.identity }
            return index.map { .init(line: line, steps: steps.dropLast() + [String($0)], value: elements[$0]) }
        }
    }

    /// Lines one after another.
    struct Run: Sendable {
        let count: Int
        let width: Int

        /// The table whose first elements the lines are; `nil` for other lines.
        var table: ElementTable?
        let line: @Sendable (Int) -> StyledText
    }

    /// The narrowest terminal on which a card has a frame.
    private static let leastFramedWidth = 24

    /// The columns that messages take at least before they are broken into lines.
    private static let leastMessageWidth = 72

    let startIndex = 0
    private(set) var endIndex = 0
    private var runs: [(start: Int, run: Run)] = []

    /// Lays a card out. The frame is as wide as its longest line, and messages are broken into lines that fit.
    ///
    /// - Parameters:
    ///   - fields: the rows under the headings. Default none.
    ///   - members: the members at the end.
    ///   - rowLimit: the most rows of a table. Default ``ElementTable/usualRowCount``.
    ///   - width: the most columns of a line, or `nil` for any number.
    ///   - fillsWidth: true if the frame is as wide as it may be.
    ///   - isInFront: true if the frame has the style of a current row. Default `false`.
    ///   - headings: the lines on top, for the columns that they may take, or `nil` for any number.
    init(
        fields: [FieldTable.Field] = [], members: [CardMember], rowLimit: Int = ElementTable.usualRowCount,
        style: TextStyle, width: Int?, fillsWidth: Bool, isInFront: Bool = false, headings: (Int?) -> [StyledText]
    ) {
        let isFramed = width ?? .max >= Self.leastFramedWidth
        let room = width.map { isFramed ? $0 - CardFrame.width : $0 }
        let head = Run(headings(room))
        let body = MemberLines(width: room, rowLimit: rowLimit, style: style).runs(of: members)
        let others = (fillsWidth ? room : nil) ?? ([head] + body).map(\.width).max() ?? 0
        let messageWidth = Swift.max(others, Self.leastMessageWidth)
        let middle = Run(FieldTable(fields: fields).lines(width: room, messageWidth: messageWidth, style: style))
        let frame = CardFrame(style: style, contentWidth: Swift.max(others, middle.width), isInFront: isInFront)
        for group in [[head], [middle], body] where group.contains(where: { $0.count > 0 }) {
            if isFramed { append(Run([frame.rule(endIndex == 0 ? .top : .middle)])) }
            for run in group { append(isFramed ? run.framed(by: frame) : run) }
        }
        if isFramed { append(Run([frame.rule(.bottom)])) }
    }

    private mutating func append(_ run: Run) {
        runs.append((endIndex, run))
        endIndex += run.count
    }

    subscript(position: Int) -> StyledText {
        let (start, run) = runs[runs.lastIndex { $0.start <= position } ?? 0]
        return run.line(position - start)
    }

    /// The number of elements that have a row.
    var elementCount: Int { runs.reduce(0) { $0 + ($1.run.table == nil ? 0 : $1.run.count) } }

    /// An element that has a row, by its number from 0 over all tables; `nil` without one.
    func element(at number: Int) -> TableElement? {
        var index = number
        for (start, run) in runs {
            guard let table = run.table else { continue }
            if (0..<run.count).contains(index) {
                return .init(line: start + index, steps: table.steps + [String(index)], value: table.elements[index])
            }
            index -= run.count
        }
        return nil
    }
}

extension CardLines.Run {
    /// Creates the run of lines that are drawn.
    init(_ lines: [StyledText]) {
        self.init(count: lines.count, width: lines.map(\.width).max() ?? 0) { lines[$0] }
    }

    fileprivate func framed(by frame: CardFrame) -> Self {
        Self(count: count, width: width, table: table) { frame.line(line($0)) }
    }
}

extension JSONValue {
    /// The text that an element is known by in its array; `nil` if it has none.
    fileprivate var identity: String? { self["id"]?.text ?? firstText(depth: 0) }

    /// The first text of an object other than `id`, in the objects inside too.
    fileprivate func firstText(depth: Int) -> String? {
        guard depth <= CardMember.depthLimit else { return nil }
        return members.lazy.filter { $0.name.lowercased() != "id" }.compactMap { _, value in
            value.string.flatMap { $0.trimmed.isEmpty ? nil : $0 } ?? value.firstText(depth: depth + 1)
        }.first
    }
}

/// A frame around groups of lines, with a rule between groups.
struct CardFrame: Sendable {
    /// The columns that the frame itself takes.
    static let width = 4

    /// The rules of a frame.
    enum Rule: String {
        case top = "╭╮", middle = "├┤", bottom = "╰╯"
    }

    let style: TextStyle

    /// The columns of the lines in it.
    let contentWidth: Int

    /// True if it has the style of a current row.
    var isInFront = false

    /// Draws a frame around the groups that are not empty, as wide as its longest line.
    static func drawn(around groups: [[StyledText]], style: TextStyle) -> [StyledText] {
        let groups = groups.filter { !$0.isEmpty }
        let frame = CardFrame(style: style, contentWidth: groups.joined().map(\.width).max() ?? 0)
        let bodies = groups.map { $0.map(frame.line) }
        return [frame.rule(.top)] + bodies.joined(separator: [frame.rule(.middle)]) + [frame.rule(.bottom)]
    }

    /// One of its rules.
    func rule(_ rule: Rule) -> StyledText {
        let corners = style.usesUnicode ? Array(rule.rawValue) : ["+", "+"]
        let line = String(repeating: style.usesUnicode ? "─" : "-", count: contentWidth + 2)
        return drawn("\(corners[0])\(line)\(corners[1])")
    }

    /// A line between its sides.
    func line(_ line: StyledText) -> StyledText {
        let side = drawn(style.usesUnicode ? "│" : "|")
        return side + " " + line.padded(toWidth: contentWidth) + " " + side
    }

    private func drawn(_ text: String) -> StyledText {
        isInFront ? StyledText(text, style: .current) : style.dim(text)
    }
}

/// Draws the members of an object: a line each, an object's members under its name, and arrays of objects as tables.
struct MemberLines {
    private static let indent = 2

    /// The most rows that a table's columns are laid out by.
    private static let layoutCount = 1000

    /// The most columns of a line, or `nil` for any number.
    let width: Int?

    /// The most rows of a table.
    let rowLimit: Int
    let style: TextStyle

    /// The lines, in the members' order, with all values in one column. A long name continues in the next line.
    func runs(of members: [CardMember]) -> [CardLines.Run] {
        let nameLimit = width.map { min(24, max(8, $0 * 2 / 5)) } ?? .max
        func indent(of member: CardMember) -> Int { min(member.depth * Self.indent, nameLimit / 2) }
        let names = members.map { $0.isTable ? 0 : indent(of: $0) + $0.name.visibleText.displayWidth }
        let nameWidth = min(nameLimit, names.max() ?? 0)
        return members.flatMap { member -> [CardLines.Run] in
            let (name, indent) = (member.name.visibleText, indent(of: member))
            if case .table(let table) = member.content { return runs(of: table, named: name, indent: indent) }
            let room = width.map { $0 - nameWidth - FieldTable.gap }
            let field = FieldTable.Field(
                name, member.text(width: room, ellipsis: style.ellipsis), indent: indent
            ) { StyledText($0).isolated(by: style) }
            return [.init(FieldTable(fields: [field]).lines(width: width, nameWidth: nameWidth, style: style))]
        }
    }

    /// A table under its name and number, in as many columns as fit, and the number of elements that have no row.
    private func runs(of table: ElementTable, named name: String, indent: Int) -> [CardLines.Run] {
        let (total, margin) = (table.elements.count, String(repeating: " ", count: indent))
        let count = " (\(Count.formatted(total)))"
        let room = width.map { max(1, $0 - indent - count.count) } ?? .max
        let title = StyledText(name, width: room, style: style, emphasis: style.bold) + style.dim(count)
        let (shown, laidOut) = (min(total, rowLimit), min(total, rowLimit, Self.layoutCount))
        let paths = table.columns(ofFirst: laidOut)
        let inner = margin + String(repeating: " ", count: Self.indent)
        let columns = CellColumns(
            paths, rows: (0..<laidOut).map { table.row($0, paths) }, width: width.map { $0 - inner.count })
        let rows = CardLines.Run(count: shown, width: inner.count + columns.width, table: table) {
            StyledText(inner) + columns.line(table.row($0, paths), style: style)
        }
        let heading = paths == [[]] ? [] : [StyledText(inner) + columns.heading(style: style)]
        let more = total == shown ? [] : [StyledText(inner) + style.dim("and \(Count.formatted(total - shown)) more")]
        return [.init([StyledText(margin) + title] + heading), rows, .init(more)]
    }
}
