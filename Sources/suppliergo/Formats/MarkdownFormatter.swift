import SupplierGoKit

/// Prints a table of suppliers (GitHub Flavored Markdown), or one a group under its heading.
struct MarkdownFormatter: SupplierFormatter, SupplierRendering {
    private static let heading = """
        | Name | Company | E-mail | Phone | Since | Id |
        | --- | --- | --- | --- | --- | --- |

        """

    private let isForTerminal: Bool
    private var hasTable = false

    /// Creates a formatter.
    ///
    /// - Parameter isForTerminal: whether what a terminal would obey is written out (``Swift/String/visibleText``).
    init(isForTerminal: Bool) {
        self.isForTerminal = isForTerminal
    }

    var renderer: (any SupplierRendering)? { self }

    mutating func append(_ group: SupplierGroup, into output: inout [UInt8]) {
        if hasTable { output.append("\n") }
        output.append("## ")
        appendCell(group.company.utf8.span, to: &output)
        output.append(" (\(Count.formatted(group.suppliers.count)))\n\n")
        hasTable = false
    }

    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8]) {
        end(into: &output)
        _ = render(listed.supplier, into: &output)
    }

    func render(_ fields: FieldRanges, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        output.append("| ")
        appendCell(text.extracting(fields.fullname), to: &output)
        output.append(" | ")
        appendCell(text.extracting(fields.company), to: &output)
        output.append(" | ")
        appendCell(text.extracting(fields.email), to: &output)
        output.append(" | ")
        appendCell(text.extracting(fields.phone), to: &output)
        output.append(" | ")
        let day = text.extracting(fields.createdAt.prefix(10))
        output.append(addingCapacity: day.count) { $0.append(copying: day) }
        output.append(" | ")
        appendCell(text.extracting(fields.id), to: &output)
        output.append(" |\n")
        return true
    }

    mutating func joining(_ rendered: [UInt8]) -> [UInt8] {
        guard !hasTable else { return rendered }
        var output: [UInt8] = []
        end(into: &output)
        return output + rendered
    }

    /// Adds the heading where there is none: an empty table has one too.
    mutating func end(into output: inout [UInt8]) {
        if !hasTable { output.append(Self.heading) }
        hasTable = true
    }

    private func appendCell(_ value: Span<UInt8>, to output: inout [UInt8]) {
        guard isForTerminal else { return MarkdownText.append(value, to: &output) }
        MarkdownText.append(String(decoding: value).visibleText.utf8.span, to: &output)
    }
}

/// Text that Markdown shows as it is.
enum MarkdownText {
    /// Appends text in one line, with a backslash before what would be markup, HTML, a table's border or an address.
    ///
    /// White space becomes single spaces, other control characters U+FFFD. Markup that is only recognised at the
    /// beginning of a line, such as a dash, stays as it is, since no cell begins a line. GitHub makes links of bare
    /// addresses: an e-mail address may become one, one that begins with a scheme or with `www.` must not.
    static func append(_ text: Span<UInt8>, to output: inout [UInt8]) {
        guard isSimple(text) else { return output.append(escaped(String(decoding: text))) }
        output.append(addingCapacity: 2 * text.count) { output in
            output.append(text, escaping: isMarkup) { index, output in
                output.append(UInt8(ascii: "\\"))
                output.append(text[index])
                return index + 1
            }
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
