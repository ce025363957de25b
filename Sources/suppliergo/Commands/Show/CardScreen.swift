import SupplierGoKit

/// Draws a supplier's card on standard output, and replaces it when there is more to show.
actor CardScreen {
    private let supplier: Supplier
    private let edit: SupplierEdits.Applied?
    private let query: SupplierQuery
    private let console: Console

    /// The number of lines of the drawn card, and the window it was drawn in.
    private var drawn: (lineCount: Int, window: TerminalTraits)?

    /// Creates a screen on which no card is drawn yet.
    init(of supplier: Supplier, edit: SupplierEdits.Applied?, query: SupplierQuery, on console: Console) {
        self.supplier = supplier
        self.edit = edit
        self.query = query
        self.console = console
    }

    /// Draws the card; one that was drawn before is replaced.
    ///
    /// If that one's first line has left the window, or the window was resized, the old card's position is unknown, and
    /// the new one is drawn below it.
    func draw(_ state: AvatarState, _ picture: Picture?) throws(OutputError) {
        let window = console.currentOutputTraits
        let initials = Picture(Initials(of: supplier), style: console.outputStyle)
        let card = DetailCard(
            supplier: supplier, avatar: state, query: query,
            picture: hasPicture(picture, in: window) ? picture ?? initials : nil,
            hasDetails: console.verbosity == .verbose, edit: edit)
        let text = card.render(style: console.outputStyle, width: window.width ?? 80)
        let lineCount = text.count { $0 == UInt8(ascii: "\n") }
        var bytes: [UInt8] = []
        if let drawn, drawn.window == window, fits(drawn.lineCount, in: window) {
            bytes.append("\u{1b}[\(drawn.lineCount)A\r\u{1b}[J")
        }
        bytes += text
        if let sequence = picture?.bytes, hasPicture(picture, in: window) {
            bytes += placing(sequence, below: lineCount, in: window)
        }
        drawn = (lineCount, window)
        try console.output.write(bytes)
        try console.output.flush()
    }

    /// Tests if the cursor can move from below a card of this many lines up to its first line.
    private func fits(_ lineCount: Int, in window: TerminalTraits) -> Bool {
        window.height.map { lineCount < $0 } ?? true
    }

    /// Tests if the card has something in its corner: always on a terminal with room for it, elsewhere if it was asked
    /// for.
    private func hasPicture(_ picture: Picture?, in window: TerminalTraits) -> Bool {
        (window.isTerminal || picture != nil) && window.width ?? 80 >= DetailCard.leastPictureWidth
    }

    /// Moves the cursor to the room for the image, draws, and moves it back (DECSC, DECRC).
    ///
    /// The text is there already, so that nothing scrolls any more while the cursor is away. A card that is higher than
    /// the window has its image below it.
    private func placing(_ sequence: [UInt8], below lineCount: Int, in window: TerminalTraits) -> [UInt8] {
        var bytes: [UInt8] = []
        if fits(lineCount, in: window) {
            let (row, column) = DetailCard.pictureOrigin
            bytes.append("\u{1b}7\u{1b}[\(lineCount - row)A\u{1b}[\(column + 1)G")
        } else {
            bytes.append(String(repeating: "\n", count: Picture.cardBox.rows))
            bytes.append("\u{1b}7\u{1b}[\(Picture.cardBox.rows)A")
        }
        return bytes + sequence + Array("\u{1b}8".utf8)
    }
}
