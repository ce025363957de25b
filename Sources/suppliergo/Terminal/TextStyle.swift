/// How text may be set off on a stream: with colours or without, with line-drawing characters or in plain ASCII.
///
/// What there is to read is in the terminal's default colour, and the others are among its first sixteen, which are its
/// user's: no background is ever set, nor a colour that is made for one.
struct TextStyle: Sendable, Hashable {
    /// Whether escape sequences for colour and weight are written (ECMA-48, SGR).
    let usesColor: Bool

    /// Whether frames, marks and the ellipsis may be other characters than ASCII's.
    let usesUnicode: Bool

    /// Whether links are written (OSC 8).
    var usesHyperlinks = false

    /// Neither colours nor anything that is not ASCII.
    static let plain = TextStyle(usesColor: false, usesUnicode: false)

    /// Creates a style.
    init(usesColor: Bool, usesUnicode: Bool) {
        self.usesColor = usesColor
        self.usesUnicode = usesUnicode
    }

    /// Decides the style of a stream from `--color`, the environment and what the stream is.
    ///
    /// Under `auto`, `NO_COLOR` goes before `CLICOLOR_FORCE` (bixense.com/clicolors), and that before the stream and
    /// `TERM`. Only a locale that is named and is not UTF-8 brings ASCII: containers name none, and their terminals
    /// are UTF-8 all the same.
    init(choice: ColorChoice, isTerminal: Bool, environment: [String: String]) {
        usesColor =
            switch choice {
            case .always: true
            case .never: false
            case .auto: Self.isColorful(isTerminal: isTerminal, environment: environment)
            }
        usesHyperlinks = Hyperlink.areTaken(isTerminal: isTerminal, environment: environment)
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

    /// What stands for text that was cut off.
    var ellipsis: String { usesUnicode ? "…" : "..." }

    /// Makes text stand out.
    func bold(_ text: String) -> String { set(text, code: "1") }

    /// Makes text step back.
    func dim(_ text: String) -> String { set(text, code: "2") }

    /// Colours what is to be seen and not to be read, such as a bar.
    func accent(_ text: String) -> String { set(text, code: "36") }

    /// Marks what was looked for: in bold and underlined, which can be told from everything else on any background.
    func match(_ text: String) -> String { set(text, code: "1;4") }

    /// Marks a warning; in magenta as compilers do it, since yellow cannot be read on a light background.
    func warning(_ text: String) -> String { set(text, code: "35") }

    /// Marks a failure.
    func failure(_ text: String) -> String { set(text, code: "31") }

    /// How many colours ``tint(_:_:)`` tells apart.
    static let tintCount = 6

    /// Gives text one of ``tintCount`` colours, to tell things apart by: red, green, yellow, blue, magenta, cyan. Not every
    /// one of them can be read on every background: it is for what nobody has to read.
    func tint(_ text: String, _ number: Int) -> String { set(text, code: "1;\(31 + number % Self.tintCount)") }

    /// Makes text a link, where links are written and there is one.
    func link(_ text: String, to link: Hyperlink?) -> String {
        usesHyperlinks ? link?.around(text) ?? text : text
    }

    private func set(_ text: String, code: String) -> String {
        usesColor && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
    }
}
