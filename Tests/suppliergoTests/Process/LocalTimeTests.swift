import FoundationEssentials
import Testing

@testable import suppliergo

struct LocalTimeTests {
    @Test func namesTheMinute() {
        // Noon in UTC is the same day everywhere but at UTC+12 and beyond.
        let text = LocalTime.formatted(Date(timeIntervalSince1970: 1_611_230_400))
        #expect(text.contains(/^2[12] January 2021, [0-2][0-9]:[0-5][0-9]$/))
    }

    @Test func leavesTodayOut() {
        let date = Date(timeIntervalSince1970: 1_611_230_400)
        #expect(LocalTime.formatted(date, at: date).contains(/^[0-2][0-9]:[0-5][0-9]$/))
        #expect(LocalTime.formatted(date, at: date + 86_400) == LocalTime.formatted(date))
    }
}
