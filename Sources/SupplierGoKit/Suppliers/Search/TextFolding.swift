/// Removes the differences that people ignore when they search: case, accents and typography.
///
/// `Zoë`, `ZOE` and `zoe` become the same, and so do `Straße` and `strasse`, `ﬁn` and `fin`, and the four letters I of
/// Turkish. Accents are removed, vowel signs of Hebrew and Arabic among them. Marks that make another letter are kept,
/// as in the scripts of India. Hangul syllables become their letters. Invisible characters, such as the soft hyphen,
/// are removed; dashes, quotation marks and spaces become those of ASCII.
package enum TextFolding {
    /// The text, which is valid UTF-8, folded; O(n).
    static func folded(_ text: Span<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        append(text, to: &result)
        return result
    }

    /// Appends a text, which is valid UTF-8, folded. It is not made a string first, which would cost more than the
    /// rest.
    package static func append(_ text: Span<UInt8>, to output: inout [UInt8]) {
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                output.append(folded(byte))
                index += 1
            } else {
                let length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
                var value = UInt32(byte) & 0xff >> (UInt32(length) + 1)
                for offset in 1..<length { value = value << 6 | UInt32(text[index + offset] & 0x3f) }
                if let scalar = Unicode.Scalar(value) { appendRare(scalar, to: &output) }
                index += length
            }
        }
    }

    /// A byte of ASCII, folded: white space is a space.
    @inline(__always)
    static func folded(_ byte: UInt8) -> UInt8 {
        if byte &- UInt8(ascii: "A") < 26 { return byte | 0x20 }
        return byte &- 9 < 5 ? UInt8(ascii: " ") : byte
    }

    /// Appends a scalar that is not ASCII.
    private static func appendRare(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        let letters = plainLetters
        if scalar.value < letters.indices.count, case let index = Int(letters.indices[Int(scalar.value)]), index > 0 {
            return output.append(contentsOf: letters.forms[index])
        }
        switch scalar.value {
        case 0xa0, 0x2000...0x200a, 0x2028...0x2029, 0x202f, 0x205f, 0x3000: output.append(UInt8(ascii: " "))
        case 0x2010...0x2015, 0x2212: output.append(UInt8(ascii: "-"))
        case 0x2018...0x201b, 0x2b9, 0x2bb...0x2bd, 0x1fbd, 0x2032: output.append(UInt8(ascii: "'"))
        case 0x201c...0x201f, 0x2ba, 0x2033: output.append(UInt8(ascii: "\""))
        case 0x149: output.append(contentsOf: "'n".utf8)
        case 0xff01...0xff5e: output.append(folded(UInt8(truncatingIfNeeded: scalar.value - 0xfee0)))
        case 0xac00...0xd7a3: appendLetters(ofSyllable: scalar.value - 0xac00, to: &output)
        case _ where scalar.isIgnored: break
        case 0x590..<0x10a0, 0x1100..<0x13a0, 0x2e80..<0xa640, 0xf900..<0xfb00, 0x20000...:
            // Scripts without case.
            output.append(contentsOf: String(scalar).utf8)
        default: output.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
        }
    }

    /// Appends a Hangul syllable's letters (The Unicode Standard, section 3.12).
    private static func appendLetters(ofSyllable index: UInt32, to output: inout [UInt8]) {
        let letters = [0x1100 + index / 588, 0x1161 + index % 588 / 28, index % 28 == 0 ? nil : 0x11a7 + index % 28]
        for case let letter? in letters {
            if let scalar = Unicode.Scalar(letter) { output.append(contentsOf: String(scalar).utf8) }
        }
    }
}

extension Unicode.Scalar {
    /// The scalar is an accent, or invisible.
    fileprivate var isIgnored: Bool {
        switch value {
        // Accents of any letters, of Cyrillic ones, and around symbols.
        case 0x300...0x36f, 0x483...0x489, 0x1ab0...0x1aff, 0x1dc0...0x1dff, 0x20d0...0x20ff, 0xfe20...0xfe2f: true
        // Vowels and points of Hebrew and Arabic.
        case 0x591...0x5bd, 0x5bf, 0x5c1...0x5c2, 0x5c4...0x5c5, 0x5c7, 0x610...0x61a, 0x640, 0x64b...0x65f: true
        case 0x670, 0x6d6...0x6dc, 0x6df...0x6e4, 0x6e7...0x6e8, 0x6ea...0x6ed: true
        // Invisible characters.
        case 0xad, 0x61c, 0x200b...0x200f, 0x202a...0x202e, 0x2060...0x206f, 0xfe00...0xfe0f, 0xfeff: true
        case 0xe0000...0xe0fff: true
        default: false
        }
    }
}

extension TextFolding {
    /// The folded forms of the letters in ``LetterVariants`` in UTF-8, the first for none, and each scalar's index in
    /// them.
    private static let plainLetters: (forms: [[UInt8]], indices: [UInt16]) = {
        var (forms, indices): ([[UInt8]], [UInt16]) = ([[]], [])
        for row in LetterVariants.rows.split(separator: "\n") {
            let parts = row.split(separator: " ", omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            for letter in parts[1].unicodeScalars.map({ Int($0.value) }) {
                indices += repeatElement(0, count: max(0, letter + 1 - indices.count))
                indices[letter] = UInt16(forms.count)
            }
            forms.append(Array(parts[0].utf8))
        }
        return (forms, indices)
    }()
}
