/// A value of `--color`.
enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never
}

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
/// Text that is read has the terminal's default colour; the others are among its first sixteen, which the user chose.
/// No background is ever set.
struct TextStyle: Sendable, Hashable {
    /// Whether escape sequences for colour and weight are written (ECMA-48, SGR).
    let usesColor: Bool

    /// Whether frames, marks and the ellipsis may be other characters than ASCII's.
    let usesUnicode: Bool

    /// Whether links are written (OSC 8).
    var usesHyperlinks = false

    /// No colours, ASCII only.
    static let plain = TextStyle(usesColor: false, usesUnicode: false)

    /// Creates a style.
    init(usesColor: Bool, usesUnicode: Bool) {
        self.usesColor = usesColor
        self.usesUnicode = usesUnicode
    }

    /// Decides a stream's style from `--color`, the environment and what the stream is.
    ///
    /// Under `auto`, `NO_COLOR` goes before `CLICOLOR_FORCE` (bixense.com/clicolors), and that before the stream and
    /// `TERM`. Only a locale that is set and is not UTF-8 means ASCII: containers set none, and their terminals are
    /// UTF-8 all the same.
    init(choice: ColorChoice, isTerminal: Bool, environment: [String: String]) {
        usesColor =
            switch choice {
            case .always: true
            case .never: false
            case .auto: Self.isColorful(isTerminal: isTerminal, environment: environment)
            }
        usesHyperlinks = Hyperlink.isSupported(isTerminal: isTerminal, environment: environment)
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let codeset = locale?.lowercased() ?? "utf-8"
        usesUnicode = codeset.hasSuffix("utf-8") || codeset.hasSuffix("utf8") || codeset.contains("utf-8@")
    }

    private static func isColorful(isTerminal: Bool, environment: [String: String]) -> Bool {
        func value(_ name: String) -> String { environment[name] ?? "" }
        if !value("NO_COLOR").isEmpty { return false }
        if !["", "0"].contains(value("CLICOLOR_FORCE")) { return true }
        return isTerminal && !["", "dumb"].contains(value("TERM"))
    }

    /// The sign for text that was cut off.
    var ellipsis: String { usesUnicode ? "…" : "..." }

    /// Makes text stand out.
    func bold(_ text: String) -> String { set(text, code: "1") }

    /// Makes text less prominent.
    func dim(_ text: String) -> String { set(text, code: "2") }

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

    /// Gives text one of ``tintCount`` colours to tell things apart. Not all of them are readable on every background,
    /// so nothing important is tinted.
    func tint(_ text: String, _ number: Int) -> String { set(text, code: "1;\(31 + number % Self.tintCount)") }

    /// Makes text a link, if there is one and the stream takes links.
    func link(_ text: String, to link: Hyperlink?) -> String {
        usesHyperlinks ? link?.around(text) ?? text : text
    }

    private func set(_ text: String, code: String) -> String {
        usesColor && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
    }
}
