/// Recognises text that a URL parser does not change (RFC 3986): ASCII without escapes, dot segments or fragments. Not
/// all such text is recognised.
enum PlainURL {
    /// The part of an absolute `http` or `https` URL before its path.
    struct Authority {
        let isEncrypted: Bool
        let host: Range<Int>

        /// The port, or `nil` if the URL names none.
        let port: Int?

        /// Where the path, a query or a fragment begins.
        let end: Int

        /// Reads a URL's host, in lower case and without user, and its port; `nil` for anything else.
        init?(in text: Span<UInt8>) {
            guard let start = hostStart(in: text) else { return nil }
            var index = start
            while index < text.count, isOfHost(text[index]) { index += 1 }
            guard index > start else { return nil }
            isEncrypted = start == 8
            host = start..<index
            if index < text.count, text[index] == UInt8(ascii: ":") {
                let portStart = index + 1
                index = portStart
                while index < text.count, text[index].decimalValue != nil { index += 1 }
                // Up to 59999: a number with more digits, or a higher one, need not be a port.
                let isShort = index - portStart < 5 || index - portStart == 5 && text[portStart] < UInt8(ascii: "6")
                guard index > portStart, isShort else { return nil }
                port = text.extracting(portStart..<index).decimalNumber
            } else {
                port = nil
            }
            end = index
            guard end == text.count || "/?#".utf8.contains(text[end]) else { return nil }
        }
    }

    /// Where the path of an absolute `http` or `https` URL begins; `nil` for anything else.
    static func pathStart(in text: Span<UInt8>) -> Int? {
        guard let index = Authority(in: text)?.end, index == text.count || text[index] == UInt8(ascii: "/") else {
            return nil
        }
        return isPlain(text, from: index, allowsQuery: true, allowsColons: true) ? index : nil
    }

    /// The reference is a path, from the root or from the catalog's directory, with a query or without.
    static func isPath(_ text: Span<UInt8>) -> Bool {
        guard text.count > 0, text[0] != UInt8(ascii: "."), text[0] != UInt8(ascii: "?") else { return false }
        // A colon may follow a scheme.
        return isPlain(text, from: 0, allowsQuery: true, allowsColons: false)
    }

    /// The reference is the path of a file, from the root or from the catalog's directory.
    static func isFilePath(_ text: Span<UInt8>) -> Bool {
        guard text.count > 0, text[0] != UInt8(ascii: "."), text[text.count - 1] != UInt8(ascii: "/") else {
            return false
        }
        return isPlain(text, from: 0, allowsQuery: false, allowsColons: false)
    }

    /// The text of a URL without its fragment, which servers do not see (RFC 9110, section 4.2.5).
    static func withoutFragment(_ text: String) -> String {
        text.utf8.firstIndex(of: UInt8(ascii: "#")).map { String(text[..<$0]) } ?? text
    }

    private static func hostStart(in text: Span<UInt8>) -> Int? {
        // "http" and "://" or "s://", with one letter more.
        guard text.count >= 8, text.halfWord(at: 0) == 0x7074_7468 else { return nil }
        let rest = text.halfWord(at: 4)
        if rest == 0x2f2f_3a73 { return 8 }
        return rest & 0xff_ffff == 0x2f_2f3a ? 7 : nil
    }

    /// All bytes are unreserved, or delimiters without a meaning of their own (RFC 3986, section 2), and no segment
    /// is empty or begins with a dot.
    private static func isPlain(
        _ text: Span<UInt8>, from start: Int, allowsQuery: Bool, allowsColons: Bool
    ) -> Bool {
        var isAfterSlash = false
        for index in start..<text.count {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                break
            case UInt8(ascii: "/"), UInt8(ascii: "."): guard !isAfterSlash else { return false }
            case UInt8(ascii: ":"): guard allowsColons else { return false }
            default: guard allowsQuery, "!$&'()*+,;=?@~".utf8.contains(byte) else { return false }
            }
            isAfterSlash = byte == UInt8(ascii: "/")
        }
        return true
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        byte.decimalValue != nil || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
}

extension URL {
    /// The URL's text without its fragment.
    var address: String { PlainURL.withoutFragment(absoluteString) }
}

extension StringProtocol {
    /// The text with `%XX` for each byte but those that a URL holds as they are: letters, digits and `-._~` (RFC 3986,
    /// section 2.3).
    ///
    /// - Parameter keepsSlashes: whether slashes stay too, as in a path. Default `false`.
    package func percentEncoded(keepingSlashes keepsSlashes: Bool = false) -> String {
        var bytes: [UInt8] = []
        for byte in utf8 {
            if byte.isUnreserved || keepsSlashes && byte == UInt8(ascii: "/") {
                bytes.append(byte)
            } else {
                bytes += byte.percentEscape.utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension StringProtocol {
    /// The bytes of a text with `%XX` for some.
    var percentDecoded: [UInt8] {
        let text = Array(utf8)
        guard text.contains(UInt8(ascii: "%")) else { return text }
        var (bytes, index) = ([UInt8](), 0)
        bytes.reserveCapacity(text.count)
        while index < text.count {
            let digits = text[index...].dropFirst().prefix(2)
            let isEscape = text[index] == UInt8(ascii: "%") && digits.count { $0.isHexadecimalDigit } == 2
            bytes.append(isEscape ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0 : text[index])
            index += isEscape ? 3 : 1
        }
        return bytes
    }
}

extension UInt8 {
    /// The escape of the byte in a URL (RFC 3986, section 2.1).
    var percentEscape: String { "%\(String(hexadecimal: [self]).uppercased())" }

    /// A URL holds the byte as it is: a letter, a digit or one of `-._~` (RFC 3986, section 2.3).
    package var isUnreserved: Bool {
        (self | 0x20) &- UInt8(ascii: "a") < 26 || decimalValue != nil || [0x2d, 0x2e, 0x5f, 0x7e].contains(self)
    }
}
