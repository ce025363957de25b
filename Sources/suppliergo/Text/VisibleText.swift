import SupplierGoKit

extension String {
    /// The text as it can be shown on one line: characters that a terminal would act on or not draw are written in
    /// ASCII.
    ///
    /// Line feed, carriage return and tab become `\n`, `\r` and `\t`. Every other such character becomes its number, as
    /// in `\u{1b}`: control characters, line and paragraph separators, characters that change the direction of text,
    /// and invisible ones. An invisible character stays if it changes how its neighbours are drawn: a joiner within an
    /// emoji or a word of a script that uses it, a variation selector. Combining marks at the text's beginning are
    /// written out as well: they would be drawn on whatever is before it. Of the scalars that join one character, such
    /// as marks, the first 30 stay.
    var visibleText: String {
        let text = withoutExcessMarks
        let marks = text.unicodeScalars.prefix(while: \.isMark)
        guard !marks.isEmpty else { return text.replacingHidden(by: \.writtenOut) }
        return marks.map(\.writtenOut).joined()
            + String(text.unicodeScalars[marks.endIndex...]).replacingHidden(by: \.writtenOut)
    }

    /// The text with at most 30 scalars on the first one of a character: no language has more marks (UAX #15, section
    /// 13), and an emoji of several people has ten.
    private var withoutExcessMarks: String {
        guard utf8.count > 60, !isPrintableASCII else { return self }
        return reduce(into: "") { $0.unicodeScalars.append(contentsOf: $1.unicodeScalars.prefix(31)) }
    }

    /// The text with every character that ``visibleText`` writes out replaced.
    func replacingHidden(by replacement: (Unicode.Scalar) -> String) -> String {
        guard !isPrintableASCII, unicodeScalars.contains(where: \.mayBeHidden) else { return self }
        var result = ""
        var previous: Unicode.Scalar?
        for scalar in unicodeScalars {
            if scalar.mayBeHidden && !scalar.isKept(after: previous) {
                result += replacement(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
            previous = scalar
        }
        return result
    }

    var isPrintableASCII: Bool { utf8.span.isPrintableASCII }
}

extension Unicode.Scalar {
    /// True if the character moves the cursor, reorders its neighbours or may be invisible: control characters,
    /// `Default_Ignorable_Code_Point` (Unicode 16) without the combining grapheme joiner, separators and annotation
    /// marks.
    var mayBeHidden: Bool {
        switch value {
        case 0x20..<0x7f, 0xae..<0x61c: false
        case 0...0x1f, 0x7f...0x9f, 0xad, 0x61c, 0x115f...0x1160, 0x17b4...0x17b5, 0x180b...0x180f: true
        case 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0x3164, 0xfe00...0xfe0f, 0xfeff, 0xffa0: true
        case 0xfff9...0xfffb, 0x1bca0...0x1bca3, 0x1d173...0x1d17a, 0xe0000...0xe0fff: true
        default: false
        }
    }

    /// True if the character takes no room, but is drawn on the one before it.
    fileprivate var isMark: Bool {
        guard value >= 0x300 else { return false }
        return properties.generalCategory == .nonspacingMark || properties.generalCategory == .enclosingMark
    }

    /// Tests if the character has a purpose after `previous`: a joiner after a letter that is not Latin, a variation
    /// selector after anything but a selector.
    fileprivate func isKept(after previous: Unicode.Scalar?) -> Bool {
        guard let previous else { return false }
        switch value {
        case 0x200c, 0x200d: return previous.value >= 0x300 && !previous.mayBeHidden || previous.isVariationSelector
        case 0xfe00...0xfe0f, 0xe0100...0xe01ef: return !previous.mayBeHidden
        default: return false
        }
    }

    private var isVariationSelector: Bool {
        (0xfe00...0xfe0f).contains(value) || (0xe0100...0xe01ef).contains(value)
    }

    /// The character as ``Swift/String/visibleText`` writes it out.
    var writtenOut: String {
        switch self {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(value, radix: 16))}"
        }
    }
}

extension String {
    /// The text as a message on one line, without the secrets of URLs in it. With the program's name before it, it has
    /// at most 400 characters: long values between quotation marks lose their middle, then the message does.
    var asMessage: String {
        var (limit, text) = (400 - "suppliergo: warning: ".count, shownText(limit: .max))
        if text.unicodeScalars.count > limit {
            let parts = text.utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
            text = parts.map { Substring($0).withoutMiddle(limit: 100) }.joined(separator: "'")
        }
        return text[...].withoutMiddle(limit: limit).visibleText[...].withoutMiddle(limit: limit)
    }

    /// The text that stands for a secret.
    static let hiddenSecret = "(hidden)"

    /// The text with ``hiddenSecret`` in place of user and password in every URL in it, and without the values of
    /// queries. If it begins with a scheme it is one URL.
    var hidingSecrets: String {
        shownText(
            limit: .max, replacingCredentials: Self.hiddenSecret + "@",
            isOneURL: urlScheme != nil && contains("://"))
    }

    /// The same for a proxy, which may be a URL without a scheme.
    var hidingProxySecrets: String {
        guard !contains("://"), let at = lastIndex(of: "@") else { return hidingSecrets }
        return Self.hiddenSecret + self[at...]
    }
}

extension Substring {
    /// The text, cut to a number of characters in its middle.
    fileprivate func withoutMiddle(limit: Int) -> String {
        let characters = unicodeScalars
        guard characters.count > limit else { return String(self) }
        return String(characters.prefix(limit * 2 / 3)) + "…" + String(characters.suffix(limit - limit * 2 / 3 - 1))
    }
}
