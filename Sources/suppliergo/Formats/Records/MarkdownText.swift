import SupplierGoKit

/// Text that Markdown shows as it is.
enum MarkdownText {
    /// The most bytes that one byte of a text takes: the escape of U+001B for a terminal.
    static let growth = 8

    /// Writes text in one line, with a backslash before markup, HTML, a table's border or an address.
    ///
    /// White space becomes single spaces, other control characters U+FFFD. Markup that is only recognised at the
    /// beginning of a line, such as a dash, stays as it is, since no cell begins a line. GitHub makes links of bare
    /// addresses: an e-mail address may become one, one that begins with a scheme or with `www.` must not.
    ///
    /// - Parameters:
    ///   - isForTerminal: whether everything that a terminal would obey is written out first.
    ///   - output: must have room for ``growth`` times the text.
    static func write(_ text: Span<UInt8>, isForTerminal: Bool = false, into output: inout OutputSpan<UInt8>) {
        guard !isForTerminal else {
            return write(String(decoding: text).visibleText.utf8.span, into: &output)
        }
        guard isSimple(text) else { return output.append(escaped(String(decoding: text))) }
        output.append(text, escaping: isMarkup) { index, output in
            output.append(UInt8(ascii: "\\"))
            output.append(text[index])
            return index + 1
        }
    }

    /// Whether nothing but markup needs care: there is no address, no control character and no white space but single
    /// spaces between words. Most text is like this, and is escaped byte by byte.
    private static func isSimple(_ text: Span<UInt8>) -> Bool {
        var previous = UInt8(ascii: " ")
        for index in text.indices {
            switch text[index] {
            // Addresses hold "://" or "www.".
            case UInt8(ascii: ":"): return false
            case UInt8(ascii: "w"), UInt8(ascii: "W"): if previous | 0x20 == UInt8(ascii: "w") { return false }
            case UInt8(ascii: " "): if previous == UInt8(ascii: " ") { return false }
            // C1 controls and white space beyond ASCII begin with these.
            case ..<0x20, 0x7f, 0xc2, 0xe1...0xe3: return false
            default: break
            }
            previous = text[index]
        }
        return previous != UInt8(ascii: " ") || text.isEmpty
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            if !result.isEmpty { result += " " }
            let isAddress = word.contains("://") || word.lowercased().contains("www.")
            for scalar in word.unicodeScalars {
                switch scalar {
                case _ where scalar.isASCII && isMarkup(UInt8(ascii: scalar)): result += "\\" + String(scalar)
                case ":" where isAddress, "." where isAddress: result += "\\" + String(scalar)
                default: result.unicodeScalars.append(scalar.isControl ? "\u{fffd}" : scalar)
                }
            }
        }
        return result
    }

    private static func isMarkup(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "|"), UInt8(ascii: "&"),
            UInt8(ascii: "~"), UInt8(ascii: "$"), UInt8(ascii: "#"):
            true
        default: false
        }
    }
}
