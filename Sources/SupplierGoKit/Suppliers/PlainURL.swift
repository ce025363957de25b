/// Knows text that is a URL, or a path in one, which a URL parser leaves as it is (RFC 3986): nothing beyond ASCII, no
/// escapes, no dot segments, no fragment. There is more such text than it knows.
enum PlainURL {
    /// Where the path of an absolute `http` or `https` URL begins; `nil` where the text is no such URL, or not plain.
    static func pathStart(in text: Span<UInt8>) -> Int? {
        guard let hostStart = hostStart(in: text) else { return nil }
        var index = hostStart
        while index < text.count, isOfHost(text[index]) { index += 1 }
        guard index > hostStart else { return nil }
        if index < text.count, text[index] == UInt8(ascii: ":") {
            let portStart = index + 1
            index = portStart
            while index < text.count, isDigit(text[index]) { index += 1 }
            // Up to 59999: what has more digits, or a higher one, may be no port.
            let isShort = index - portStart < 5 || index - portStart == 5 && text[portStart] < UInt8(ascii: "6")
            guard index > portStart, isShort else { return nil }
        }
        guard index == text.count || text[index] == UInt8(ascii: "/") else { return nil }
        return isPlain(text, from: index, allowsColons: true) ? index : nil
    }

    /// Whether a reference is a path, from the root or from the catalog's directory, with a query or without.
    static func isPath(_ text: Span<UInt8>) -> Bool {
        guard text.count > 0, text[0] != UInt8(ascii: "."), text[0] != UInt8(ascii: "?") else { return false }
        // A colon may follow a scheme.
        return isPlain(text, from: 0, allowsColons: false)
    }

    /// The text of a URL, plain or not, without its fragment, which no server sees (RFC 9110, section 4.2.5).
    static func withoutFragment(_ text: String) -> String {
        text.utf8.firstIndex(of: UInt8(ascii: "#")).map { String(text[..<$0]) } ?? text
    }

    private static func hostStart(in text: Span<UInt8>) -> Int? {
        guard text.count >= 8, text.halfWord(at: 0) == 0x7074_7468 else { return nil }
        // "://" and one letter more, or "s://".
        let rest = text.halfWord(at: 4)
        if rest == 0x2f2f_3a73 { return 8 }
        return rest & 0xff_ffff == 0x2f_2f3a ? 7 : nil
    }

    /// Whether all is unreserved or a delimiter that means nothing (RFC 3986, section 2), and no segment is empty or begins
    /// with a dot.
    private static func isPlain(_ text: Span<UInt8>, from start: Int, allowsColons: Bool) -> Bool {
        var isAfterSlash = false
        for index in start..<text.count {
            let byte = text[index]
            if isPlain(byte) {
                isAfterSlash = false
                continue
            }
            switch byte {
            case UInt8(ascii: "."):
                guard !isAfterSlash else { return false }
            case UInt8(ascii: "/"):
                guard !isAfterSlash else { return false }
                isAfterSlash = true
            case UInt8(ascii: ":"):
                guard allowsColons else { return false }
                isAfterSlash = false
            default: return false
            }
        }
        return true
    }

    /// Whether a byte is plain wherever it stands.
    @inline(__always)
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? plainBelow64 : plainFrom64) >> UInt64(byte & 63) & 1 != 0
    }

    /// A bit for each byte that is plain wherever it stands: those below 64, which are digits and `!$&'()*+,-;=?`.
    private static let plainBelow64: UInt64 = 0xabff_3fd2_0000_0000

    /// The same for those from 64 on, which are letters and `@_~`.
    private static let plainFrom64: UInt64 = 0x47ff_fffe_87ff_ffff

    private static func isOfHost(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
