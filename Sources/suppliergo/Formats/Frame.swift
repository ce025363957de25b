/// A frame around groups of lines, with a rule between groups.
struct Frame: Sendable {
    private let style: TextStyle
    private let room: Int?

    /// Creates a frame that is no wider than `width` columns, or of any width where that is `nil`.
    init(style: TextStyle, width: Int?) {
        self.style = style
        room = width.map { max(1, $0 - 4) }
    }

    /// The lines that a value takes, with a label before the first and blanks before the others.
    ///
    /// - Parameters:
    ///   - reserved: columns that something else on the same lines takes.
    ///   - emphasis: sets a line's part of the value off.
    func lines(
        of value: String, label: String = "", reserving reserved: Int = 0, emphasis: (Substring) -> String
    ) -> [StyledLine] {
        let indent = label.isEmpty ? 0 : label.displayWidth + 2
        let parts = room.map { value.wrapped(toWidth: max(1, $0 - indent - reserved)) } ?? [value[...]]
        return parts.enumerated().map { index, part in
            let margin = String(repeating: " ", count: index == 0 ? indent - label.displayWidth : indent)
            let head = index == 0 ? style.dim(label) : ""
            return StyledLine(
                text: head + (label.isEmpty ? "" : margin) + emphasis(part), width: indent + String(part).displayWidth)
        }
    }

    /// The groups that are not empty, framed; every line ends with a line feed.
    func drawn(_ groups: [[StyledLine]]) -> String {
        let groups = groups.filter { !$0.isEmpty }
        let width = groups.joined().map(\.width).max() ?? 0
        let strokes = style.usesUnicode ? Strokes.box : Strokes.ascii
        func rule(_ left: String, _ right: String) -> String {
            style.dim(left + String(repeating: strokes.horizontal, count: width + 2) + right) + "\n"
        }
        let side = style.dim(strokes.vertical)
        let bodies = groups.map { lines in
            lines.map { line in
                "\(side) \(line.text)\(String(repeating: " ", count: width - line.width)) \(side)\n"
            }.joined()
        }
        return rule(strokes.topLeft, strokes.topRight)
            + bodies.joined(separator: rule(strokes.left, strokes.right))
            + rule(strokes.bottomLeft, strokes.bottomRight)
    }
}

/// What a frame is drawn with.
private struct Strokes {
    let horizontal, vertical, topLeft, topRight, left, right, bottomLeft, bottomRight: String

    static let box = Strokes(
        horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", left: "├", right: "┤", bottomLeft: "╰",
        bottomRight: "╯")
    static let ascii = Strokes(
        horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", left: "+", right: "+", bottomLeft: "+",
        bottomRight: "+")
}
