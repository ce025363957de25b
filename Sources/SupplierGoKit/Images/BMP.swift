/// Windows bitmaps (`BITMAPFILEHEADER` and what follows it).
enum BMP {
    /// The letters `BM` begin many a text; what follows must be one of the headers that there are.
    static func matches(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.holds("BM", at: 0), let headerByteCount = headerByteCount(of: bytes) else { return false }
        return [12, 16, 40, 52, 56, 64, 108, 124].contains(headerByteCount)
    }

    static func size(of bytes: Span<UInt8>) -> PixelSize? {
        guard headerByteCount(of: bytes) != 12 else {
            return PixelSize(
                bytes.number(at: 18, width: 2, .littleEndian), bytes.number(at: 20, width: 2, .littleEndian))
        }
        // The height is negative where the rows stand from top to bottom.
        let height = bytes.number(at: 22, width: 4, .littleEndian)
        return PixelSize(
            bytes.number(at: 18, width: 4, .littleEndian), height.map { $0 < 1 << 31 ? $0 : 1 << 32 - $0 })
    }

    private static func headerByteCount(of bytes: Span<UInt8>) -> Int? {
        bytes.number(at: 14, width: 4, .littleEndian)
    }
}
