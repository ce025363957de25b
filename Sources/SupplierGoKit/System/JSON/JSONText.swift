/// Reads scanned strings and numbers, whose grammar was checked, but not their encoding. Below it strings are written.
enum JSONText {
    /// A string that follows the grammar and is not text; the raw value is a clause.
    enum EncodingError: String, Error {
        case invalidUTF8 = "expected a string in UTF-8, found bytes that are not UTF-8"

        /// A `\u` escape is half of a surrogate pair, without the other half.
        case loneSurrogate = "expected a string of whole characters, found half a surrogate pair"
    }

    /// The string between two quotation marks.
    static func string(_ bytes: Span<UInt8>, hasEscapes: Bool) throws(EncodingError) -> String {
        guard hasEscapes else {
            if let text = String(copyingASCII: bytes) { return text }
            return try string(bytes)
        }
        let unescaped = try unescaped(bytes)
        return try string(unescaped.span)
    }

    /// The string between two quotation marks; `nil` if it is not text.
    static func text(_ bytes: Span<UInt8>, hasEscapes: Bool) -> String? {
        do throws(EncodingError) {
            return try string(bytes, hasEscapes: hasEscapes)
        } catch {
            return nil
        }
    }

    private static func string(_ bytes: Span<UInt8>) throws(EncodingError) -> String {
        do throws(UTF8.ValidationError) {
            return String(copying: try UTF8Span(validating: bytes))
        } catch {
            throw .invalidUTF8
        }
    }

    /// The bytes with each escape replaced by the character it stands for, in UTF-8.
    static func unescaped(_ bytes: Span<UInt8>) throws(EncodingError) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\") else {
                text.append(bytes[index])
                index += 1
                continue
            }
            switch bytes[index + 1] {
            case UInt8(ascii: "b"): text.append(0x08)
            case UInt8(ascii: "f"): text.append(0x0c)
            case UInt8(ascii: "n"): text.append(0x0a)
            case UInt8(ascii: "r"): text.append(0x0d)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "u"):
                let (scalar, end) = try scalar(escapedAt: index, in: bytes)
                text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                index = end
                continue
            case let plain: text.append(plain)
            }
            index += 2
        }
        return text
    }

    /// The scalar of a `\u` escape, or of a pair of them, and the index after it.
    private static func scalar(
        escapedAt index: Int, in bytes: Span<UInt8>
    ) throws(EncodingError) -> (Unicode.Scalar, end: Int) {
        let unit = unit(at: index + 2, in: bytes)
        if let scalar = Unicode.Scalar(unit) { return (scalar, index + 6) }
        guard unit < 0xdc00, index + 12 <= bytes.count, bytes[index + 6] == UInt8(ascii: "\\"),
            bytes[index + 7] == UInt8(ascii: "u")
        else { throw .loneSurrogate }
        let second = self.unit(at: index + 8, in: bytes)
        guard (0xdc00...0xdfff).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xd800) << 10 + (second - 0xdc00))
        else { throw .loneSurrogate }
        return (scalar, index + 12)
    }

    /// The UTF-16 code unit of four hexadecimal digits.
    private static func unit(at index: Int, in bytes: Span<UInt8>) -> UInt32 {
        UInt32(String(decoding: bytes.extracting(index..<index + 4)), radix: 16) ?? 0
    }
}

extension JSONText {
    /// The integer, or `nil` if the number is not one or does not fit.
    ///
    /// `1.0` and `1e2` are integers. Below 2^53 a number with a fraction or an exponent is rounded to the nearest
    /// `Double`, as Foundation does; from there on all its digits count.
    static func integer(_ number: Span<UInt8>) -> Int128? {
        let text = String(copyingASCII: number) ?? ""
        if let integer = Int(text).map({ Int128($0) }) ?? Int128(text) { return integer }
        guard let double = Double(text), double.isFinite else { return nil }
        return double.magnitude < 0x1p53 ? Int128(exactly: double) : scaledInteger(text)
    }

    /// An integer written with a fraction or an exponent: its digits, with zeros added or taken away.
    private static func scaledInteger(_ number: String) -> Int128? {
        let parts = number.lowercased().split(separator: "e")
        let mantissa = parts[0].split(separator: ".")
        guard let exponent = parts.count > 1 ? Int(parts[1]) : 0 else { return nil }
        let digits = mantissa.joined(separator: "")
        let zeroCount = exponent - (mantissa.count > 1 ? mantissa[1].utf8.count : 0)
        if zeroCount >= 0 { return Int128(digits + String(repeating: "0", count: zeroCount)) }
        return digits.suffix(-zeroCount).allSatisfy { $0 == "0" } ? Int128(digits.dropLast(-zeroCount)) : nil
    }
}

extension String {
    /// The text as a string in JSON (RFC 8259, section 7), without any control character.
    package var quotedForJSON: String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\0"..<" ", "\u{7f}"..<"\u{a0}": quoted += scalar.escapedForJSON
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension Unicode.Scalar {
    /// The `\u` escapes of the scalar's UTF-16 in JSON.
    package var escapedForJSON: String {
        String(self).utf16.map { "\\u" + String(hexadecimal: [UInt8($0 >> 8), UInt8($0 & 0xff)]) }.joined()
    }
}
