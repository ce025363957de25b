/// An address that another program opens: a mail, a call, a file.
struct Hyperlink: Sendable, Hashable {
    /// The address: a URI of printable ASCII, without any character that is markup in HTML.
    let target: String

    /// Creates a link to a URI that needs no escaping any more.
    init(target: String) {
        self.target = target
    }

    /// Writes a message (RFC 6068); `nil` where the text is no address.
    init?(mailTo address: String) {
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts.contains(""), !address.contains(where: \.isWhitespace) else { return nil }
        target = "mailto:" + Self.escaped(parts[0]) + "@" + Self.escaped(parts[1])
    }

    /// Calls a number (RFC 3966), with its extension where it has one; `nil` where anything else is in the text, since half
    /// a number would reach somebody else.
    ///
    /// The zero of `+49 (0)40` is dialled inside the country only. An extension stands behind `x`, `ext`, `ext.` or `#`.
    init?(phone text: String) {
        let text = text.lowercased()
        let number = text.prefix { $0 != "x" && $0 != "e" && $0 != "#" }
        let isInternational = number.first { !$0.isWhitespace && $0 != "(" } == "+"
        let dialled = isInternational ? number.replacing("(0)", with: "", maxReplacements: 1) : number
        let digits = dialled.filter(\.isDigit)
        guard digits.count >= 3, dialled.count(where: { $0 == "+" }) == (isInternational ? 1 : 0),
            dialled.allSatisfy({ $0.isDigit || $0.isWhitespace && !$0.isNewline || "+-./()‐‑–".contains($0) }),
            let suffix = Self.numberSuffix(text[number.endIndex...])
        else { return nil }
        target = "tel:" + (isInternational ? "+" : "") + digits + suffix
    }

    /// The parameter for what stands behind a number, empty where nothing does; `nil` where that is no extension.
    private static func numberSuffix(_ text: Substring) -> String? {
        guard !text.isEmpty else { return "" }
        let sign = ["extension", "ext.", "ext", "x", "#"].first { text.hasPrefix($0) }
        guard let sign else { return nil }
        let digits = text.dropFirst(sign.count).filter { !$0.isWhitespace }
        return !digits.isEmpty && digits.allSatisfy(\.isDigit) ? ";ext=" + digits : nil
    }

    /// Percent-encodes what is not unreserved (RFC 3986, section 2.3).
    static func escaped(_ text: Substring, keeping kept: String = "") -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~\(kept)".utf8)
        var result = ""
        for byte in text.utf8 {
            let digits = String(byte, radix: 16, uppercase: true)
            result += plain.contains(byte) ? String(Unicode.Scalar(byte)) : "%" + (digits.count < 2 ? "0" : "") + digits
        }
        return result
    }
}

extension Character {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
