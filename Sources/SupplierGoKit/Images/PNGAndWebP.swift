extension ImageHeader {
    /// Portable Network Graphics (W3C, PNG Specification, third edition, section 5): a signature and chunks.
    enum PNG {
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

    /// WebP (RFC 9649): a RIFF file.
    enum WebP {
        static func matches(_ bytes: Span<UInt8>) -> Bool {
            bytes.holds("RIFF".utf8, at: 0) && bytes.holds("WEBP".utf8, at: 8)
        }

        static func isCutShort(_ bytes: Span<UInt8>) -> Bool {
            bytes.number(at: 4, width: 4, .littleEndian).map { $0 + 8 > bytes.count } ?? true
        }
    }
}
