import FoundationEssentials
import Testing

@testable import SupplierGoKit

struct RetryAfterTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT
    private let now = Date(timeIntervalSince1970: 784_111_777)

    @Test(arguments: [
        ("0", 0), ("120", 120), ("0007", 7), ("99999999999999999999", 3_162_240_000),
        ("Sun, 06 Nov 1994 08:49:40 GMT", 3), ("Sunday, 06-Nov-94 08:49:40 GMT", 3), ("Sun Nov  6 08:49:40 1994", 3),
        ("Mon, 07 Nov 1994 08:49:37 GMT", 86_400), ("Sun, 06 Nov 1994 08:49:36 GMT", 0),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Fri, 31 Dec 9999 23:59:59 GMT", 3_162_240_000),
        ("Wed, 01 Mar 1995 00:00:00 GMT", 9_904_223),
    ])
    func readsSecondsAndDates(text: String, seconds: Int) {
        #expect((["Retry-After": text] as HeaderFields).retryAfter(at: now) == .seconds(seconds))
    }

    @Test(arguments: [
        "", "-5", "+5", "1.5", "soon", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
    ])
    func readsNothingElse(text: String) {
        #expect((["Retry-After": text] as HeaderFields).retryAfter(at: now) == nil)
    }

    @Test(arguments: [("94", 1994), ("00", 2000), ("43", 2043), ("45", 1945)])
    func knowsTheCenturyOfAYearOfTwoDigits(year: String, fullYear: Int) throws {
        let date = try #require(HTTPDate.date("Sunday, 06-Nov-\(year) 08:49:37 GMT", at: now))
        let expected = try #require(HTTPDate.date("Sun, 06 Nov \(fullYear) 08:49:37 GMT", at: now))
        #expect(date == expected)
    }
}
