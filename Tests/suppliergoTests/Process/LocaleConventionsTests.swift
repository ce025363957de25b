import SupplierGoKit
import Testing

@testable import suppliergo

struct LocaleConventionsTests {
    @Test(arguments: [
        ("1", [3], "1"), ("1234567", [3], "1.234.567"), ("12345678", [3, 2], "1.23.45.678"), ("1234567", [], "1234567"),
        ("1234567", [3, 0], "1234.567"), ("123", [3], "123"),
    ])
    func groupsDigits(digits: String, sizes: [Int], expected: String) {
        var conventions = NumberConventions()
        conventions.groupSeparator = "."
        conventions.groupSizes = sizes
        #expect(conventions.grouped(digits) == expected)
    }

    @Test(arguments: [[:], ["LANG": "C"], ["LC_ALL": "POSIX"], ["LANG": "C.UTF-8"], ["LC_ALL": "xx_YY.UTF-8"]])
    func areEnglishWithoutALocale(variables: [String: String]) {
        let conventions = LocaleConventions(Environment(variables: variables, directory: "/"))
        #expect(conventions.numbers.grouped("1234567") == "1,234,567" && conventions.numbers.decimalPoint == ".")
        #expect(conventions.day(2021, 1, 21) == "21 January 2021")
    }
}
