extension String {
    /// The text with every character that a terminal would obey or not show written out in ASCII.
    ///
    /// Line feed, carriage return and tab become `\n`, `\r` and `\t`. Other control characters (C0, DEL, C1),
    /// characters that reorder text (bidirectional marks, embeddings, overrides, isolates), line and paragraph separators
    /// and characters without any width become `\u{1b}`. Joiners stay after letters of scripts that need them and in
    /// emoji; variation selectors stay after what they vary.
    var visibleText: String {
        replacingHidden(by: \.writtenOut)
    }

    /// The text with every character that ``visibleText`` writes out replaced.
    func replacingHidden(by replacement: (Unicode.Scalar) -> String) -> String {
        guard !isPlainASCII, unicodeScalars.contains(where: \.mayBeHidden) else { return self }
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

    /// Whether the text is all printable ASCII.
    var isPlainASCII: Bool {
        let bytes = utf8.span
        var isPlain = true
        for index in bytes.indices {
            let byte = bytes[index]
            isPlain = isPlain && byte >= 0x20 && byte < 0x7f
        }
        return isPlain
    }
}

extension Unicode.Scalar {
    /// Whether the character moves the cursor, reorders its neighbours or may be invisible: control characters,
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

    /// Whether the character has a purpose after `previous`: a joiner after a letter that is not Latin, a variation
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
