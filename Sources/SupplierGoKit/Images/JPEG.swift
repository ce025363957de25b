extension ImageHeader {
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
            var offset = bytes.count - 2
            while offset >= start {
                if bytes[offset] == 0xff && bytes[offset + 1] == 0xd9 { return true }
                offset -= 1
            }
            return false
        }
    }
}
