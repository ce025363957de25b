import FoundationEssentials
import Testing

@testable import SupplierGoKit

struct HTTPDateTests {
    private func text(_ seconds: Int) -> String? {
        HTTPDate.fixedText(seconds).map { text in String(decoding: text.indices.map { text[$0] }, as: UTF8.self) }
    }

    @Test(
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (-2_208_988_800, "Mon, 01 Jan 1900 00:00:00 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ])
    func writesDates(seconds: Int, expected: String) {
        #expect(text(seconds) == expected)
    }

    @Test(arguments: [-2_208_988_801, 253_402_300_800, .min, .max]) func writesNoOtherYears(seconds: Int) {
        #expect(text(seconds) == nil)
    }

    @Test func readsWhatItWrites() throws {
        for seconds in stride(from: -2_208_988_800, to: 253_402_300_800, by: 40_003_187) {
            #expect(HTTPDate.seconds(inFixed: try #require(text(seconds)).utf8.span) == seconds)
        }
    }
}
