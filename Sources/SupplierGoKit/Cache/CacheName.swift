/// Where an entry's file is: a directory of at most 256, and a name in it without its extension.
///
/// Both are a key's SHA-256 cut to 160 bits, in hexadecimal: a million URLs share a name with a probability of 1 in
/// 10^36, and no URL is too long or holds what a file name may not.
struct CacheName: Sendable, Hashable {
    /// The directory's name, a slash, and ``stem``: `3f/9a…`.
    let path: String

    /// The first 16 digits of ``stem`` as a number, by which a record knows whose it is.
    let word: UInt64

    /// The directory's name: two hexadecimal digits.
    var shard: String { String(path.prefix(2)) }

    /// 38 hexadecimal digits: the name.
    var stem: String { String(path.dropFirst(3)) }

    /// The name of a key.
    init(_ key: CacheKey) {
        let words = SHA256.words(of: key.text.utf8.span)
        word = UInt64(words[0]) << 40 | UInt64(words[1]) << 8 | UInt64(words[2]) >> 24
        let digits = Self.digitBytes(of: words)
        var bytes = InlineArray<41, UInt8>(repeating: UInt8(ascii: "/"))
        for index in 0..<2 { bytes[index] = digits[index] }
        for index in 2..<40 { bytes[index + 1] = digits[index] }
        path = Self.text(bytes.span)
    }

    /// 40 hexadecimal digits for a text, the same ones for ever.
    static func digits(of text: String) -> String {
        Self.text(digitBytes(of: SHA256.words(of: text.utf8.span)).span)
    }

    /// ``word``, read off an entry's file name; `nil` where that is none.
    static func word(ofFile name: String) -> UInt64? { UInt64(name.prefix(16), radix: 16) }

    private static func digitBytes(of words: borrowing InlineArray<8, UInt32>) -> InlineArray<40, UInt8> {
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
