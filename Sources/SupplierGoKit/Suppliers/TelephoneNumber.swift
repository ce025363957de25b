/// A telephone number that can be dialled (RFC 3966).
package struct TelephoneNumber: Sendable, Hashable {
    /// The number as a URI: `tel:`, a leading `+` if it has one, digits and the hyphens between them.
    package let uri: String

    /// Reads a number; `nil` if the text holds anything else, since a part of a number would call someone else.
    ///
    /// Hyphens between digits stay. The zero of `+49 (0)40` is dialled inside the country only. An extension, which
    /// comes after `x`, `ext`, `ext.`, `;ext=` or `#`, is left out.
    package init?(_ text: String) {
        let text = text.lowercased()
        let number = text.prefix { $0 != "x" && $0 != "e" && $0 != "#" && $0 != ";" }
        let isInternational = number.first { !$0.isWhitespace && $0 != "(" } == "+"
        let dialled = isInternational ? number.replacing("(0)", with: "", maxReplacements: 1) : number
        let digits = dialled.filter { $0.isDigit || $0 == "-" }
        guard digits.count(where: \.isDigit) >= 3, dialled.count(where: { $0 == "+" }) == (isInternational ? 1 : 0),
            dialled.allSatisfy({ $0.isDigit || $0.isWhitespace && !$0.isNewline || "+-./()‐‑–".contains($0) }),
            Self.isExtension(text[number.endIndex...])
        else { return nil }
        let ends = digits.drop { $0 == "-" }
        let end = ends.lastIndex { $0 != "-" } ?? ends.startIndex
        uri = "tel:" + (isInternational ? "+" : "") + ends[...end]
    }

    /// The rule for phone numbers, of edits (``Supplier/Field/error(in:)``) and of `check`: at least three digits.
    package static func hasTooFewDigits(_ text: Span<UInt8>) -> Bool {
        if text.isASCII { return text.indices.count { text[$0].decimalValue != nil } < 3 }
        var digits: [UInt8] = []
        appendDigits(of: text, to: &digits)
        return digits.count < 3
    }

    /// Appends a number's digits as ASCII, whatever script they are of.
    package static func appendDigits(of text: Span<UInt8>, to output: inout [UInt8]) {
        guard !text.isASCII else {
            for index in text.indices where text[index].decimalValue != nil { output.append(text[index]) }
            return
        }
        for scalar in String(decoding: text).unicodeScalars where scalar.properties.numericType == .decimal {
            if let value = scalar.properties.numericValue { output += String(Int(value)).utf8 }
        }
    }

    /// The digits of a number, without zeros in front; `nil` if they are less than seven.
    ///
    /// - Parameter isWord: true if there may only be blanks and `+-()./` between them. Default `false`.
    static func digits(in text: Span<UInt8>, isWord: Bool = false) -> [UInt8]? {
        var digits: [UInt8] = []
        for index in text.indices {
            let byte = text[index]
            if byte &- UInt8(ascii: "0") < 10 {
                if !digits.isEmpty || byte > UInt8(ascii: "0") { digits.append(byte) }
            } else if isWord, !" +-()./".utf8.contains(byte) {
                return nil
            }
        }
        return digits.count < 7 ? nil : digits
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
