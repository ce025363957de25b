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
            let date = DigitPairs.date.values(in: text.word(at: 0)),
            let time = DigitPairs.time.values(in: text.word(at: 8) & ~(0x20 << 16)),
            let end = DigitPairs.seconds.values(in: UInt64(text.halfWord(at: 16) & 0xff_ffff))
        else { return nil }
        let (year, month, day) = (100 * date[0] + date[2], date[5], time[0])
        let (hour, minute, second) = (time[3], time[6], end[1])
        guard (1...12).contains(month), (1...GregorianCalendar.daysIn(month: month, year: year)).contains(day),
            hour <= 23, minute <= 59, second <= 60
        else { return nil }
        var index = 19
        var nanoseconds: Int32 = 0
        var digits = 0
        if text[index] == UInt8(ascii: ".") {
            index += 1
            while index < text.count, let digit = Self.number(in: text, at: index, digits: 1) {
                digits += 1
                guard digits <= 9 else { return nil }
                nanoseconds = nanoseconds * 10 + Int32(digit)
                index += 1
            }
            guard digits > 0 else { return nil }
            nanoseconds *= Self.nanoseconds(ofLastOf: digits)
        }
        guard let offset = Self.offset(in: text, at: index) else { return nil }
        let days = GregorianCalendar.daysSinceEpoch(year: year, month: month, day: day)
        let seconds = Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second - offset * 60)
        if second == 60 && seconds % 86_400 != 0 { return nil }
        self.init(
            secondsSinceEpoch: seconds, nanoseconds: nanoseconds, offsetMinutes: Int16(offset),
            fractionDigits: UInt8(digits))
    }

    /// Whether the bytes are an RFC 3339 date-time as a timestamp would write it: not in lower case, not with an offset of
    /// zero in digits, no leap second.
    static func isAsWritten(_ text: Span<UInt8>) -> Bool {
        guard let timestamp = Timestamp(utf8: text) else { return false }
        return text[10] == UInt8(ascii: "T") && text[17] != UInt8(ascii: "6")
            && (timestamp.offsetMinutes != 0 || text[text.count - 1] == UInt8(ascii: "Z"))
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

    /// How many nanoseconds a unit of the last of so many fraction digits is, from 0 to 9.
    @inline(__always)
    private static func nanoseconds(ofLastOf digits: Int) -> Int32 {
        let powers: InlineArray<10, Int32> = [
            1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1000, 100, 10, 1,
        ]
        return powers[digits]
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
        let days = local.dividedRoundingDown(by: 86_400)
        let second = Int(local - days * 86_400)
        let date = GregorianCalendar.date(daysSinceEpoch: Int(days))
        let (century, year) = date.year.quotientAndRemainder(dividingBy: 100)
        output.append(word: DigitPairs.date.text(.init(century, at: 0, year, at: 2, date.month, at: 5)))
        output.append(
            word: DigitPairs.time.text(.init(date.day, at: 0, second / 3600, at: 3, second / 60 % 60, at: 6)))
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
