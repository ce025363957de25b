/// A pattern of eight characters with pairs of decimal digits in it, read and written as one word, its first character the
/// lowest byte.
struct DigitPairs {
    /// The pattern's characters, `0` for each digit.
    private let pattern: UInt64

    /// What brings a byte to 0x80 where it is more than 9 above a digit's, or more than 0 above another one's.
    private let bounds: UInt64

    /// The low bits of the bytes at which pairs begin.
    private let tens: UInt64

    /// `0000-00-`, with pairs at 0, 2 and 5.
    static let date = Self(
        pattern: 0x2d30_302d_3030_3030, bounds: 0x7f76_767f_7676_7676, tens: 0x0000_0f00_000f_000f)

    /// `00T00:00`, with pairs at 0, 3 and 6.
    static let time = Self(
        pattern: 0x3030_3a30_3054_3030, bounds: 0x7676_7f76_767f_7676, tens: 0x000f_0000_0f00_000f)

    /// `:00` and no more characters, with a pair at 1.
    static let seconds = Self(pattern: 0x30_303a, bounds: 0x7f7f_7f7f_7f76_767f, tens: 0x0f00)

    /// The values of a text's pairs, or `nil` where it is not of the pattern.
    @inline(__always)
    func values(in text: UInt64) -> Values? {
        let digits = text ^ pattern
        guard (digits &+ bounds | digits) & 0x8080_8080_8080_8080 == 0 else { return nil }
        return Values(bytes: digits &* 10 &+ digits >> 8)
    }

    /// The text whose pairs have these values.
    @inline(__always)
    func text(_ values: Values) -> UInt64 {
        // 103/1024 of a number below 100 is its tens; what a product adds to the byte behind is out of the way of the next pair.
        let tens = ((values.bytes &* 103) >> 10) & tens
        return pattern | tens | (values.bytes &- tens &* 10) << 8
    }

    /// Values from 0 to 99, each in the byte at which its pair begins.
    struct Values {
        /// Bytes at which no pair begins are of no meaning where they were read, and 0 where they are to be written.
        fileprivate var bytes: UInt64

        /// The values of three pairs, and where they begin.
        @inline(__always)
        init(_ first: Int, at start: Int, _ second: Int, at middle: Int, _ third: Int, at end: Int) {
            bytes =
                UInt64(truncatingIfNeeded: first) << UInt64(8 * start)
                | UInt64(truncatingIfNeeded: second) << UInt64(8 * middle)
                | UInt64(truncatingIfNeeded: third) << UInt64(8 * end)
        }

        fileprivate init(bytes: UInt64) {
            self.bytes = bytes
        }

        /// The value of the pair that begins at this byte.
        @inline(__always)
        subscript(position: Int) -> Int { Int(truncatingIfNeeded: bytes >> UInt64(8 * position) & 0xff) }
    }
}
