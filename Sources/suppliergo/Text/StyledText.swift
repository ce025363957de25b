/// Text in several styles. They become escape sequences only where it is written to a stream; a ``Screen`` takes it as
/// it is.
struct StyledText: Sendable, Hashable {
    /// A part in one style.
    struct Span: Sendable, Hashable {
        let text: String
        let style: CellStyle

        /// The URI that a click on it opens.
        var link: String?
    }

    private(set) var spans: [Span]

    init(_ text: some StringProtocol, style: CellStyle = .plain) {
        spans = text.isEmpty ? [] : [Span(text: String(text), style: style)]
    }

    /// Creates text that is shortened to a width.
    init(_ text: String, width: Int, style: TextStyle, emphasis: (String) -> StyledText = { StyledText($0) }) {
        self = emphasis(text.shortened(toWidth: width, ellipsis: style.ellipsis)).isolated(by: style)
    }

    /// The columns that it takes.
    var width: Int { spans.reduce(0) { $0 + $1.text.displayWidth } }

    /// Adds spaces up to a width.
    func padded(toWidth wanted: Int) -> StyledText {
        self + StyledText(String(repeating: " ", count: max(0, wanted - width)))
    }

    /// Makes all of it a link.
    func linked(to target: String) -> StyledText {
        var text = self
        for index in spans.indices { text.spans[index].link = target }
        return text
    }

    /// True if it has letters of a right-to-left script.
    var hasRightToLeftLetters: Bool { spans.contains { $0.text.hasRightToLeftLetters } }

    /// As the plain text's ``Swift/String/isolated(by:)``.
    func isolated(by style: TextStyle) -> StyledText {
        style.usesUnicode && hasRightToLeftLetters ? "\u{2068}" + self + "\u{2069}" : self
    }

    /// Joins two texts.
    static func + (left: StyledText, right: StyledText) -> StyledText {
        var text = left
        text += right
        return text
    }

    /// Appends a text.
    static func += (left: inout StyledText, right: StyledText) { left.spans += right.spans }
}

extension String {
    /// The text between U+2068 and U+2069 if it has right-to-left letters, so that a terminal or browser that orders
    /// letters by their direction (UAX #9) does so within the text, and leaves the rest of the line in its order.
    func isolated(by style: TextStyle) -> String {
        style.usesUnicode && hasRightToLeftLetters ? "\u{2068}\(self)\u{2069}" : self
    }
}

extension StyledText: ExpressibleByStringLiteral {
    init(stringLiteral text: String) { self.init(text) }
}

extension StyledText: CustomStringConvertible {
    /// The text with its escape sequences: SGR (ECMA-48) for styles and OSC 8 for links, of which parts with the same
    /// `id` are one link.
    var description: String {
        var (text, link) = ("", String?.none)
        for span in spans + [Span(text: "", style: .plain)] {
            if span.link != link {
                let target = span.link.map { "id=\(String($0.utf8.span.stableHash, radix: 36));\($0)" } ?? ";"
                text += "\u{1b}]8;\(target)\u{1b}\\"
                link = span.link
            }
            let parameters = span.style.parameters
            text += parameters.isEmpty ? span.text : "\u{1b}[\(parameters.joined(separator: ";"))m\(span.text)\u{1b}[0m"
        }
        return text
    }
}
