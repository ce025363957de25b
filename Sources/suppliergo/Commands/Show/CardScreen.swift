import SupplierGoKit

/// Draws a supplier's card on standard output, and replaces it when there is more to show.
actor CardScreen {
    private var card: DetailCard
    private let console: Console

    /// The drawn card, the number of its lines, and the window it was drawn in.
    private var drawn: (content: [UInt8], lineCount: Int, window: TerminalTraits)?

    /// Creates a screen on which no card is drawn yet. Once one is, each change is drawn at once.
    init(for card: DetailCard, on console: Console) {
        (self.card, self.console) = (card, console)
    }

    /// Shows the card after a change of it.
    func show(after change: @Sendable (inout DetailCard) -> Void) throws(OutputError) {
        change(&card)
        if drawn != nil { try draw() }
    }

    /// Draws the card if it never was.
    func finish() throws(OutputError) {
        if drawn == nil { try draw() }
    }

    /// Draws the card; one that was drawn before is replaced, if it was another.
    ///
    /// If that one's first line has left the window, or the window was resized, the old card's position is unknown, and
    /// the new one is drawn below it.
    func draw() throws(OutputError) {
        let window = console.outputTraits
        var card = card
        // A terminal with room has something in the corner, anything else only what was asked for.
        let initials = window.isTerminal ? Initials(of: card.supplier).picture(style: console.outputStyle) : nil
        card.picture = window.width ?? 80 >= DetailCard.leastPictureWidth ? card.picture ?? initials : nil
        let text = card.render(style: console.outputStyle, width: window.width ?? 80)
        let lineCount = text.count { $0 == UInt8(ascii: "\n") }
        var content = text
        if let sequence = card.picture?.bytes { content += placing(sequence, below: lineCount, in: window) }
        if let drawn, drawn.window == window, drawn.content == content { return }
        var bytes: [UInt8] = []
        if let drawn, drawn.window == window, fits(drawn.lineCount, in: window) {
            bytes.append("\u{1b}[\(drawn.lineCount)A\r\u{1b}[J")
        }
        drawn = (content, lineCount, window)
        try console.output.write(bytes + content)
        try console.output.flush()
    }

    /// Tests if the cursor can move from below a card of this many lines up to its first line.
    private func fits(_ lineCount: Int, in window: TerminalTraits) -> Bool {
        window.height.map { lineCount < $0 } ?? true
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
