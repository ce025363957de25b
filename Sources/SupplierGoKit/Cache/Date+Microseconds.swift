extension Date {
    /// The microseconds since 1970 that dates are limited to: the sum of several fits in 64 bits.
    static let microsecondRange: ClosedRange<Int64> = -2_000_000_000_000_000_000...2_000_000_000_000_000_000

    /// The same in seconds.
    static let secondRange: ClosedRange<Int64> = -2_000_000_000_000...2_000_000_000_000

    /// Whole microseconds since 1970, in ``microsecondRange``.
    package var microseconds: Int64 {
        let (value, range) = ((timeIntervalSince1970 * 1_000_000).rounded(), Self.microsecondRange)
        return Int64(max(Double(range.lowerBound), min(Double(range.upperBound), value.isNaN ? 0 : value)))
    }

    /// The date as it is read back after it was written.
    var roundedToMicroseconds: Date { Date(microseconds: microseconds) }

    package init(microseconds: Int64) {
        self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }
}
