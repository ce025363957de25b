/// JSON strings (RFC 8259, section 7).
enum JSONText {
    /// The most bytes that a string takes for each of its own, without the double quotes: `\u0001` for one.
    static let growth = 6

    /// Writes a string in double quotes, in UTF-8, with as few escapes as may be.
    ///
    /// Escaped are the double quote, the backslash and control characters: C0, as JSON asks for, DEL and C1.
    ///
    /// - Parameters:
    ///   - text: UTF-8.
    ///   - output: must have room for ``growth`` times the text, and two bytes.
    static func write(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        output.append(UInt8(ascii: "\""))
        var index = 0
        while index < text.count {
            let byte = text[index]
            index += 1
            if byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != 0x7f && byte != 0xc2
            {
                output.append(byte)
            } else if byte != 0xc2 {
                writeEscape(of: byte, into: &output)
            } else if index < text.count, text[index] < 0xa0 {
                // C2 80 to C2 9F are U+0080 to U+009F, the C1 controls.
                writeEscape(of: text[index], into: &output)
                index += 1
            } else {
                output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    /// Writes UTF-16 code units as `\u` escapes.
    static func escaped(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    private static func writeEscape(of value: UInt8, into output: inout OutputSpan<UInt8>) {
        output.append(UInt8(ascii: "\\"))
        if let letter = escapeLetter(for: value) {
            output.append(letter)
            return
        }
        output.append("u00")
        output.append(hexDigit(value >> 4))
        output.append(hexDigit(value & 0xf))
    }

    private static func escapeLetter(for byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
        case 0x08: UInt8(ascii: "b")
        case 0x09: UInt8(ascii: "t")
        case 0x0a: UInt8(ascii: "n")
        case 0x0c: UInt8(ascii: "f")
        case 0x0d: UInt8(ascii: "r")
        default: nil
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
