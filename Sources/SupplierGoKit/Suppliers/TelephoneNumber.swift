/// A telephone number that can be dialled (RFC 3966).
package struct TelephoneNumber: Sendable, Hashable {
    /// The number as a URI: `tel:`, a leading `+` if it has one, digits and the hyphens between them.
    package let uri: String

    /// Reads a number; `nil` if the text holds anything else, since a part of a number would call someone else.
    ///
    /// Hyphens between digits stay. The zero of `+49 (0)40` is dialled inside the country only. An extension, which
    /// comes after `x`, `ext`, `ext.`, `;ext=` or `#`, is left out, and so are a table's decimals (`30123456.0`).
    package init?(_ written: String) {
        // Address books put marks of direction around a number, and spreadsheets an apostrophe before it.
        let shown = String(written.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint })
        var text = shown.lowercased().trimmed
        for lead in ["'", "tel:"] where text.hasPrefix(lead) { text.removeFirst(lead.count) }
        let decimals = [".0", ".00", ",0", ",00"].first(where: text.hasSuffix)?.count ?? 0
        if text.dropLast(decimals).allSatisfy({ $0.isDigit || $0 == "+" }) { text.removeLast(decimals) }
        let number = text.prefix { $0 != "x" && $0 != "e" && $0 != "#" && $0 != ";" }
        let isInternational = number.first { !$0.isWhitespace && $0 != "(" } == "+"
        let country = number.firstRange(of: "(0)").map { number[..<$0.lowerBound].filter(\.isDigit) } ?? ""
        let isAbroad =
            isInternational || country.hasPrefix("00") || (1...3).contains(country.count) && country.first != "0"
        let dialled = isAbroad ? number.replacing("(0)", with: "", maxReplacements: 1) : number
        let digits = dialled.filter { $0.isDigit || $0 == "-" }
        guard Self.error(in: number.utf8.span) == nil, dialled.count(where: { $0 == "+" }) == (isInternational ? 1 : 0),
            dialled.allSatisfy({ $0.isDigit || $0.isWhitespace && !$0.isNewline || "+-./()‐‑–".contains($0) }),
            !Self.hasMore(dialled), Self.isExtension(text[number.endIndex...])
        else { return nil }
        let ends = digits.drop { $0 == "-" }
        let end = ends.lastIndex { $0 != "-" } ?? ends.startIndex
        if isInternational, ends.first == "0" { return nil }
        uri = "tel:" + (isInternational ? "+" : "") + ends[...end]
    }

    /// Tests if a number has others after it, such as opening hours (`(9-17)`) or a second extension (`/0101`).
    private static func hasMore(_ number: Substring) -> Bool {
        let isBracketed = number.trimmed.hasSuffix(")")
        guard let start = number.lastIndex(of: isBracketed ? "(" : "/") else { return false }
        let (before, after) = (number[..<start].count(where: \.isDigit), number[start...].count(where: \.isDigit))
        // The country's digits are no part of the number in its place.
        let country = number.contains("+") ? 2 : number.filter(\.isDigit).hasPrefix("00") ? 4 : 0
        return isBracketed ? before > 0 && after > 0 : before - country >= 7 && after < 5
    }

    /// The rule for phone numbers, of edits (``Supplier/Field/error(in:)``) and of `check`: at least three digits, of
    /// one number. A noun phrase for what the text has instead; `nil` if nothing is wrong.
    ///
    /// A whole number has seven digits, zeros in front and that of `+49 (0)30` aside: an area code before a slash has
    /// fewer. A second one begins as the first does, with a zero or a plus sign or without: else it is an extension.
    package static func error(in text: Span<UInt8>) -> String? {
        guard text.isASCII else { return error(in: plainForm(of: text).span) }
        var (digitCount, length, numberCount) = (0, 0, 0)
        var (isPrefixed, isFirstPrefixed) = (false, false)
        for index in text.indices {
            let byte = text[index]
            if byte.decimalValue != nil {
                digitCount += 1
                if byte == UInt8(ascii: "0") {
                    if length >= 7, text[index - 1].isBlank { (length, isPrefixed) = (0, true) }
                    if length == 0 { isPrefixed = true }
                    if length == 0 || text[index - 1] == UInt8(ascii: "(") { continue }
                }
                length += 1
                guard length == 7, numberCount == 0 || isPrefixed || !isFirstPrefixed else { continue }
                if numberCount == 0 { isFirstPrefixed = isPrefixed }
                numberCount += 1
            } else if !" \t-.()".utf8.contains(byte) {
                (length, isPrefixed) = (0, byte == UInt8(ascii: "+"))
            }
        }
        return digitCount < 3 ? "fewer than 3 digits" : numberCount > 1 ? "a second number" : nil
    }

    /// A text in ASCII, with digits, blanks and hyphens of all scripts, and a comma for every other character.
    private static func plainForm(of text: Span<UInt8>) -> [UInt8] {
        String(decoding: text).unicodeScalars.map { scalar in
            if scalar.isASCII { return UInt8(scalar.value) }
            switch scalar.properties.generalCategory {
            case .decimalNumber: return UInt8(ascii: "0") + UInt8(scalar.properties.numericValue ?? 0)
            case .spaceSeparator: return UInt8(ascii: " ")
            case .dashPunctuation: return UInt8(ascii: "-")
            default: return UInt8(ascii: ",")
            }
        }
    }

    /// Appends a number's digits as ASCII, whatever script they are of.
    package static func appendDigits(of text: Span<UInt8>, to output: inout [UInt8]) {
        guard text.isASCII else { return appendDigits(of: plainForm(of: text).span, to: &output) }
        for index in text.indices where text[index].decimalValue != nil { output.append(text[index]) }
    }

    /// The digits of a number, without zeros in front; `nil` if they are less than seven.
    ///
    /// - Parameter isWord: true if there may only be blanks and `+-()./` between them. Default `false`.
    static func digits(in text: Span<UInt8>, isWord: Bool = false) -> [UInt8]? {
        for index in text.indices where isWord && !" +-()./0123456789".utf8.contains(text[index]) { return nil }
        var digits: [UInt8] = []
        appendDigits(of: text, to: &digits)
        let number = digits.drop { $0 == UInt8(ascii: "0") }
        return number.count < 7 ? nil : Array(number)
    }

    /// Tests if the text after a number is its extension, or none.
    private static func isExtension(_ text: Substring) -> Bool {
        let sign = ["extension", "ext.", "ext", ";ext=", "x", "#"].first { text.hasPrefix($0) }
        let digits = text.dropFirst(sign?.count ?? 0).filter { !$0.isWhitespace }
        return text.isEmpty || sign != nil && !digits.isEmpty && digits.allSatisfy(\.isDigit)
    }
}

extension Character {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
