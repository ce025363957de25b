extension ImageHeader {
    /// Portable Network Graphics (W3C, PNG Specification, third edition, section 5): a signature and chunks.
    enum PNG {
        static func size(of bytes: Span<UInt8>) -> ImageHeader.PixelSize? {
            guard bytes.holds("IHDR".utf8, at: 12) else { return nil }
            return ImageHeader.PixelSize(bytes.number(at: 16, width: 4), bytes.number(at: 20, width: 4))
        }

        static func isCutShort(_ bytes: Span<UInt8>) -> Bool {
            var offset = 8
            while let length = bytes.number(at: offset, width: 4) {
                let end = offset + length + 12
                guard end <= bytes.count else { return true }
                if bytes.holds("IEND".utf8, at: offset + 4) { return false }
                offset = end
            }
            return true
        }
    }

    /// WebP (RFC 9649): a RIFF file whose first chunk holds the size in one of three forms.
    enum WebP {
        static func matches(_ bytes: Span<UInt8>) -> Bool {
            bytes.holds("RIFF".utf8, at: 0) && bytes.holds("WEBP".utf8, at: 8)
        }

        static func size(of bytes: Span<UInt8>) -> ImageHeader.PixelSize? {
            if bytes.holds("VP8 ".utf8, at: 12), bytes.holds([0x9d, 0x01, 0x2a], at: 23) {
                // The two upper bits of each are a scaling hint.
                let width = bytes.number(at: 26, width: 2, .littleEndian)
                return ImageHeader.PixelSize(
                    width.map { $0 & 0x3fff }, bytes.number(at: 28, width: 2, .littleEndian).map { $0 & 0x3fff })
            }
            if bytes.holds("VP8L".utf8, at: 12), bytes.byte(at: 20) == 0x2f {
                guard let bits = bytes.number(at: 21, width: 4, .littleEndian) else { return nil }
                return ImageHeader.PixelSize(width: bits & 0x3fff + 1, height: bits >> 14 & 0x3fff + 1)
            }
            if bytes.holds("VP8X".utf8, at: 12) {
                let width = bytes.number(at: 24, width: 3, .littleEndian)
                return ImageHeader.PixelSize(
                    width.map { $0 + 1 }, bytes.number(at: 27, width: 3, .littleEndian).map { $0 + 1 })
            }
            return nil
        }

        static func isCutShort(_ bytes: Span<UInt8>) -> Bool {
            bytes.number(at: 4, width: 4, .littleEndian).map { $0 + 8 > bytes.count } ?? true
        }
    }
}
