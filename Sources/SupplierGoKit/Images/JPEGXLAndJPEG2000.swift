extension ImageHeader {
    /// JPEG XL (ISO/IEC 18181-2): a codestream by itself, or in boxes.
    enum JPEGXL {
        static func matches(_ bytes: Span<UInt8>) -> Bool {
            bytes.holds([0xff, 0x0a], at: 0) || isInBoxes(bytes)
        }

        static func isCutShort(_ bytes: Span<UInt8>) -> Bool { isInBoxes(bytes) && HEIF.isCutShort(bytes) }

        private static func isInBoxes(_ bytes: Span<UInt8>) -> Bool {
            bytes.holds([0, 0, 0, 12] + Array("JXL ".utf8) + [0x0d, 0x0a, 0x87, 0x0a], at: 0)
        }
    }

    /// JPEG 2000 (ISO/IEC 15444-1): a codestream by itself, or in boxes.
    enum JPEG2000 {
        static func matches(_ bytes: Span<UInt8>) -> Bool {
            bytes.holds([0xff, 0x4f, 0xff, 0x51], at: 0) || isInBoxes(bytes)
        }

        static func isCutShort(_ bytes: Span<UInt8>) -> Bool { isInBoxes(bytes) && HEIF.isCutShort(bytes) }

        private static func isInBoxes(_ bytes: Span<UInt8>) -> Bool {
            bytes.holds([0, 0, 0, 12] + Array("jP  ".utf8) + [0x0d, 0x0a, 0x87, 0x0a], at: 0)
        }
    }
}
