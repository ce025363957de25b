import FoundationEssentials
import Testing

@testable import SupplierGoKit

struct HTTPDateTests {
    @Test(
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (-2_208_988_800, "Mon, 01 Jan 1900 00:00:00 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ])
    func writesDates(seconds: Int, expected: String) {
        #expect(HTTPDate.fixedText(seconds) == expected)
    }

    @Test(arguments: [-2_208_988_801, 253_402_300_800, .min, .max]) func writesNoOtherYears(seconds: Int) {
        #expect(HTTPDate.fixedText(seconds) == nil)
    }

    @Test func readsWhatItWrites() throws {
        for seconds in stride(from: -2_208_988_800, to: 253_402_300_800, by: 40_003_187) {
            #expect(HTTPDate.seconds(inFixed: try #require(HTTPDate.fixedText(seconds)).utf8.span) == seconds)
        }
    }

    private func seconds(_ text: String) -> Double? {
        HTTPDate.date(text, at: Date(timeIntervalSince1970: 784_111_777))?.timeIntervalSince1970
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "sun, 06 nov 1994 08:49:37 gmt", "SUN, 06 NOV 1994 08:49:37 GMT",
        "Mon, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "sunday, 06-nov-94 08:49:37 gmt",
        "Sun Nov  6 08:49:37 1994", "Sun Nov 06 08:49:37 1994", "SUN NOV  6 08:49:37 1994",
    ])
    func readsAllForms(text: String) {
        #expect(seconds(text) == 784_111_777)
    }

    @Test(arguments: [
        ("Tue, 29 Feb 2028 00:00:00 GMT", 1_835_395_200), ("Tue Nov 30 23:59:60 2027", 1_827_619_200),
        ("Tuesday, 30-Nov-27 09:00:00 GMT", 1_827_565_200),
    ])
    func readsTheLastOfAMonth(text: String, expected: Double) {
        #expect(seconds(text) == expected)
    }

    @Test(arguments: [
        "Tue, 30 Feb 2027 10:00:00 GMT", "Mon, 29 Feb 2027 10:00:00 GMT", "Sat, 31 Apr 2027 10:00:00 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Tuesday, 30-Feb-27 10:00:00 GMT", "Tue Feb 30 10:00:00 2027",
    ])
    func readsNoDayThatIsNotInTheCalendar(text: String) {
        #expect(seconds(text) == nil)
    }

    @Test(arguments: [
        "", "0", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994  8:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun,  6 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-1994 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
        "Sun, 06 Nov 94 08:49:37 GMT", "Sunday, 06 Nov 94 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
        "Sun,  06 Nov 1994 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT", "Sun,06 Nov 1994 08:49:37 GMT",
        "06 Nov 1994 08:49:37 GMT", "Day, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT+1",
        "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 08.49.37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT x",
        "Sun Nov 6 08:49:37 1994", "Sun Nov 6  08:49:37 1994", "Sun Nov  6 8:49:37 1994", "Sun Nov  6 08:49:37 94",
        "Sun Nov  6 08:49:37 1994 GMT", "Sun, 06 Nov 1894 08:49:37 GMT", "Sun, 06 N\u{f6}v 194 08:49:37 GMT",
    ])
    func readsNothingElse(text: String) {
        #expect(seconds(text) == nil)
    }
}
