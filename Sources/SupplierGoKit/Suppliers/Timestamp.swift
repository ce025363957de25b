/// A moment as catalogs write it: an RFC 3339 date-time, with the offset and the fraction digits it was given in.
///
/// Two timestamps are equal where they were written alike; they are ordered by the moment they name.
public struct Timestamp: Sendable, Hashable {
    /// Whole seconds since 1970-01-01T00:00:00Z, negative before.
    public let secondsSinceEpoch: Int64

    /// The fraction's nanoseconds, its digits and the offset, from the highest bits to the lowest: one word keeps a
    /// supplier small enough to be moved rather than copied.
    private let rest: Int64

    /// The fraction of the second, 0 to 999,999,999 nanoseconds.
    public var nanoseconds: Int32 { Int32(truncatingIfNeeded: rest >> 32) }

    /// The offset from UTC that it was written with, in minutes, east positive.
    public var offsetMinutes: Int16 { Int16(truncatingIfNeeded: rest) }

    /// How many fraction digits it was written with, 0 to 9.
    public var fractionDigits: UInt8 { UInt8(truncatingIfNeeded: rest >> 16) }

    /// Creates a timestamp, or `nil` where a part is out of its range.
    ///
    /// - Parameters:
    ///   - secondsSinceEpoch: from 0000-01-01 to 9999-12-31 in local time.
    ///   - nanoseconds: 0 to 999,999,999.
    ///   - offsetMinutes: -1,439 to 1,439.
    ///   - fractionDigits: 0 to 9.
    public init?(
        secondsSinceEpoch: Int64, nanoseconds: Int32 = 0, offsetMinutes: Int16 = 0, fractionDigits: UInt8 = 0
    ) {
        let local = secondsSinceEpoch.addingReportingOverflow(Int64(offsetMinutes) * 60)
        guard !local.overflow, (-62_167_219_200..<253_402_300_800).contains(local.partialValue),
            (0..<1_000_000_000).contains(nanoseconds), (-1439...1439).contains(offsetMinutes), fractionDigits <= 9
        else { return nil }
        self.secondsSinceEpoch = secondsSinceEpoch
        rest = Int64(nanoseconds) << 32 | Int64(fractionDigits) << 16 | Int64(UInt16(bitPattern: offsetMinutes))
    }
}

extension Timestamp: Comparable {
    /// Whether the left moment is before the right one, whatever the offsets.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        (left.secondsSinceEpoch, left.nanoseconds) < (right.secondsSinceEpoch, right.nanoseconds)
    }
}
