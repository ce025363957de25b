/// The little of mdoc(7) that the manual page is written in.
enum Mdoc {
    /// How long a line of the source is at most, in bytes, where that is to be had.
    private static let width = 78

    /// A tagged list of entries.
    static func list(_ entries: [(head: String, body: [String])]) -> [String] {
        [".Bl -tag -width Ds"] + entries.flatMap { [$0.head] + $0.body } + [".El"]
    }

    /// A text's lines: each sentence has its own, as mdoc(7) asks, so that the formatter sees where it ends.
    static func lines(of text: String) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            if !line.isEmpty, escaped(line).utf8.count + escaped(String(word)).utf8.count >= width {
                lines.append(escaped(line))
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
            if word.last == "." || word.hasSuffix(".)") {
                lines.append(escaped(line))
                line = ""
            }
        }
        if !line.isEmpty { lines.append(escaped(line)) }
        return lines
    }

    /// Text for a macro's line: words that are macros' names are not called.
    static func argument(_ text: String) -> String {
        text.split(separator: " ").map { word in
            let word = escaped(String(word)).replacing("\"", with: "\\(dq")
            return word.count <= 3 ? "\\&" + word : word
        }.joined(separator: " ")
    }

    /// Text in which nothing is obeyed: no escape, no request at the beginning of a line, and a hyphen is ASCII's.
    static func escaped(_ text: String) -> String {
        let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("~", with: "\\(ti")
            .replacing("'", with: "\\(aq")
        return text.hasPrefix(".") ? "\\&" + text : text
    }
}
