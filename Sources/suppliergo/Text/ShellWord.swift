/// A word as it stands on a shell's command line, with its quotes and backslashes.
///
/// Everything here goes by Unicode scalars, as shells do: to Swift a quote with an accent after it is another
/// character.
struct ShellWord: Sendable {
    /// The word as the shell would pass it on.
    var text: String { String(scalars) }

    private var scalars = String.UnicodeScalarView()

    /// The quote that is open at the word's end.
    private var openQuote: Unicode.Scalar?

    /// The number of scalars of the text before the open quote.
    private var closedCount = 0

    /// Removes quotes and backslashes, and puts the home directory in place of `~/`.
    init(_ word: String, home: String?) {
        var rest = word.unicodeScalars[...]
        if word.hasPrefix("~/"), let home {
            scalars.append(contentsOf: home.unicodeScalars)
            rest.removeFirst()
        }
        while let scalar = rest.popFirst() {
            if scalar == "\\", openQuote != "'", let next = rest.popFirst() {
                scalars.append(next)
            } else if scalar == openQuote {
                openQuote = nil
            } else if openQuote == nil, scalar == "'" || scalar == "\"" {
                openQuote = scalar
                closedCount = scalars.count
            } else {
                scalars.append(scalar)
            }
        }
    }

    /// The text that bash inserts to make another text of the word: all of it, or the part after the quote that is
    /// open.
    ///
    /// The shell obeys nothing in it, as long as the text holds no control characters.
    func bashCompletion(to text: String) -> String {
        guard let openQuote else {
            return text.unicodeScalars.map { Self.isPlain($0) ? String($0) : "\\" + String($0) }.joined()
        }
        let parts = text.unicodeScalars.dropFirst(closedCount).map { Self.escaped($0, within: openQuote) }
        let completion = parts.joined()
        // Bash closes the quote by itself, except after a character like it.
        return completion.unicodeScalars.last == openQuote ? completion + String(openQuote) : completion
    }

    private static func escaped(_ scalar: Unicode.Scalar, within quote: Unicode.Scalar) -> String {
        switch (scalar, quote) {
        case ("'", "'"): #"'\''"#
        case (_, "'"): String(scalar)
        case ("\"", _), ("\\", _), ("$", _), ("`", _): "\\" + String(scalar)
        // Within double quotes bash looks up its history, too, and would keep a backslash.
        case ("!", _): #""'!'""#
        default: String(scalar)
        }
    }

    /// Tests if a scalar has no meaning to bash outside quotes.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else { return !scalar.properties.isWhitespace }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || "_-./:=@%+,".unicodeScalars.contains(scalar)
    }
}

extension String {
    /// The text as one word of a shell's command line.
    var shellWord: String { isEmpty ? "''" : ShellWord("", home: nil).bashCompletion(to: self) }
}

extension ShellWord {
    /// The command line that a message tells people to run.
    ///
    /// - Parameters:
    ///   - command: the command's name.
    ///   - option: the option that `argument` is the value of, with its dashes. Default `nil`, for an argument of the
    ///     command.
    ///   - argument: one word, as it is without quotes.
    ///   - catalog: the catalog as the command line gave it, or `nil` if it did not.
    static func call(
        _ command: String, _ option: String? = nil, for argument: String? = nil, catalog: String? = nil
    ) -> String {
        var words = ["suppliergo", command] + (catalog.map { ["-c", $0.shellWord] } ?? [])
        guard let word = argument?.shellWord else { return words.joined(separator: " ") }
        let looksLikeOption = word.utf8.first == UInt8(ascii: "-")
        words +=
            option.map { [$0 + (looksLikeOption ? "=" : " ") + word] } ?? (looksLikeOption ? ["--", word] : [word])
        return words.joined(separator: " ")
    }
}
