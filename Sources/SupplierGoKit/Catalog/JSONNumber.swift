/// Reads the text of scanned numbers.
enum JSONNumber {
    /// The number, or `nil` where it is no integer or does not fit.
    ///
    /// `1.0` and `1e2` are integers. Below 2^53 a number with a fraction or an exponent goes by its nearest `Double`, as
    /// with Foundation; from there on all its digits count.
    static func integer<Value: FixedWidthInteger>(_ text: Span<UInt8>, as type: Value.Type) -> Value? {
        if let value = plainInteger(text, as: type) { return value }
        guard let double = Double(string(text)), double.isFinite else { return nil }
        return double.magnitude < 0x1p53 ? Value(exactly: double) : exactInteger(text)
    }

    /// The number, or `nil` where its nearest value is infinite, or zero though the number is not.
    static func floatingPoint<Value: BinaryFloatingPoint & LosslessStringConvertible>(
        _ text: Span<UInt8>, as type: Value.Type
    ) -> Value? {
        guard let value = Value(string(text)), value.isFinite else { return nil }
        guard value == 0 else { return value }
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "1")...UInt8(ascii: "9"): return nil
            case UInt8(ascii: "e"), UInt8(ascii: "E"): return value
            default: continue
            }
        }
        return value
    }

    /// Digits only, with or without a minus sign.
    private static func plainInteger<Value: FixedWidthInteger>(_ text: Span<UInt8>, as type: Value.Type) -> Value? {
        let isNegative = text[0] == UInt8(ascii: "-")
        var value: Value = 0
        for index in (isNegative ? 1 : 0)..<text.count {
            guard isDigit(text[index]), append(text[index], to: &value, isNegative: isNegative) else { return nil }
        }
        return value
    }

    /// Digits with a fraction or an exponent, counted one by one.
    private static func exactInteger<Value: FixedWidthInteger>(_ text: Span<UInt8>) -> Value? {
        let isNegative = text[0] == UInt8(ascii: "-")
        var digits: [UInt8] = []
        var exponent = 0
        var hasPoint = false
        scan: for index in (isNegative ? 1 : 0)..<text.count {
            switch text[index] {
            case UInt8(ascii: "."): hasPoint = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                let written = text.extracting((text[index + 1] == UInt8(ascii: "+") ? index + 2 : index + 1)...)
                guard let shift = plainInteger(written, as: Int32.self) else { return nil }
                exponent += Int(shift)
                break scan
            case let digit:
                digits.append(digit)
                if hasPoint { exponent -= 1 }
            }
        }
        while exponent < 0 {
            guard digits.popLast() == UInt8(ascii: "0") else { return nil }
            exponent += 1
        }
        var value: Value = 0
        for digit in digits {
            guard append(digit, to: &value, isNegative: isNegative) else { return nil }
        }
        while exponent > 0 {
            guard append(UInt8(ascii: "0"), to: &value, isNegative: isNegative) else { return nil }
            exponent -= 1
        }
        return value
    }

    /// Appends a decimal digit, or says that the result does not fit.
    @inline(__always)
    private static func append<Value: FixedWidthInteger>(
        _ digit: UInt8, to value: inout Value, isNegative: Bool
    ) -> Bool {
        let product = value.multipliedReportingOverflow(by: 10)
        let digit = Value(digit & 0x0f)
        let sum =
            isNegative
            ? product.partialValue.subtractingReportingOverflow(digit)
            : product.partialValue.addingReportingOverflow(digit)
        value = sum.partialValue
        return !product.overflow && !sum.overflow
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }

    /// The text, which is ASCII.
    private static func string(_ text: Span<UInt8>) -> String {
        do throws(UTF8.ValidationError) {
            return String(copying: try UTF8Span(validating: text))
        } catch {
            return ""
        }
    }
}
