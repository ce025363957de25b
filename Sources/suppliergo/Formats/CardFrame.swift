/// A frame around groups of lines, with a rule between groups.
struct CardFrame: Sendable {
    /// The columns that the frame itself takes.
    static let width = 4

    /// The style.
    let style: TextStyle

    /// The groups that are not empty, framed; every line ends with a line feed.
    func drawn(_ groups: [[StyledLine]]) -> String {
        let groups = groups.filter { !$0.isEmpty }
        let width = groups.joined().map(\.width).max() ?? 0
        let corners = style.usesUnicode ? ["╭", "╮", "├", "┤", "╰", "╯"] : Array(repeating: "+", count: 6)
        let (horizontal, vertical) = style.usesUnicode ? ("─", "│") : ("-", "|")
        func rule(_ left: String, _ right: String) -> String {
            style.dim(left + String(repeating: horizontal, count: width + 2) + right) + "\n"
        }
        let side = style.dim(vertical)
        let bodies = groups.map { lines in
            lines.map { "\(side) \($0.padded(toWidth: width).text) \(side)\n" }.joined()
        }
        return rule(corners[0], corners[1]) + bodies.joined(separator: rule(corners[2], corners[3]))
            + rule(corners[4], corners[5])
    }
}

/// What stands in a card's corner: a supplier's face, or the room for it.
struct CardTile: Sendable, Hashable {
    /// The cells that it usually takes: about a square, since a cell is twice as high as it is wide.
    static let box = CellSize(columns: 14, rows: 7)

    /// The cells that it takes.
    let box: CellSize

    /// Its lines, each as wide as the box.
    let lines: [StyledLine]

    /// Creates room that a terminal draws an image into.
    init(box: CellSize = Self.box) {
        self.init(drawing: [], box)
    }

    /// An image in characters, in the middle.
    init(_ image: SymbolImage, box: CellSize = Self.box) {
        let width = image.lines.map(\.width).max() ?? 0
        let margin = StyledLine.empty.padded(toWidth: (box.columns - width) / 2)
        self.init(drawing: image.lines.map { margin + $0 }, box)
    }

    /// Initials in a frame of their colour.
    init(_ initials: Initials, box: CellSize = Self.box, style: TextStyle) {
        let (inner, height) = (box.columns - 2, box.rows - 2)
        let corners = style.usesUnicode ? ["╭", "╮", "╰", "╯"] : Array(repeating: "+", count: 4)
        let (horizontal, vertical) = style.usesUnicode ? ("─", "│") : ("-", "|")
        let edge = String(repeating: horizontal, count: inner)
        let margin = String(repeating: " ", count: (inner - initials.text.displayWidth) / 2)
        let bodies = (0..<height).map { row in
            let text = row == height / 2 ? margin + initials.text.isolated(by: style) : ""
            return vertical + text.padded(toWidth: inner) + vertical
        }
        let texts = [corners[0] + edge + corners[1]] + bodies + [corners[2] + edge + corners[3]]
        self.init(drawing: texts.map { StyledLine(text: style.tint($0, initials.tint), width: box.columns) }, box)
    }

    private init(drawing lines: [StyledLine], _ box: CellSize) {
        let missing = max(0, box.rows - lines.count)
        let above = Array(repeating: StyledLine.empty, count: missing / 2)
        let below = Array(repeating: StyledLine.empty, count: missing - missing / 2)
        self.lines = (above + lines + below).map { $0.padded(toWidth: box.columns) }
        self.box = box
    }
}
