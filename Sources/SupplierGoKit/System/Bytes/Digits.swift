extension UInt8 {
    /// The value of a hexadecimal digit in ASCII, in whatever case; `nil` for any other byte.
    @inline(__always)
    var hexadecimalValue: UInt8? {
        let number = self &- UInt8(ascii: "0")
        if number < 10 { return number }
        let letter = (self | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? 10 + letter : nil
    }

    /// The hexadecimal digit of a value below 16, letters in lower case.
    @inline(__always)
    init(hexadecimalDigit value: UInt8) {
        self = value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }
}

extension Span<UInt8> {
    /// The number that all the bytes are in decimal digits; `nil` where there are none, others, or more than so many.
    ///
    /// - Parameter limit: at most 18, which no number exceeds.
    func decimalNumber(upTo limit: Int) -> Int? {
        guard (1...limit).contains(count) else { return nil }
        var number = 0
        for index in indices {
            let digit = self[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            number = 10 * number + Int(digit)
        }
        return number
    }
}
