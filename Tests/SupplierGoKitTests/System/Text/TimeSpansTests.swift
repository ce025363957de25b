import Testing

@testable import SupplierGoKit

struct TimeSpansTests {
    @Test func datesMayBeInfiniteOrNotANumber() {
        func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
        #expect(date(.infinity).timeUntil == "11,574,074 days" && date(.infinity).age == nil)
        #expect(date(-.infinity).timeUntil == "0 seconds" && date(-.infinity).age == "11,574,074 days")
        #expect(date(.nan).timeUntil == "0 seconds" && date(.nan).age == nil)
    }
}
