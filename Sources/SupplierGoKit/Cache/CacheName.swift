/// Where an entry's file is: a directory of at most 256, and a name in it without its extension.
///
/// Both are a key's SHA-256 cut to 160 bits, in hexadecimal: a million URLs share a name with a probability of 1 in
/// 10^36, and no URL is too long or holds what a file name may not.
struct CacheName: Sendable, Hashable {
    /// The directory's name, a slash, and ``stem``: `3f/9a…`.
    let path: String

    /// The directory's name: two hexadecimal digits.
    var shard: String { String(path.prefix(2)) }

    /// 38 hexadecimal digits: the name.
    var stem: String { String(path.dropFirst(3)) }

    /// The name of a key.
    init(_ key: CacheKey) {
        let digits = Self.digitBytes(of: key.text)
        var bytes = InlineArray<41, UInt8>(repeating: UInt8(ascii: "/"))
        for index in 0..<2 { bytes[index] = digits[index] }
        for index in 2..<40 { bytes[index + 1] = digits[index] }
        path = Self.text(bytes.span)
    }

    /// 40 hexadecimal digits for a text, the same ones for ever.
    static func digits(of text: String) -> String {
        Self.text(digitBytes(of: text).span)
    }

    private static func digitBytes(of text: String) -> InlineArray<40, UInt8> {
        let words = SHA256.words(of: text.utf8.span)
        var digits = InlineArray<40, UInt8>(repeating: 0)
        for index in digits.indices {
            digits[index] = digit(words[index / 8] >> UInt32(28 - index % 8 * 4) & 15)
        }
        return digits
    }

    private static func digit(_ value: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: value) + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }

    private static func text(_ digits: Span<UInt8>) -> String {
        String(copyingASCII: digits) ?? ""
    }
}
