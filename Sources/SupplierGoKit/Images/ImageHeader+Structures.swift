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

    /// AVIF and HEIC: the High Efficiency Image File Format (ISO/IEC 23008-12), boxes one after the other
    /// (ISO/IEC 14496-12).
    enum HEIF {
        static func kind(of bytes: Span<UInt8>) -> ImageHeader.Kind? {
            guard bytes.holds("ftyp".utf8, at: 4), let length = bytes.number(at: 0, width: 4), length >= 16 else {
                return nil
            }
            // The major brand is at 8, a version at 12, the compatible brands after that.
            for offset in stride(from: 8, through: min(length, bytes.count) - 4, by: 4) where offset != 12 {
                if let kind = kind(ofBrandAt: offset, in: bytes) { return kind }
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

    /// JPEG (ITU-T T.81, annex B): marker segments, one of them the frame header, then scans up to an end marker.
    package enum JPEG {
        private struct Segment {
            let marker: UInt8
            /// The offsets of the segment's content and end, which may be past the last byte.
            let start: Int, end: Int

            /// A frame header: its range of markers, without those of tables in it.
            var isFrame: Bool {
                (0xc0...0xcf).contains(marker) && marker != 0xc4 && marker != 0xc8 && marker != 0xcc
            }

            var isScan: Bool { marker == 0xda }
            var isEnd: Bool { marker == 0xd9 }
        }

        /// The offset of the frame header's content, which has the image's size; `nil` if the bytes end before it.
        package static func frame(in bytes: Span<UInt8>) -> Int? {
            var offset = 2
            while let segment = segment(in: bytes, from: offset), !segment.isScan, !segment.isEnd {
                if segment.isFrame { return segment.start }
                offset = segment.end
            }
            return nil
        }

        static func isCutShort(_ bytes: Span<UInt8>) -> Bool {
            var offset = 2
            while let segment = segment(in: bytes, from: offset) {
                if segment.isEnd { return false }
                if segment.isScan { return !holdsEnd(bytes, from: segment.end) }
                offset = segment.end
            }
            return true
        }

        /// The first segment from an offset on, skipping bytes before its marker as viewers do; `nil` if the bytes end
        /// before its content.
        private static func segment(in bytes: Span<UInt8>, from start: Int) -> Segment? {
            var offset = start
            var marker: UInt8 = 0
            repeat {
                while let byte = bytes.byte(at: offset), byte != 0xff { offset += 1 }
                while bytes.byte(at: offset) == 0xff { offset += 1 }
                guard let byte = bytes.byte(at: offset) else { return nil }
                marker = byte
                offset += 1
            } while marker == 0
            // Markers without a length: TEM, the restarts, start and end of image.
            if marker == 0x01 || (0xd0...0xd9).contains(marker) {
                return Segment(marker: marker, start: offset, end: offset)
            }
            return bytes.number(at: offset, width: 2).map { length in
                Segment(marker: marker, start: offset + 2, end: offset + max(length, 2))
            }
        }

        /// There is an end marker from `start` on. Padding may follow it, and it cannot be picture data, in which a
        /// zero follows each 0xff.
        private static func holdsEnd(_ bytes: Span<UInt8>, from start: Int) -> Bool {
            stride(from: bytes.count - 2, through: start, by: -1).contains {
                bytes[$0] == 0xff && bytes[$0 + 1] == 0xd9
            }
        }
    }

    /// Scalable Vector Graphics: XML whose root element is `svg`, preceded only by a prolog (XML 1.0, section 2.8).
    ///
    /// An HTML page is not SVG, even if it holds an `svg` element, because its first element is another.
    enum SVG {
        static func matches(_ bytes: Span<UInt8>) -> Bool {
            var offset = bytes.holds([0xef, 0xbb, 0xbf], at: 0) ? 3 : 0
            while let byte = bytes.byte(at: offset) {
                if byte.isBlank {
                    offset += 1
                } else if let end = endOfProlog(in: bytes, at: offset) {
                    offset = end
                } else {
                    return isRoot(in: bytes, at: offset)
                }
            }
            return false
        }

        /// The last byte that is not white space does not end a tag: a complete document ends in a tag.
        static func isCutShort(_ bytes: Span<UInt8>) -> Bool {
            var offset = bytes.count - 1
            while offset >= 0, bytes[offset].isBlank || bytes[offset] == 0 { offset -= 1 }
            return bytes.byte(at: offset) != UInt8(ascii: ">")
        }

        /// The offset after a comment, a processing instruction or a document type declaration of `svg`.
        private static func endOfProlog(in bytes: Span<UInt8>, at start: Int) -> Int? {
            func end(_ text: String, from start: Int) -> Int? {
                bytes.offset(of: text, from: start).map { $0 + text.utf8.count }
            }
            if bytes.holds("<!--".utf8, at: start) { return end("-->", from: start + 4) }
            if bytes.holds("<?".utf8, at: start) { return end("?>", from: start + 2) }
            guard bytes.holds("<!DOCTYPE svg".utf8, at: start), let tagEnd = end(">", from: start) else { return nil }
            // A subset in brackets has declarations of its own.
            guard let subset = bytes.offset(of: "[", from: start), subset < tagEnd else { return tagEnd }
            return end("]", from: subset).flatMap { end(">", from: $0) }
        }

        /// The tag opens an `svg` element, with or without a namespace prefix.
        private static func isRoot(in bytes: Span<UInt8>, at start: Int) -> Bool {
            guard bytes.holds("<".utf8, at: start) else { return false }
            var end = start + 1
            while let byte = bytes.byte(at: end), !byte.isBlank, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") {
                end += 1
            }
            guard bytes.byte(at: end) != nil, bytes.holds("svg".utf8, at: end - 3) else { return false }
            return end - 3 == start + 1 || bytes.byte(at: end - 4) == UInt8(ascii: ":")
        }
    }
}
