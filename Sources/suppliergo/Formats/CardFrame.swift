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

/// The corner of a card: a supplier's face, or the room for it.
struct CardTile: Sendable, Hashable {
    /// The cells that it usually takes: about a square, since a cell is twice as high as it is wide.
    static let box = CellSize(columns: 14, rows: 7)

    /// The cells that it takes.
    let box: CellSize

    /// Its lines, each as wide as the box.
    let lines: [StyledText]

    /// Creates room that a terminal draws an image into.
    init(box: CellSize = Self.box) {
        self.init(drawing: [], box)
    }

    /// A picture or, if there is none, the supplier's initials; one in characters is in the middle.
    init(_ picture: Picture?, of supplier: Supplier, box: CellSize = Self.box, style: TextStyle) {
        switch picture?.content {
        case nil: self.init(Initials(of: supplier), box: box, style: style)
        case .bytes: self.init(box: box)
        case .lines(let lines):
            let width = lines.map(\.width).max() ?? 0
            let margin = StyledText("").padded(toWidth: (box.columns - width) / 2)
            self.init(drawing: lines.map { margin + $0 }, box)
        }
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
        self.init(drawing: texts.map { style.tint($0, initials.tint) }, box)
    }

    private init(drawing lines: [StyledText], _ box: CellSize) {
        let missing = max(0, box.rows - lines.count)
        let above = Array(repeating: StyledText(""), count: missing / 2)
        let below = Array(repeating: StyledText(""), count: missing - missing / 2)
        self.lines = (above + lines + below).map { $0.padded(toWidth: box.columns) }
        self.box = box
    }
}
