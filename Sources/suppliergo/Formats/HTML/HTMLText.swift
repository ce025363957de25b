/// Text that HTML shows as it is.
enum HTMLText {
    /// The text with what is markup escaped, in content and in quoted attributes; control characters, which HTML does not
    /// allow, become U+FFFD.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: needsCare) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\n", "\t", "\r": result += " "
            default: result.unicodeScalars.append(scalar.isControl ? "\u{fffd}" : scalar)
            }
        }
        return result
    }

    /// The address that writes to an e-mail address (RFC 6068), escaped for an attribute; `nil` where it is none.
    static func mailAddress(_ email: String) -> String? {
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        return "mailto:" + parts.map { percentEncoded($0) }.joined(separator: "@")
    }

    /// The address that calls a phone number (RFC 3966): what is dialled, up to the first letter; `nil` where that is
    /// less than three digits.
    static func phoneAddress(_ phone: String) -> String? {
        let dialled = phone.prefix { !$0.isLetter && $0 != "#" && $0 != ";" }
        let isInternational = dialled.drop(while: \.isWhitespace).hasPrefix("+")
        // The zero in brackets is dialled inside the country only.
        let number = isInternational ? dialled.replacing("(0)", with: "") : dialled
        let digits = number.filter { $0.isASCII && $0.isNumber }
        guard digits.count >= 3 else { return nil }
        return "tel:" + (isInternational ? "+" : "") + digits
    }

    private static func percentEncoded(_ text: Substring) -> String {
        var result = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            if byte < 0x80,
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "-._~+".unicodeScalars.contains(scalar)
            {
                result.unicodeScalars.append(scalar)
            } else {
                result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }

    /// Whether a byte is markup, or may belong to a control character.
    private static func needsCare(_ byte: UInt8) -> Bool {
        switch byte {
        case ..<0x20, 0x7f, 0xc2: true
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: false
        }
    }
}
