extension ImageHeader {
    /// Windows bitmaps (`BITMAPFILEHEADER` and what follows it).
    enum BMP {
        /// Much text begins with the letters `BM`; the size of a known header must follow.
        static func matches(_ bytes: Span<UInt8>) -> Bool {
            guard bytes.holds("BM".utf8, at: 0), let byteCount = bytes.number(at: 14, width: 4, .littleEndian) else {
                return false
            }
            return [12, 16, 40, 52, 56, 64, 108, 124].contains(byteCount)
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
