import Glibc

/// Bytes of text, looked at several at a time.
extension Span<UInt8> {
    /// Where the first byte of a value is, from an index on; `nil` where there is none (`memchr(3)`).
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard start < count else { return nil }
        return unsafe extracting(start...).withUnsafeBytes { bytes in
            guard let first = bytes.baseAddress, let found = unsafe memchr(first, Int32(byte), bytes.count) else {
                return nil
            }
            return unsafe start + (UnsafeRawPointer(found) - first)
        }
    }

    /// Whether the bytes are the same, or would be if all letters of ASCII were lower-case.
    func isEqualIgnoringCase(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        guard count >= 8 else { return shortWord.lowercasedASCII == other.shortWord.lowercasedASCII }
        var index = 0
        while index < count &- 8 {
            guard word(at: index).lowercasedASCII == other.word(at: index).lowercasedASCII else { return false }
            index &+= 8
        }
        return word(at: count &- 8).lowercasedASCII == other.word(at: count &- 8).lowercasedASCII
    }

    /// Whether all bytes are ASCII's, and none a control character.
    var isPrintableASCII: Bool {
        guard count >= 8 else {
            for index in indices where self[index] < 0x20 || self[index] >= 0x7f { return false }
            return true
        }
        var index = 0
        while index < count &- 8 {
            guard word(at: index).isPrintableASCII else { return false }
            index &+= 8
        }
        return word(at: count &- 8).isPrintableASCII
    }

    /// Up to seven bytes in one word, which is another one for other bytes of their number.
    @inline(__always)
    private var shortWord: UInt64 {
        if count >= 4 { return UInt64(halfWord(at: 0)) | UInt64(halfWord(at: count &- 4)) << 32 }
        var word: UInt64 = 0
        for index in indices { word = word << 8 | UInt64(self[index]) }
        return word
    }
}

extension UInt8 {
    /// A word of nothing but this byte.
    @inline(__always)
    fileprivate var everywhere: UInt64 { UInt64(self) &* 0x0101_0101_0101_0101 }
}

/// Words of eight bytes of text.
extension UInt64 {
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// The word with the letters of ASCII in lower case.
    @inline(__always)
    fileprivate var lowercasedASCII: UInt64 {
        let low = self & ~Self.highBits
        let areFromA = low &+ (0x80 - UInt8(ascii: "A")).everywhere
        let areBeyondZ = low &+ (0x7f - UInt8(ascii: "Z")).everywhere
        // 0x80 becomes 0x20.
        return self | (areFromA & ~areBeyondZ & ~self & Self.highBits) >> 2
    }

    @inline(__always)
    fileprivate var isPrintableASCII: Bool {
        // Without high bits, adding carries into one from 0x20 on, and from 0x7f on.
        let areFromSpace = self &+ (0x80 - UInt8(ascii: " ")).everywhere
        let areDelete = self &+ UInt8(1).everywhere
        return (self | areDelete) & Self.highBits == 0 && areFromSpace & Self.highBits == Self.highBits
    }
}
