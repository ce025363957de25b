extension ImageHeader {
    /// Graphics Interchange Format (GIF89a specification): a screen, then blocks up to a trailer.
    enum GIF {
        static func isCutShort(_ bytes: Span<UInt8>) -> Bool {
            guard let flags = bytes.byte(at: 10) else { return true }
            var offset = 13 + colorTableByteCount(flags)
            var holdsPicture = false
            while let block = bytes.byte(at: offset) {
                switch block {
                case 0x21:
                    offset += 2
                case 0x2c:
                    guard let flags = bytes.byte(at: offset + 9) else { return true }
                    offset += 11 + colorTableByteCount(flags)
                default:
                    // The trailer, or something at which viewers stop.
                    return false
                }
                guard let end = endOfSubBlocks(in: bytes, at: offset) else { return true }
                offset = end
                holdsPicture = holdsPicture || block == 0x2c
            }
            // Many encoders leave the trailer out: only a file without a picture is certainly cut short.
            return offset > bytes.count || !holdsPicture
        }

        private static func colorTableByteCount(_ flags: UInt8) -> Int {
            flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
        }

        private static func endOfSubBlocks(in bytes: Span<UInt8>, at start: Int) -> Int? {
            var offset = start
            while let count = bytes.byte(at: offset) {
                offset += 1 + Int(count)
                if count == 0 { return offset }
            }
            return nil
        }
    }
}
