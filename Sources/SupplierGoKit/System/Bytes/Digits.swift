/// Reading numbers from ASCII digits.
extension Span<UInt8> {
    /// The number written by the bytes, all of which are decimal digits; `nil` for no bytes, or others. A number that
    /// is too large becomes `Int.max`.
    package var decimalNumber: Int? {
        guard !isEmpty else { return nil }
        var number = 0
        for index in indices {
            guard let digit = self[index].decimalValue else { return nil }
            let (product, isLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isLarger) = product.addingReportingOverflow(digit)
            number = isLarge || isLarger ? .max : sum
        }
        return number
    }

    /// The number written by `digitCount` decimal digits from an offset on; `nil` if other bytes stand there, or too
    /// few.
    @inline(__always)
    func decimalNumber(at offset: Int, digitCount: Int) -> Int? {
        guard offset >= 0, offset <= count - digitCount else { return nil }
        return extracting(offset..<offset + digitCount).decimalNumber
    }
}

extension String {
    /// Two hexadecimal digits for each byte, their letters in lower case.
    init(hexadecimal bytes: some Sequence<UInt8>) {
        let digits = bytes.flatMap { [UInt8(hexadecimalDigit: $0 >> 4), UInt8(hexadecimalDigit: $0 & 0xf)] }
        self.init(decoding: digits, as: UTF8.self)
    }
}

extension UInt8 {
    /// The value of a decimal digit; `nil` for any other byte.
    @inline(__always)
    package var decimalValue: Int? {
        let value = self &- UInt8(ascii: "0")
        return value < 10 ? Int(value) : nil
    }

    /// The hexadecimal digit of a value below 16, its letters in lower case.
    @inline(__always)
    init(hexadecimalDigit value: UInt8) {
        self = value &+ (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }
}
