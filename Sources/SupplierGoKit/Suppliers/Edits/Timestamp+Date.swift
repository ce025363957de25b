extension Timestamp {
    /// Creates a timestamp in UTC, to the nearest millisecond. A date outside the years 0 to 9999 becomes the nearest one.
    public init(_ date: Date) {
        let seconds = min(253_402_300_799, max(-62_167_219_200, date.timeIntervalSince1970))
        let milliseconds = Int64((seconds * 1000).rounded())
        secondsSinceEpoch = milliseconds.dividedRoundingDown(by: 1000)
        nanoseconds = Int32(milliseconds - secondsSinceEpoch * 1000) * 1_000_000
        offsetMinutes = 0
        fractionDigits = 3
    }

    /// The time as a date, which is exact to the microsecond at least from 1970 to 2100.
    public var date: Date {
        Date(timeIntervalSince1970: Double(secondsSinceEpoch) + Double(nanoseconds) / 1e9)
    }
}
