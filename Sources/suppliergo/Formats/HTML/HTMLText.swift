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

    /// Whether a byte is markup, or may belong to a control character.
    private static func needsCare(_ byte: UInt8) -> Bool {
        switch byte {
        case ..<0x20, 0x7f, 0xc2: true
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: false
        }
    }
}
