internal import Glibc

/// A line as it is drawn, and the columns that it takes.
struct StyledLine: Sendable, Hashable {
    /// The text, with its escape sequences.
    let text: String

    /// The columns that it takes.
    let width: Int

    /// A line of nothing.
    static let empty = StyledLine(text: "", width: 0)

    /// Adds spaces up to a width.
    func padded(toWidth wanted: Int) -> StyledLine {
        guard width < wanted else { return self }
        return StyledLine(text: text + String(repeating: " ", count: wanted - width), width: wanted)
    }

    /// Joins two lines.
    static func + (left: StyledLine, right: StyledLine) -> StyledLine {
        StyledLine(text: left.text + right.text, width: left.width + right.width)
    }
}

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
    func bold(_ text: String) -> String { set(text, code: "1") }

    /// Makes text less prominent, in a grey that has a contrast of 4.5 on black and on white.
    ///
    /// Faint text (SGR 2) is darker than the rest in xterm and foot, on a light background too.
    func dim(_ text: String) -> String { set(text, code: "38;5;243") }

    /// Colours what is seen rather than read, such as a bar.
    func accent(_ text: String) -> String { set(text, code: "36") }

    /// Marks a search match, in bold and underlined: visible on any background.
    func match(_ text: String) -> String { set(text, code: "1;4") }

    /// Marks a warning, in magenta as compilers do, since yellow is unreadable on a light background.
    func warning(_ text: String) -> String { set(text, code: "35") }

    /// Marks a failure.
    func failure(_ text: String) -> String { set(text, code: "31") }

    /// The number of colours that ``tint(_:_:)`` has.
    static let tintCount = 6

    /// Gives text one of ``tintCount`` colours to tell things apart: green, yellow and blue, bold and not; the others
    /// stand for a state.
    ///
    /// They have a contrast of at least 4.5 to the background. If that is not known, the text is bold in its own
    /// colour.
    func tint(_ text: String, _ number: Int) -> String {
        let number = number % Self.tintCount
        let colors: [Int]
        switch background {
        case .unknown: return bold(text)
        case .dark: colors = [114, 222, 117]
        case .light: colors = [22, 94, 25]
        }
        return set(text, code: (number < 3 ? "1;" : "") + "38;5;\(colors[number % 3])")
    }

    /// The same style without colours, for a line that is inverted in one piece.
    var uncolored: TextStyle { TextStyle(usesColor: false, usesUnicode: usesUnicode) }

    private func set(_ text: String, code: String) -> String {
        usesColor && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
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
