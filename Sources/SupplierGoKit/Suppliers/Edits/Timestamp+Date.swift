public import FoundationEssentials

extension Timestamp {
    /// Creates a timestamp in UTC, to the millisecond. A date outside the years 0 to 9999 becomes the nearest one.
    public init(_ date: Date) {
        let seconds = min(253_402_300_799, max(-62_167_219_200, date.timeIntervalSince1970))
        let whole = seconds.rounded(.down)
        secondsSinceEpoch = Int64(whole)
        nanoseconds = Int32((seconds - whole) * 1000) * 1_000_000
        offsetMinutes = 0
        fractionDigits = 3
    }
}
