extension OutputSpan<UInt8> {
    /// Adds a number in as few bytes as it needs: seven bits in each, the lowest first, the eighth set in all but the last
    /// (LEB128); there must be room for them.
    mutating func append(compact number: UInt64) {
        var rest = number
        while rest > 0x7f {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    /// Adds a number of either sign likewise, doubled, and turned over where it is negative, so that small ones of both
    /// signs are short.
    mutating func append(compact number: Int64) {
        append(compact: UInt64(bitPattern: number << 1 ^ number >> 63))
    }

    /// Adds bytes behind their compact number; there must be room for them.
    mutating func append(counted bytes: Span<UInt8>) {
        append(compact: UInt64(bytes.count))
        append(copying: bytes)
    }
}

extension Span<UInt8> {
    /// The compact number at an index, which is moved behind it; `nil` where there is none.
    func compactNumber(at index: inout Int) -> UInt64? {
        var (number, shift): (UInt64, UInt64) = (0, 0)
        while index < count, shift < 64 {
            let byte = self[index]
            index += 1
            number |= UInt64(byte & 0x7f) << shift
            if byte <= 0x7f { return number }
            shift += 7
        }
        return nil
    }

    /// The compact number of either sign at an index, which is moved behind it; `nil` where there is none.
    func compactSignedNumber(at index: inout Int) -> Int64? {
        compactNumber(at: &index).map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
    }

    /// The bytes behind a compact number of them at an index, which is moved behind them; `nil` where there are fewer.
    func countedBytes(at index: inout Int) -> Range<Int>? {
        guard let byteCount = compactNumber(at: &index), byteCount <= UInt64(count - index) else { return nil }
        defer { index += Int(byteCount) }
        return index..<index + Int(byteCount)
    }
}
