import Glibc

/// The styles that a stream takes: with colours or without, with line-drawing characters or in plain ASCII
/// (``TerminalTraits`` decides by the terminal and the environment).
///
/// Text that is read has the terminal's default colour; the others but a grey and the tints are among its first
/// sixteen, which the user chose. No background is ever set.
struct TextStyle: Sendable, Hashable {
    /// True if escape sequences for colour and weight are written (ECMA-48, SGR).
    let usesColor: Bool

    /// True if frames, marks and the ellipsis may be other characters than ASCII's.
    let usesUnicode: Bool

    var usesHyperlinks = false

    /// The terminal's background, as far as it is known.
    var background = Background.unknown

    /// A background, by the colours that can be read on it.
    enum Background: Sendable, Hashable {
        case unknown, dark, light
    }

    /// No colours, ASCII only.
    static let plain = TextStyle(usesColor: false, usesUnicode: false)

    /// The sign for text that was cut off.
    var ellipsis: String { usesUnicode ? "…" : "..." }

    /// The sign between an earlier value and a later one.
    var arrow: String { usesUnicode ? " → " : " -> " }

    /// Makes text stand out.
    func bold(_ text: String) -> StyledText { set(text, CellStyle(attributes: .bold)) }

    /// Makes text less prominent, in a grey that has a contrast of 4.5 on black and on white.
    ///
    /// Faint text (SGR 2) is darker than the rest in xterm and foot, on a light background too.
    func dim(_ text: String) -> StyledText { set(text, CellStyle(foreground: .palette(243))) }

    /// Colours what is seen rather than read, such as a bar.
    func accent(_ text: String) -> StyledText { set(text, CellStyle(foreground: .palette(6))) }

    /// Marks a search match, in bold and underlined: visible on any background.
    func match(_ text: String) -> StyledText { set(text, CellStyle(attributes: [.bold, .underlined])) }

    /// Marks a warning, in magenta as compilers do, since yellow is unreadable on a light background.
    func warning(_ text: String) -> StyledText { set(text, CellStyle(foreground: .palette(5))) }

    /// Marks a failure.
    func failure(_ text: String) -> StyledText { set(text, CellStyle(foreground: .palette(1))) }

    /// The number of colours that ``tint(_:_:)`` has.
    static let tintCount = 6

    /// Gives text one of ``tintCount`` colours to tell things apart: green, yellow and blue, bold and not; the others
    /// stand for a state.
    ///
    /// They have a contrast of at least 4.5 to the background. If that is not known, the text is bold in its own
    /// colour.
    func tint(_ text: String, _ number: Int) -> StyledText {
        let number = number % Self.tintCount
        let colors: [UInt8]
        switch background {
        case .unknown: return bold(text)
        case .dark: colors = [114, 222, 117]
        case .light: colors = [22, 94, 25]
        }
        return set(text, CellStyle(attributes: number < 3 ? .bold : [], foreground: .palette(colors[number % 3])))
    }

    /// Makes text a link to a URI, if there is one and the stream takes links.
    func link(_ text: StyledText, to target: String?) -> StyledText {
        usesHyperlinks ? target.map(text.linked) ?? text : text
    }

    /// The same style without colours, for a line that is inverted in one piece.
    var uncolored: TextStyle { TextStyle(usesColor: false, usesUnicode: usesUnicode) }

    private func set(_ text: String, _ style: CellStyle) -> StyledText {
        StyledText(text, style: usesColor ? style : .plain)
    }
}

extension TextStyle.Background {
    /// Tells a background by its red, green and blue, from 0 to 1; unknown if neither kind of tint can be read on it.
    ///
    /// Its relative luminance is that of WCAG 2.2. The darkest of the light tints has one of 0.56, the lightest of the
    /// dark ones 0.13: a contrast of 4.5 takes 0.08 at most, or 0.78 at least.
    init(red: Double, green: Double, blue: Double) {
        func linear(_ part: Double) -> Double {
            part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        let luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        self = luminance <= 0.08 ? .dark : luminance >= 0.78 ? .light : .unknown
    }
}

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

    /// The style of what is current, with colours and without.
    static let current = CellStyle(attributes: .reversed)

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
