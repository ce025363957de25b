/// Where an entry's file is: a directory of at most 256, and a name in it without its extension.
///
/// Both are a key's SHA-256 cut to 160 bits, in hexadecimal: a million URLs share a name with a probability of 1 in
/// 10^36, and no URL is too long or holds what a file name may not. Text is made of it only where it is needed.
struct CacheName: Sendable, Hashable {
    /// How many bytes ``path`` has.
    static let pathByteCount = 41

    /// The first 16 digits of ``stem`` as a number, by which a record knows whose it is.
    let word: UInt64

    /// The other digits of ``stem``, and ``shard``'s below them.
    private let rest: UInt64
    private let last: UInt32

    /// The name of a text, such as a URL.
    init(of text: Span<UInt8>) {
        let words = SHA256.words(of: text)
        word = UInt64(words[0]) << 40 | UInt64(words[1]) << 8 | UInt64(words[2]) >> 24
        rest = UInt64(words[2]) << 40 | UInt64(words[3]) << 8 | UInt64(words[4]) >> 24
        last = words[4] << 8 | words[0] >> 24
    }

    /// Hashes the number, which is a part of a hash.
    func hash(into hasher: inout Hasher) {
        hasher.combine(word)
    }

    /// The directory's name: two hexadecimal digits.
    var shard: String {
        let end = Self.digits(of: last)
        return String(utf8ByteCount: 2) { bytes in
            bytes[0] = UInt8(truncatingIfNeeded: end >> 48)
            bytes[1] = UInt8(truncatingIfNeeded: end >> 56)
        }
    }

    /// 38 hexadecimal digits: the name.
    var stem: String { String(path.dropFirst(3)) }

    /// The directory's name, a slash, and ``stem``: `3f/9a…`.
    var path: String {
        String(utf8ByteCount: Self.pathByteCount) { bytes in write(to: &bytes, at: 0) }
    }

    /// Writes ``path`` from an index on.
    func write(to bytes: inout MutableSpan<UInt8>, at start: Int) {
        let end = Self.digits(of: last)
        bytes[start] = UInt8(truncatingIfNeeded: end >> 48)
        bytes[start + 1] = UInt8(truncatingIfNeeded: end >> 56)
        bytes[start + 2] = UInt8(ascii: "/")
        bytes.store(Self.digits(of: UInt32(truncatingIfNeeded: word >> 32)), at: start + 3)
        bytes.store(Self.digits(of: UInt32(truncatingIfNeeded: word)), at: start + 11)
        bytes.store(Self.digits(of: UInt32(truncatingIfNeeded: rest >> 32)), at: start + 19)
        bytes.store(Self.digits(of: UInt32(truncatingIfNeeded: rest)), at: start + 27)
        for index in 0..<6 { bytes[start + 35 + index] = UInt8(truncatingIfNeeded: end >> UInt64(8 * index)) }
    }

    /// 40 hexadecimal digits for a text, the same ones for ever.
    static func digits(of text: String) -> String {
        let name = CacheName(of: text.utf8.span)
        return name.shard + name.stem
    }

    /// ``word``, read off an entry's file name; `nil` where that is none.
    static func word(ofFile name: String) -> UInt64? { UInt64(name.prefix(16), radix: 16) }

    /// The eight hexadecimal digits of a number, the highest in the lowest byte.
    private static func digits(of number: UInt32) -> UInt64 {
        // A nibble to each byte, in three steps.
        var digits = UInt64(number)
        digits = (digits & 0xffff_0000) << 16 | digits & 0xffff
        digits = (digits & 0xff00_0000_ff00) << 8 | digits & 0xff_0000_00ff
        digits = (digits & 0xf0_00f0_00f0_00f0) << 4 | digits & 0xf_000f_000f_000f
        // 1 where a nibble is above 9.
        let areLetters = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        let step = UInt64(UInt8(ascii: "a") - UInt8(ascii: "0") - 10)
        return (digits + 0x3030_3030_3030_3030 + areLetters * step).byteSwapped
    }
}
