/// The name of an entry's file without its extension: one of 256 directories, and a name in it.
///
/// Both come from the key's SHA-256, cut to 160 bits: a million URLs share a name with a probability of 1 in 10^36, and
/// no URL is too long or holds characters that a file name may not.
package struct CacheName: Sendable, Hashable {
    /// The first 16 digits of ``stem`` as a number.
    package let word: UInt64

    /// The other digits of ``stem``, then the two of ``shard``.
    private let middle: UInt64
    private let end: UInt32

    /// The name of a text, such as a URL.
    package init(of text: String) {
        let words = SHA256.words(of: text.utf8.span)
        word = UInt64(words[0]) << 40 | UInt64(words[1]) << 8 | UInt64(words[2]) >> 24
        middle = UInt64(words[2]) << 40 | UInt64(words[3]) << 8 | UInt64(words[4]) >> 24
        end = words[4] << 8 | words[0] >> 24
    }

    /// Hashes one number, which is a part of a hash.
    package func hash(into hasher: inout Hasher) { hasher.combine(word) }

    /// The first 64 bits of the text's SHA-256, whose order is that of ``path``.
    package var hash: UInt64 { UInt64(end & 0xff) << 56 | word >> 8 }

    /// The directory's name: two hexadecimal digits.
    var shard: String { String(path.prefix(2)) }

    /// The name in the directory: 38 hexadecimal digits.
    var stem: String { String(path.dropFirst(3)) }

    /// The directory, a slash, and the name: `3f/9a…`.
    package var path: String { String(utf8ByteCount: Self.pathByteCount) { write(to: &$0, at: 0) } }

    private static let pathByteCount = 41

    /// The path of a file with this name.
    ///
    /// - Parameters:
    ///   - parent: the cache's directory.
    ///   - directory: a directory in it, such as that of a namespace.
    func path(in parent: String, _ directory: String, _ fileExtension: String) -> String {
        let count = parent.utf8.count + directory.utf8.count + fileExtension.utf8.count + Self.pathByteCount + 3
        return String(utf8ByteCount: count) { bytes in
            var index = bytes.write(parent, at: 0)
            bytes[index] = UInt8(ascii: "/")
            index = bytes.write(directory, at: index + 1)
            bytes[index] = UInt8(ascii: "/")
            write(to: &bytes, at: index + 1)
            index += 1 + Self.pathByteCount
            bytes[index] = UInt8(ascii: ".")
            bytes.write(fileExtension, at: index + 1)
        }
    }

    /// ``word``, read from the name of an entry's file; `nil` if it is not one.
    static func word(ofFile name: String) -> UInt64? { UInt64(name.prefix(16), radix: 16) }

    private func write(to bytes: inout MutableSpan<UInt8>, at start: Int) {
        func write(_ number: UInt64, _ digitCount: Int, at index: Int) {
            var rest = number
            for digit in (index..<index + digitCount).reversed() {
                bytes[digit] = UInt8(hexadecimalDigit: UInt8(truncatingIfNeeded: rest & 0xf))
                rest &>>= 4
            }
        }
        write(UInt64(end & 0xff), 2, at: start)
        bytes[start + 2] = UInt8(ascii: "/")
        write(word, 16, at: start + 3)
        write(middle, 16, at: start + 19)
        write(UInt64(end >> 8), 6, at: start + 35)
    }
}
