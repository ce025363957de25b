import SupplierGoKit

/// Prints a table of suppliers (GitHub Flavored Markdown), or one a group under its heading.
struct MarkdownFormatter: SupplierFormatter, SupplierRendering {
    private let layout: RecordLayout
    private let columns: [ListColumn]
    private let hasAvatar: Bool
    private var hasTable = false

    /// Creates a formatter.
    init(layout: RecordLayout) {
        self.layout = layout
        columns = layout.chosen ?? [.name, .company, .email, .phone, .created, .id]
        hasAvatar = columns.contains(.avatar)
    }

    var readsCache: Bool { columns.contains(.file) }

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
        var text: [UInt8] = []
        let fields = FieldRanges(of: listed.supplier, writtenTo: &text)
        append(fields, in: text.span, file: listed.avatar?.file, to: &output)
    }

    func render(_ fields: FieldRanges, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        append(fields, in: text, file: nil, to: &output)
        return true
    }

    private func append(_ fields: FieldRanges, in text: Span<UInt8>, file: String?, to output: inout [UInt8]) {
        let avatar = hasAvatar ? layout.absoluteEndpoint(fields.avatar, in: text) : nil
        let columns = columns.span
        for index in columns.indices {
            let column = columns[index]
            output.append(index == 0 ? "| " : " | ")
            if let value = column == .avatar ? avatar : column == .file ? file : nil {
                appendCell(value.utf8.span, to: &output)
            } else if let range = fields.range(of: column) {
                // Of the date and time only the day.
                appendCell(text.extracting(column == .created ? range.prefix(10) : range), to: &output)
            }
        }
        output.append(" |\n")
    }

    mutating func joining(_ rendered: [UInt8]) -> [UInt8] {
        guard !hasTable else { return rendered }
        var output: [UInt8] = []
        end(into: &output)
        return output + rendered
    }

    /// Adds the heading where there is none: an empty table has one too.
    mutating func end(into output: inout [UInt8]) {
        if !hasTable {
            let names = columns.map { layout.chosen == nil ? $0.title : $0.key }
            output.append("| \(names.joined(separator: " | ")) |\n")
            output.append("|" + String(repeating: " --- |", count: columns.count) + "\n")
        }
        hasTable = true
    }

    private func appendCell(_ value: Span<UInt8>, to output: inout [UInt8]) {
        guard layout.isForTerminal else { return MarkdownText.append(value, to: &output) }
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
