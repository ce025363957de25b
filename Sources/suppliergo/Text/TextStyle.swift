internal import Glibc

/// The styles that a stream takes: with colours or without, with line-drawing characters or in plain ASCII.
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
