import SupplierGoKit

/// Initials in place of a missing picture, in a colour that never changes.
struct Initials: Sendable, Hashable {
    /// One or two characters, one if they are wide; never more than two columns.
    let text: String

    /// The index of one of ``TextStyle/tintCount`` colours.
    let tint: Int

    /// Creates the initials of a supplier's full name or, if that is empty, of the company.
    init(of supplier: Supplier) {
        self.init(fullname: supplier.fullname, company: supplier.company, id: supplier.id.rawValue)
    }

    /// Creates the initials of names.
    init(fullname: String, company: String, id: String) {
        let text = [fullname, company].lazy.map(Self.initials).first { !$0.isEmpty }
        self.text = text ?? "?"
        tint = Int(id.utf8.span.stableHash % UInt64(TextStyle.tintCount))
    }

    /// The first letters of the first word and of the last.
    private static func initials(of name: String) -> String {
        let words = name.visibleText.split { $0.isWhitespace || $0 == "-" }
        let letters = words.compactMap { $0.first }.filter { $0.isLetter || $0.isNumber }
        guard let first = letters.first else { return "" }
        let both = letters.count > 1 ? [first, letters[letters.count - 1]] : [first]
        let initials = both.map { String($0).uppercased() }
        let pair = initials.joined()
        if pair.displayWidth <= 2 { return pair }
        // A syllable of three columns begins with a letter that has fewer.
        let syllable = String(initials[0].prefix(ofWidth: 2))
        return syllable.isEmpty ? String(initials[0].unicodeScalars.prefix(1)) : syllable
    }

    /// Draws them in a frame of their colour, in the place of an image.
    func picture(in box: CellSize = Picture.cardBox, style: TextStyle) -> Picture {
        let (inner, height) = (box.columns - 2, box.rows - 2)
        let corners = style.usesUnicode ? ["╭", "╮", "╰", "╯"] : Array(repeating: "+", count: 4)
        let (horizontal, vertical) = style.usesUnicode ? ("─", "│") : ("-", "|")
        let edge = String(repeating: horizontal, count: inner)
        let margin = String(repeating: " ", count: (inner - text.displayWidth) / 2)
        let bodies = (0..<height).map { row in
            let line = row == height / 2 ? margin + text.isolated(by: style) : ""
            return vertical + line.padded(toWidth: inner) + vertical
        }
        let texts = [corners[0] + edge + corners[1]] + bodies + [corners[2] + edge + corners[3]]
        return Picture(content: .lines(texts.map { style.tint($0, tint) }), box: box)
    }
}
