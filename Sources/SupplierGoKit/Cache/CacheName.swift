/// Where an entry's file is: a directory of at most 256, and a name in it without its extension.
///
/// Both are a key's SHA-256 cut to 160 bits, in hexadecimal: a million URLs share a name with a probability of 1 in
/// 10^36, and no URL is too long or holds what a file name may not.
struct CacheName: Sendable, Hashable {
    /// The directory's number.
    let shardIndex: UInt8

    /// 38 hexadecimal digits: the name.
    let stem: String

    /// The directory's name: two hexadecimal digits.
    var shard: String { Self.shard(shardIndex) }

    /// The name of a key.
    init(_ key: CacheKey) {
        let digest = SHA256.digest(of: Array(key.text.utf8))
        shardIndex = digest[0]
        stem = Self.hexadecimal(digest[1..<20])
    }

    /// The name of a directory.
    static func shard(_ index: UInt8) -> String {
        hexadecimal([index])
    }

    /// 40 hexadecimal digits for a text, the same ones for ever.
    static func digits(of text: String) -> String {
        hexadecimal(SHA256.digest(of: Array(text.utf8)).prefix(20))
    }

    private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
