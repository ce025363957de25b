import SupplierGoKit

/// Fields of tsv: tab, line feed, carriage return and backslash are `\t`, `\n`, `\r`, `\\`.
enum TSVText {
    /// Writes a field; there must be room for twice its bytes.
    @inline(__always)
    static func write(_ field: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        output.append(field, escaping: { $0 < 0x10 || $0 == UInt8(ascii: "\\") }) { index, output in
            let letter = letters[field[index]]
            if letter != nil { output.append(UInt8(ascii: "\\")) }
            output.append(letter ?? field[index])
            return index + 1
        }
    }

    /// The letters after a backslash that stand for other bytes.
    private static let letters = Dictionary(uniqueKeysWithValues: zip("\t\n\r\\".utf8, "tnr\\".utf8))
}

/// A field of csv (RFC 4180), in double quotes only if it needs them.
enum CSVText {
    /// Writes a field; there must be room for twice its bytes and for two quotes.
    @inline(__always)
    static func write(_ field: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        let needsQuotes = needsQuotes(field)
        if needsQuotes { output.append(UInt8(ascii: "\"")) }
        output.append(field, escaping: { $0 == UInt8(ascii: "\"") }) { index, output in
            output.append("\"\"")
            return index + 1
        }
        if needsQuotes { output.append(UInt8(ascii: "\"")) }
    }

    /// Tests if a field holds a comma, a double quote or a part of a line's end (RFC 4180, section 2, rule 6).
    private static func needsQuotes(_ field: Span<UInt8>) -> Bool {
        for index in field.indices {
            switch field[index] {
            case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"): return true
            default: continue
            }
        }
        return false
    }
}

/// JSON strings (RFC 8259, section 7).
enum JSONText {
    /// The most bytes that one byte of a string takes: `\u0001`.
    static let growth = 6

    /// Writes a string in double quotes, with as few escapes as possible.
    ///
    /// The double quote, the backslash and control characters are escaped: C0, as JSON requires, DEL and C1.
    ///
    /// - Parameters:
    ///   - text: UTF-8.
    ///   - output: must have room for ``growth`` times the text and two bytes.
    static func write(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        output.append(UInt8(ascii: "\""))
        writeContents(text, into: &output)
        output.append(UInt8(ascii: "\""))
    }

    /// Writes what stands between a string's double quotes.
    static func writeContents(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        output.append(text, escaping: needsEscape) { index, output in
            guard text[index] == 0xc2 else {
                writeEscape(of: text[index], into: &output)
                return index + 1
            }
            // C2 80 to C2 9F are U+0080 to U+009F, the C1 controls.
            guard index + 1 < text.count, text[index + 1] < 0xa0 else {
                output.append(0xc2)
                return index + 1
            }
            writeEscape(of: text[index + 1], into: &output)
            return index + 2
        }
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7f || byte == 0xc2
    }

    private static func writeEscape(of byte: UInt8, into output: inout OutputSpan<UInt8>) {
        guard let letter = letters[byte] else { return output.append(Unicode.Scalar(byte).escapedForJSON) }
        output.append(UInt8(ascii: "\\"))
        output.append(letter)
    }

    /// The letters after a backslash that stand for other bytes.
    private static let letters = Dictionary(uniqueKeysWithValues: zip("\"\\\u{8}\t\n\u{c}\r".utf8, "\"\\btnfr".utf8))
}
