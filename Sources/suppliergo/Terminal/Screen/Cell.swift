/// One of a terminal's character cells.
struct Cell: Sendable, Hashable {
    /// A character; none in the second cell of one that is two columns wide.
    var text: String

    /// Its style.
    var style: CellStyle

    /// The cell belongs to text with right-to-left letters, which are put in order among themselves only.
    var isIsolated = false

    /// Terminals differ in how wide they draw the character: an emoji, or a cluster of several scalars.
    var hasUncertainWidth: Bool {
        guard text.utf8.count > 1 else { return false }
        return text.unicodeScalars.count > 1 || text.unicodeScalars.contains { $0.value > 0xffff }
    }

    /// An empty cell.
    static let blank = Cell(text: " ", style: .plain)
}

/// The style of a cell.
struct CellStyle: Sendable, Hashable {
    /// Attributes other than colours.
    struct Attributes: OptionSet, Sendable, Hashable {
        let rawValue: UInt8

        static let bold = Attributes(rawValue: 1)
        static let dim = Attributes(rawValue: 2)
        static let italic = Attributes(rawValue: 4)
        static let underlined = Attributes(rawValue: 8)
        static let reversed = Attributes(rawValue: 16)
    }

    /// A colour: the terminal's own choice, one of its 256, of which the user chose the first 16, or any.
    enum Color: Sendable, Hashable {
        case standard
        case palette(UInt8)
        case rgb(UInt8, UInt8, UInt8)
    }

    var attributes: Attributes = []
    var foreground = Color.standard
    var background = Color.standard

    /// The terminal's own style.
    static let plain = CellStyle()

    /// The style with more attributes.
    func adding(_ more: Attributes) -> CellStyle {
        var style = self
        style.attributes.formUnion(more)
        return style
    }
}
