/// Reads scanned numbers.
enum JSONNumber {
    /// The integer, or `nil` if the number is not one or does not fit.
    ///
    /// `1.0` and `1e2` are integers. Below 2^53 a number with a fraction or an exponent is rounded to the nearest
    /// `Double`, as Foundation does; from there on all its digits count.
    static func integer(_ text: Span<UInt8>) -> Int128? {
        let isNegative = text[0] == UInt8(ascii: "-")
        let digits = text.extracting((isNegative ? 1 : 0)...)
        if let value = integer(ofDigits: digits, isNegative: isNegative) { return value }
        guard let double = Double(string(text)), double.isFinite else { return nil }
        return double.magnitude < 0x1p53 ? Int128(exactly: double) : scaledInteger(digits, isNegative: isNegative)
    }

    /// An integer written with a fraction or an exponent: its digits, with zeros added or taken away.
    private static func scaledInteger(_ text: Span<UInt8>, isNegative: Bool) -> Int128? {
        var digits: [UInt8] = []
        var exponent = 0
        var hasPoint = false
        for index in text.indices {
            let byte = text[index]
            if byte | 0x20 == UInt8(ascii: "e") {
                guard let written = Int(string(text.extracting((index + 1)...))) else { return nil }
                exponent += written
                break
            } else if byte == UInt8(ascii: ".") {
                hasPoint = true
            } else {
                digits.append(byte)
                if hasPoint { exponent -= 1 }
            }
        }
        while exponent < 0 {
            guard digits.popLast() == UInt8(ascii: "0") else { return nil }
            exponent += 1
        }
        digits += Array(repeating: UInt8(ascii: "0"), count: exponent)
        return integer(ofDigits: digits.span, isNegative: isNegative)
    }

    /// The number that digits write; `nil` if another byte is among them, or if it does not fit.
    private static func integer(ofDigits text: Span<UInt8>, isNegative: Bool) -> Int128? {
        var value: Int128 = 0
        for index in text.indices {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            let product = value.multipliedReportingOverflow(by: 10)
            let signed = isNegative ? -Int128(digit) : Int128(digit)
            let sum = product.partialValue.addingReportingOverflow(signed)
            guard !product.overflow, !sum.overflow else { return nil }
            value = sum.partialValue
        }
        return value
    }

    /// The text of a number, which is ASCII.
    private static func string(_ text: Span<UInt8>) -> String { String(copyingASCII: text) ?? "" }
}
