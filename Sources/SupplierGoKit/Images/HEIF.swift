extension ImageHeader {
    /// AVIF and HEIC: the High Efficiency Image File Format (ISO/IEC 23008-12), boxes one after the other
    /// (ISO/IEC 14496-12).
    enum HEIF {
        static func kind(of bytes: Span<UInt8>) -> ImageHeader.Kind? {
            guard bytes.holds("ftyp".utf8, at: 4), let length = bytes.number(at: 0, width: 4), length >= 16 else {
                return nil
            }
            // The major brand is at 8, a version at 12, the compatible brands after that.
            var offset = 8
            while offset + 4 <= min(length, bytes.count) {
                if offset != 12, let kind = kind(ofBrandAt: offset, in: bytes) { return kind }
                offset += 4
            }
            return nil
        }

        private static func kind(ofBrandAt offset: Int, in bytes: Span<UInt8>) -> ImageHeader.Kind? {
            if bytes.holds("avif".utf8, at: offset) || bytes.holds("avis".utf8, at: offset) { return .avif }
            let brands = ["heic", "heix", "heim", "heis", "hevc", "hevx"]
            return brands.contains { bytes.holds($0.utf8, at: offset) } ? .heic : nil
        }

        static func isCutShort(_ bytes: Span<UInt8>) -> Bool {
            var offset = 0
            while offset < bytes.count {
                guard let end = endOfBox(at: offset, in: bytes) else {
                    // Eight bytes or more that are not a box do not prove that the end is missing.
                    return bytes.count - offset < 8
                }
                offset = end
            }
            return offset > bytes.count
        }

        /// The offset after a box, which may be past the last byte; `nil` if its length is impossible.
        private static func endOfBox(at offset: Int, in bytes: Span<UInt8>) -> Int? {
            guard bytes.byte(at: offset + 7) != nil, let length = bytes.number(at: offset, width: 4) else { return nil }
            switch length {
            case 0: return bytes.count
            case 1:
                // A length of eight bytes follows the type; avatars of 4 GiB and more are not read.
                guard bytes.number(at: offset + 8, width: 4) == 0, let length = bytes.number(at: offset + 12, width: 4)
                else { return nil }
                return length >= 16 ? offset + length : nil
            default: return length >= 8 ? offset + length : nil
            }
        }
    }
}
