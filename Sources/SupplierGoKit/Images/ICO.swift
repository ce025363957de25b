/// Windows icons: a directory of pictures, each a PNG or a bitmap.
enum ICO {
    /// The directory begins with bytes that are common elsewhere; its first entry must make sense as well.
    static func matches(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.holds([0, 0, 1, 0], at: 0), bytes.byte(at: 9) == 0, let count = count(in: bytes), count > 0,
            let byteCount = bytes.number(at: 14, width: 4, .littleEndian), byteCount > 0,
            let offset = bytes.number(at: 18, width: 4, .littleEndian)
        else { return false }
        return offset >= 6 + 16 * count
    }

    static func size(of bytes: Span<UInt8>) -> PixelSize? {
        var largest: PixelSize?
        for entry in 0..<(count(in: bytes) ?? 0) {
            // Zero stands for 256.
            guard let width = bytes.byte(at: 6 + 16 * entry), let height = bytes.byte(at: 7 + 16 * entry) else { break }
            let size = PixelSize(width: width == 0 ? 256 : Int(width), height: height == 0 ? 256 : Int(height))
            if size.width > largest?.width ?? 0 { largest = size }
        }
        return largest
    }

    static func isCutShort(_ bytes: Span<UInt8>) -> Bool {
        for entry in 0..<(count(in: bytes) ?? 0) {
            guard let byteCount = bytes.number(at: 14 + 16 * entry, width: 4, .littleEndian),
                let offset = bytes.number(at: 18 + 16 * entry, width: 4, .littleEndian),
                offset + byteCount <= bytes.count
            else { return true }
        }
        return false
    }

    private static func count(in bytes: Span<UInt8>) -> Int? {
        bytes.number(at: 4, width: 2, .littleEndian)
    }
}
