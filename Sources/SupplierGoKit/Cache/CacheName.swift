/// Where an entry's file is: a directory of at most 256, and a name in it without its extension.
///
/// Both are a key's SHA-256 cut to 160 bits, in hexadecimal: a million URLs share a name with a probability of 1 in
/// 10^36, and no URL is too long or holds what a file name may not.
struct CacheName: Sendable, Hashable {
    /// Two hexadecimal digits: the directory.
    let shard: String

    /// 38 hexadecimal digits: the name.
    let stem: String

    /// The name of a key.
    init(_ key: CacheKey) {
        let digits = Self.digits(of: key.text)
        shard = String(decoding: digits[..<2], as: UTF8.self)
        stem = String(decoding: digits[2...], as: UTF8.self)
    }

    /// 40 hexadecimal digits for a text, the same ones for ever.
    static func digits(of text: String) -> [UInt8] {
        let alphabet = Array("0123456789abcdef".utf8)
        var digits: [UInt8] = []
        digits.reserveCapacity(40)
        for byte in SHA256.digest(of: Array(text.utf8)).prefix(20) {
            digits.append(alphabet[Int(byte >> 4)])
            digits.append(alphabet[Int(byte & 15)])
        }
        return digits
    }
}

extension CacheKey {
    /// The extension that the text itself ends in, where it is one of the namespace's, else the likeliest one.
    ///
    /// An entry of this extension is *plain*: it is found with one look. That is why the rule must stay as it is.
    var plainExtension: String {
        let path = text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let component = path.suffix(16).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last ?? []
        if let dot = component.lastIndex(of: UInt8(ascii: ".")) {
            let given = String(decoding: component[component.index(after: dot)...], as: UTF8.self).lowercased()
            let name = Self.spellings[given] ?? given
            if namespace.fileExtensions.contains(name) { return name }
        }
        return namespace.fileExtensions[0]
    }

    private static let spellings = ["jpeg": "jpg", "jpe": "jpg", "tif": "tiff", "heif": "heic"]
}
