import Testing

@testable import SupplierGoKit

struct DigitsTests {
    @Test(
        arguments: [
            ("0", 0), ("007", 7), ("18446744073709551616", .max), ("9223372036854775807", .max),
            ("9223372036854775806", .max - 1), ("99999999999999999999999", .max), ("", nil), ("-1", nil), ("1 ", nil),
            ("1a", nil),
        ] as [(String, Int?)])
    func readsANumberOfNothingButDigits(_ text: String, _ number: Int?) {
        let bytes = Array(text.utf8)
        let found = bytes.span.decimalNumber
        #expect(found == number)
    }

    @Test func readsACertainNumberOfDigits() {
        func number(at offset: Int, digitCount: Int) -> Int? {
            Array("ab0123c".utf8).span.decimalNumber(at: offset, digitCount: digitCount)
        }
        #expect(number(at: 2, digitCount: 4) == 123)
        #expect(number(at: 3, digitCount: 2) == 12)
        #expect(number(at: 1, digitCount: 2) == nil)
        #expect(number(at: 5, digitCount: 2) == nil)
        #expect(number(at: 6, digitCount: 2) == nil)
        #expect(number(at: -1, digitCount: 1) == nil)
    }

    @Test func writesHexadecimalDigitsInLowerCase() {
        #expect((0..<16).map { UInt8(hexadecimalDigit: $0) } == Array("0123456789abcdef".utf8))
    }
}
