import SupplierGoKit

/// A supplier's face in the corner of a card.
extension Picture {
    /// The cells that it usually takes: about a square, since a cell is twice as high as it is wide.
    static let cardBox = CellSize(columns: 14, rows: 7)

    /// Draws initials in a frame of their colour, in the place of an image.
    init(_ initials: Initials, box: CellSize = Self.cardBox, style: TextStyle) {
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
        self.init(content: .lines(texts.map { style.tint($0, initials.tint) }), box: box)
    }

    /// The lines of its box, each as wide as that: characters in the middle, or room that a terminal draws into.
    var boxLines: [StyledText] {
        var lines: [StyledText] = []
        if case .lines(let drawn) = content { lines = drawn }
        let margin = StyledText("").padded(toWidth: (box.columns - (lines.map(\.width).max() ?? 0)) / 2)
        let missing = max(0, box.rows - lines.count)
        let above = Array(repeating: StyledText(""), count: missing / 2)
        let below = Array(repeating: StyledText(""), count: missing - missing / 2)
        return (above + lines.map { margin + $0 } + below).map { $0.padded(toWidth: box.columns) }
    }
}
