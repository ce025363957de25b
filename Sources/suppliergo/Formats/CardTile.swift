/// What stands in a card's corner: a supplier's face, or the room for it.
struct CardTile: Sendable, Hashable {
    /// How much room it takes: about a square, since a cell is twice as high as it is wide.
    static let box = CellBox(columns: 14, rows: 7)

    /// Its lines, each as wide as the box.
    let lines: [StyledLine]

    /// Room that a terminal draws a picture into.
    static let room = CardTile(drawing: [])

    /// A picture in characters, in the middle.
    init(_ picture: SymbolPicture) {
        let width = picture.lines.map(\.width).max() ?? 0
        let margin = StyledLine(text: "", width: 0).padded(toWidth: (Self.box.columns - width) / 2)
        self.init(
            drawing: picture.lines.map { line in
                StyledLine(text: margin.text + line.text, width: margin.width + line.width)
            })
    }

    /// Initials in a frame of their colour.
    init(_ initials: Initials, style: TextStyle) {
        let inner = Self.box.columns - 2
        let (corners, horizontal, vertical) =
            style.usesUnicode ? (["╭", "╮", "╰", "╯"], "─", "│") : (["+", "+", "+", "+"], "-", "|")
        let edge = String(repeating: horizontal, count: inner)
        let before = (inner - initials.text.displayWidth) / 2
        let middle = (String(repeating: " ", count: before) + initials.text).padded(toWidth: inner)
        let blank = String(repeating: " ", count: inner)
        let bodies = (0..<Self.box.rows - 2).map { $0 == (Self.box.rows - 2) / 2 ? middle : blank }
        let texts =
            [corners[0] + edge + corners[1]] + bodies.map { vertical + $0 + vertical } + [
                corners[2] + edge + corners[3]
            ]
        self.init(
            drawing: texts.map { StyledLine(text: style.tint($0, initials.tint), width: Self.box.columns) })
    }

    private init(drawing lines: [StyledLine]) {
        let missing = max(0, Self.box.rows - lines.count)
        let blank = StyledLine(text: "", width: 0)
        let centred = Array(repeating: blank, count: missing / 2) + lines
        self.lines = (centred + Array(repeating: blank, count: max(0, Self.box.rows - centred.count)))
            .map { $0.padded(toWidth: Self.box.columns) }
    }
}
