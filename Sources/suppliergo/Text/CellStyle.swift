/// The style of a character on a terminal.
struct CellStyle: Sendable, Hashable {
    /// Attributes other than colours.
    struct Attributes: OptionSet, Sendable, Hashable {
        let rawValue: UInt8

        static let bold = Attributes(rawValue: 1)
        static let underlined = Attributes(rawValue: 2)
        static let reversed = Attributes(rawValue: 4)
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

    /// The style on top of another one: its attributes are added, and its colours replace the other one's.
    func over(_ base: CellStyle) -> CellStyle {
        CellStyle(
            attributes: attributes.union(base.attributes),
            foreground: foreground == .standard ? base.foreground : foreground,
            background: background == .standard ? base.background : background)
    }

    /// The parameters that set it in a terminal that has its own style (ECMA-48, SGR, and xterm's further colours).
    var parameters: [String] {
        let codes: [(Attributes, String)] = [(.bold, "1"), (.underlined, "4"), (.reversed, "7")]
        return codes.filter { attributes.contains($0.0) }.map(\.1) + Self.parameters(of: foreground, from: 30)
            + Self.parameters(of: background, from: 40)
    }

    /// The parameters that set a colour: those of the foreground begin at 30, those of the background at 40.
    private static func parameters(of color: Color, from start: Int) -> [String] {
        switch color {
        case .standard: []
        case .palette(let number) where number < 8: ["\(start + Int(number))"]
        case .palette(let number) where number < 16: ["\(start + 52 + Int(number))"]
        case .palette(let number): ["\(start + 8)", "5", "\(number)"]
        case .rgb(let red, let green, let blue): ["\(start + 8)", "2", "\(red)", "\(green)", "\(blue)"]
        }
    }
}
