/// Text that Markdown shows as it is.
enum MarkdownText {
    /// The text in one line, with a backslash before what would be markup, HTML, a table's border or an address.
    ///
    /// White space becomes single spaces, other control characters U+FFFD. What is markup at the beginning of a line only,
    /// such as a dash, stays as it is: nothing here begins a line. GitHub makes links of bare addresses; an e-mail address
    /// may become one, one that begins with a scheme or with `www.` must not.
    static func escaped(_ text: String) -> String {
        var result = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            if !result.isEmpty { result += " " }
            let isAddress = word.contains("://") || word.lowercased().contains("www.")
            for scalar in word.unicodeScalars {
                switch scalar {
                case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "&", "~", "$", "#": result += "\\" + String(scalar)
                case ":" where isAddress, "." where isAddress: result += "\\" + String(scalar)
                default: result.unicodeScalars.append(scalar.isControl ? "\u{fffd}" : scalar)
                }
            }
        }
        return result
    }
}
