import SupplierGoKit

/// A frame around groups of lines, with a rule between groups.
struct CardFrame: Sendable {
    /// The columns that the frame itself takes.
    static let width = 4

    let style: TextStyle

    /// The groups that are not empty, framed.
    func drawn(_ groups: [[StyledText]]) -> [StyledText] {
        let groups = groups.filter { !$0.isEmpty }
        let width = groups.joined().map(\.width).max() ?? 0
        let corners = style.usesUnicode ? ["╭", "╮", "├", "┤", "╰", "╯"] : Array(repeating: "+", count: 6)
        let (horizontal, vertical) = style.usesUnicode ? ("─", "│") : ("-", "|")
        func rule(_ left: String, _ right: String) -> [StyledText] {
            [style.dim(left + String(repeating: horizontal, count: width + 2) + right)]
        }
        let side = style.dim(vertical)
        let bodies = groups.map { lines in lines.map { side + " " + $0.padded(toWidth: width) + " " + side } }
        return rule(corners[0], corners[1]) + bodies.joined(separator: rule(corners[2], corners[3]))
            + rule(corners[4], corners[5])
    }
}
