extension ImageHeader {
    /// Portable Network Graphics (W3C, PNG Specification, third edition, section 5): a signature and chunks.
    enum PNG {
        static func matches(_ bytes: Span<UInt8>) -> Bool {
            bytes.holds([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], at: 0)
        }

        static func size(of bytes: Span<UInt8>) -> ImageHeader.PixelSize? {
            guard bytes.holds("IHDR", at: 12) else { return nil }
            return ImageHeader.PixelSize(bytes.number(at: 16, width: 4), bytes.number(at: 20, width: 4))
        }

        static func isCutShort(_ bytes: Span<UInt8>) -> Bool {
            var offset = 8
            while let length = bytes.number(at: offset, width: 4) {
                let end = offset + length + 12
                guard end <= bytes.count else { return true }
                if bytes.holds("IEND", at: offset + 4) { return false }
                offset = end
            }
            return true
        }
    }
}
