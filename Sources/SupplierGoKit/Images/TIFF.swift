extension ImageHeader {
    /// Tagged Image File Format (TIFF 6.0, section 2): a directory of tagged fields, in either byte order.
    enum TIFF {
        /// The byte order of a TIFF; `nil` where the bytes are not a TIFF.
        static func byteOrder(of bytes: Span<UInt8>) -> Span<UInt8>.ByteOrder? {
            if bytes.holds([0x49, 0x49, 0x2a, 0x00], at: 0) { return .littleEndian }
            return bytes.holds([0x4d, 0x4d, 0x00, 0x2a], at: 0) ? .bigEndian : nil
        }

        static func size(of bytes: Span<UInt8>) -> PixelSize? {
            guard let order = byteOrder(of: bytes), let directory = bytes.number(at: 4, width: 4, order),
                let count = bytes.number(at: directory, width: 2, order)
            else { return nil }
            var width: Int?
            var height: Int?
            for entry in 0..<count {
                let offset = directory + 2 + 12 * entry
                guard let tag = bytes.number(at: offset, width: 2, order) else { break }
                // ImageWidth and ImageLength.
                if tag == 256 { width = value(ofFieldAt: offset, in: bytes, order) }
                if tag == 257 { height = value(ofFieldAt: offset, in: bytes, order) }
            }
            return PixelSize(width, height)
        }

        /// A field's number, where its type is SHORT or LONG.
        private static func value(
            ofFieldAt offset: Int, in bytes: Span<UInt8>, _ order: Span<UInt8>.ByteOrder
        ) -> Int? {
            switch bytes.number(at: offset + 2, width: 2, order) {
            case 3: bytes.number(at: offset + 8, width: 2, order)
            case 4: bytes.number(at: offset + 8, width: 4, order)
            default: nil
            }
        }
    }
}
