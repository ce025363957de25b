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
