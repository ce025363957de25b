extension Timestamp {
    /// Parses an RFC 3339 date-time, or gives `nil` where the text is none.
    public init?(_ text: String) {
        self.init(utf8: text.utf8.span)
    }

    /// Parses an RFC 3339 date-time (section 5.6) in UTF-8, or gives `nil` where the bytes are none.
    ///
    /// `T` and `Z` may be in lower case; the second 60 is taken as the first of the next minute, where a leap second
    /// may stand (23:59:60 UTC).
    public init?(utf8 text: Span<UInt8>) {
        guard text.count >= 20,
            let year = Self.number(in: text, at: 0, digits: 4), text[4] == UInt8(ascii: "-"),
            let month = Self.number(in: text, at: 5, digits: 2), text[7] == UInt8(ascii: "-"),
            let day = Self.number(in: text, at: 8, digits: 2), text[10] | 0x20 == UInt8(ascii: "t"),
            let hour = Self.number(in: text, at: 11, digits: 2), text[13] == UInt8(ascii: ":"),
            let minute = Self.number(in: text, at: 14, digits: 2), text[16] == UInt8(ascii: ":"),
            let second = Self.number(in: text, at: 17, digits: 2),
            (1...12).contains(month), (1...Self.daysIn(month: month, year: year)).contains(day),
            hour <= 23, minute <= 59, second <= 60
        else { return nil }
        var end = 19
        var nanoseconds: Int32 = 0
        var digits = 0
        if text[end] == UInt8(ascii: ".") {
            end += 1
            while end < text.count, let digit = Self.number(in: text, at: end, digits: 1) {
                digits += 1
                guard digits <= 9 else { return nil }
                nanoseconds = nanoseconds * 10 + Int32(digit)
                end += 1
            }
            guard digits > 0 else { return nil }
            for _ in digits..<9 { nanoseconds *= 10 }
        }
        guard let offset = Self.offset(in: text, at: end) else { return nil }
        let days = Self.daysSinceEpoch(year: year, month: month, day: day)
        let seconds = Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second - offset * 60)
        if second == 60 && seconds % 86_400 != 0 { return nil }
        self.init(
            secondsSinceEpoch: seconds, nanoseconds: nanoseconds, offsetMinutes: Int16(offset),
            fractionDigits: UInt8(digits))
    }

    /// The offset in minutes that stands from `start` to the end: `Z`, `+hh:mm` or `-hh:mm`.
    private static func offset(in text: Span<UInt8>, at start: Int) -> Int? {
        guard start < text.count else { return nil }
        if text[start] | 0x20 == UInt8(ascii: "z") { return start + 1 == text.count ? 0 : nil }
        guard start + 6 == text.count, text[start] == UInt8(ascii: "+") || text[start] == UInt8(ascii: "-"),
            let hours = number(in: text, at: start + 1, digits: 2), hours <= 23,
            text[start + 3] == UInt8(ascii: ":"),
            let minutes = number(in: text, at: start + 4, digits: 2), minutes <= 59
        else { return nil }
        return (hours * 60 + minutes) * (text[start] == UInt8(ascii: "-") ? -1 : 1)
    }

    @inline(__always)
    private static func number(in text: Span<UInt8>, at start: Int, digits: Int) -> Int? {
        guard start + digits <= text.count else { return nil }
        var value = 0
        for index in start..<start + digits {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value
    }

    static func daysIn(month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01 in the proleptic Gregorian calendar, counted in 400-year eras that begin in March.
    static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
        let shifted = year + 400 - (month <= 2 ? 1 : 0)
        let era = shifted / 400
        let yearOfEra = shifted % 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (era - 1) * 146_097 + dayOfEra - 719_468
    }

    /// The year, month and day of a count of days since 1970-01-01, from year 0 to 9999.
    ///
    /// After Neri and Schneider, "Euclidean affine functions and their application to calendar algorithms" (2022), where
    /// years begin in March: a division by what is no power of two becomes a multiplication where that is exact.
    static func date(daysSinceEpoch days: Int) -> (year: Int, month: Int, day: Int) {
        let quarters = 4 * UInt64(days + 719_468 + 146_097) + 3
        let (century, quartersOfCentury) = (quarters / 146_097, quarters % 146_097 | 3)
        let product = 2_939_745 * quartersOfCentury
        let dayOfYear = (product & 0xffff_ffff) / 2_939_745 / 4
        let months = 2141 * dayOfYear + 197_913
        let (month, day) = (Int(months >> 16), Int(months & 0xffff) / 2141 + 1)
        let isNextYear = dayOfYear >= 306
        return (
            Int(100 * century + product >> 32) - 400 + (isNextYear ? 1 : 0), isNextYear ? month - 12 : month, day
        )
    }
}

extension Timestamp: CustomStringConvertible {
    /// The RFC 3339 text, with the offset and the fraction digits it was given in; offset zero is `Z`.
    public var description: String {
        String(decoding: utf8Text, as: UTF8.self)
    }

    /// ``description`` in UTF-8: 20 to 35 bytes.
    public var utf8Text: [UInt8] {
        [UInt8](capacity: Self.longestText) { write(into: &$0) }
    }

    /// The most bytes that ``utf8Text`` has.
    public static var longestText: Int { 35 }

    /// Adds ``utf8Text`` where bytes are put together; there must be room for ``longestText``.
    public func write(into output: inout OutputSpan<UInt8>) {
        let local = secondsSinceEpoch + Int64(offsetMinutes) * 60
        let days = (local >= 0 ? local : local - 86_399) / 86_400
        let second = Int(local - days * 86_400)
        let date = Self.date(daysSinceEpoch: Int(days))
        Self.writeTwoDigits(of: date.year / 100, into: &output)
        Self.writeTwoDigits(of: date.year % 100, into: &output)
        Self.writeTwoDigits(of: date.month, after: UInt8(ascii: "-"), into: &output)
        Self.writeTwoDigits(of: date.day, after: UInt8(ascii: "-"), into: &output)
        Self.writeTwoDigits(of: second / 3600, after: UInt8(ascii: "T"), into: &output)
        Self.writeTwoDigits(of: second / 60 % 60, after: UInt8(ascii: ":"), into: &output)
        Self.writeTwoDigits(of: second % 60, after: UInt8(ascii: ":"), into: &output)
        if fractionDigits > 0 { output.append(UInt8(ascii: ".")) }
        var fraction = Int(nanoseconds)
        for _ in 0..<fractionDigits {
            fraction *= 10
            output.append(UInt8(ascii: "0") + UInt8(fraction / 1_000_000_000))
            fraction %= 1_000_000_000
        }
        guard offsetMinutes != 0 else {
            output.append(UInt8(ascii: "Z"))
            return
        }
        let sign = UInt8(ascii: offsetMinutes < 0 ? "-" : "+")
        Self.writeTwoDigits(of: abs(Int(offsetMinutes)) / 60, after: sign, into: &output)
        Self.writeTwoDigits(of: abs(Int(offsetMinutes)) % 60, after: UInt8(ascii: ":"), into: &output)
    }

    @inline(__always)
    private static func writeTwoDigits(
        of value: Int, after separator: UInt8? = nil, into output: inout OutputSpan<UInt8>
    ) {
        if let separator { output.append(separator) }
        output.append(UInt8(ascii: "0") + UInt8(value / 10))
        output.append(UInt8(ascii: "0") + UInt8(value % 10))
    }
}
