extension ImageHeader {
    /// Windows bitmaps (`BITMAPFILEHEADER` and what follows it).
    enum BMP {
        /// Much text begins with the letters `BM`; the size of a known header must follow.
        static func matches(_ bytes: Span<UInt8>) -> Bool {
            guard bytes.holds("BM", at: 0), let headerByteCount = headerByteCount(of: bytes) else { return false }
            return [12, 16, 40, 52, 56, 64, 108, 124].contains(headerByteCount)
        }

        static func size(of bytes: Span<UInt8>) -> PixelSize? {
            guard headerByteCount(of: bytes) != 12 else {
                return PixelSize(
                    bytes.number(at: 18, width: 2, .littleEndian), bytes.number(at: 20, width: 2, .littleEndian))
            }
            // The height is negative where the rows are stored from top to bottom.
            let height = bytes.number(at: 22, width: 4, .littleEndian)
            return PixelSize(
                bytes.number(at: 18, width: 4, .littleEndian), height.map { $0 < 1 << 31 ? $0 : 1 << 32 - $0 })
        }

        private static func headerByteCount(of bytes: Span<UInt8>) -> Int? {
            bytes.number(at: 14, width: 4, .littleEndian)
        }
    }

    /// Windows icons: a directory of pictures, each a PNG or a bitmap.
    enum ICO {
        /// Other files begin with the same bytes; the directory's first entry must make sense as well.
        static func matches(_ bytes: Span<UInt8>) -> Bool {
            guard bytes.holds([0, 0, 1, 0], at: 0), bytes.byte(at: 9) == 0, let count = count(in: bytes), count > 0,
                let byteCount = bytes.number(at: 14, width: 4, .littleEndian), byteCount > 0,
                let offset = bytes.number(at: 18, width: 4, .littleEndian)
            else { return false }
            return offset >= 6 + 16 * count
        }

        /// The size of the largest picture.
        static func size(of bytes: Span<UInt8>) -> PixelSize? {
            var largest: PixelSize?
            for entry in 0..<(count(in: bytes) ?? 0) {
                // Zero stands for 256.
                guard let width = bytes.byte(at: 6 + 16 * entry), let height = bytes.byte(at: 7 + 16 * entry) else {
                    break
                }
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
}
