extension ImageHeader {
    /// AVIF and HEIC: the High Efficiency Image File Format (ISO/IEC 23008-12), boxes within boxes (ISO/IEC 14496-12).
    enum HEIF {
        private struct Box {
            /// The offsets of the content and of the end of the box, which may be past the last byte.
            let start: Int, end: Int
        }

        static func kind(of bytes: Span<UInt8>) -> ImageKind? {
            guard bytes.holds("ftyp", at: 4), let length = bytes.number(at: 0, width: 4), length >= 16 else {
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

        /// The primary item's size: other items are thumbnails, transparency or tiles of a grid.
        static func size(of bytes: Span<UInt8>) -> PixelSize? {
            let file = Box(start: 0, end: bytes.count)
            guard let metaBox = box("meta", in: file, of: bytes) else { return nil }
            let meta = Box(start: metaBox.start + 4, end: metaBox.end)
            guard let primary = box("pitm", in: meta, of: bytes), let version = bytes.byte(at: primary.start),
                let item = bytes.number(at: primary.start + 4, width: version == 0 ? 2 : 4),
                let properties = box("iprp", in: meta, of: bytes),
                let container = box("ipco", in: properties, of: bytes),
                let associations = box("ipma", in: properties, of: bytes)
            else { return nil }
            let positions = positions(ofPropertiesOf: item, in: associations, of: bytes)
            return size(from: container, of: bytes, positions: positions)
        }

        /// The size by the properties at these positions, from 1: the coded one, or what is cropped from it.
        private static func size(from container: Box, of bytes: Span<UInt8>, positions: Set<Int>) -> PixelSize? {
            var coded: PixelSize?
            var cropped: PixelSize?
            var offset = container.start
            var position = 1
            while let property = box(at: offset, end: container.end, of: bytes) {
                if positions.contains(position), bytes.holds("ispe", at: offset + 4) {
                    coded = PixelSize(
                        bytes.number(at: property.start + 4, width: 4), bytes.number(at: property.start + 8, width: 4))
                }
                if positions.contains(position), bytes.holds("clap", at: offset + 4) {
                    cropped = PixelSize(
                        wholeQuotient(at: property.start, in: bytes), wholeQuotient(at: property.start + 8, in: bytes))
                }
                offset = property.end
                position += 1
            }
            return coded.map { cropped ?? $0 }
        }

        /// The positions, from 1, of an item's properties in their container.
        private static func positions(ofPropertiesOf item: Int, in box: Box, of bytes: Span<UInt8>) -> Set<Int> {
            guard let version = bytes.byte(at: box.start), let flags = bytes.byte(at: box.start + 3) else { return [] }
            let itemWidth = version == 0 ? 2 : 4
            let positionWidth = flags & 1 == 0 ? 1 : 2
            var offset = box.start + 8
            while let entry = bytes.number(at: offset, width: itemWidth), let count = bytes.byte(at: offset + itemWidth)
            {
                offset += itemWidth + 1
                let end = offset + Int(count) * positionWidth
                guard entry != item else {
                    guard end <= bytes.count else { return [] }
                    // The highest bit says whether a reader must know the property.
                    let mask = 1 << (8 * positionWidth - 1) - 1
                    let offsets = stride(from: offset, to: end, by: positionWidth)
                    return Set(offsets.compactMap { bytes.number(at: $0, width: positionWidth).map { $0 & mask } })
                }
                offset = end
            }
            return []
        }

        private static func wholeQuotient(at offset: Int, in bytes: Span<UInt8>) -> Int? {
            guard let numerator = bytes.number(at: offset, width: 4),
                let divisor = bytes.number(at: offset + 4, width: 4),
                divisor > 0
            else { return nil }
            return numerator / divisor
        }

        static func isCutShort(_ bytes: Span<UInt8>) -> Bool {
            var offset = 0
            while offset < bytes.count {
                guard let box = box(at: offset, end: bytes.count, of: bytes) else {
                    // Eight bytes or more that are not a box do not prove that the end is missing.
                    return bytes.count - offset < 8
                }
                offset = box.end
            }
            return offset > bytes.count
        }

        private static func kind(ofBrandAt offset: Int, in bytes: Span<UInt8>) -> ImageKind? {
            if bytes.holds("avif", at: offset) || bytes.holds("avis", at: offset) { return .avif }
            let brands: [StaticString] = ["heic", "heix", "heim", "heis", "hevc", "hevx"]
            return brands.contains { bytes.holds($0, at: offset) } ? .heic : nil
        }

        /// The first box of a type in another box.
        private static func box(_ type: StaticString, in outer: Box, of bytes: Span<UInt8>) -> Box? {
            var offset = outer.start
            while let box = box(at: offset, end: outer.end, of: bytes) {
                if bytes.holds(type, at: offset + 4) { return box }
                offset = box.end
            }
            return nil
        }

        /// The box of any type at an offset; `nil` at the end, and where its length is impossible.
        private static func box(at offset: Int, end: Int, of bytes: Span<UInt8>) -> Box? {
            guard offset < end, bytes.byte(at: offset + 7) != nil, let length = bytes.number(at: offset, width: 4)
            else {
                return nil
            }
            switch length {
            case 0: return Box(start: offset + 8, end: end)
            case 1:
                // A length of eight bytes follows the type; avatars of 4 GiB and more are not read.
                guard bytes.number(at: offset + 8, width: 4) == 0, let length = bytes.number(at: offset + 12, width: 4),
                    length >= 16
                else { return nil }
                return Box(start: offset + 16, end: offset + length)
            default: return length >= 8 ? Box(start: offset + 8, end: offset + length) : nil
            }
        }
    }
}
