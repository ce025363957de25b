/// A time as catalogs write it: an RFC 3339 date-time, with the offset and the fraction digits it was given in.
///
/// Two timestamps are equal if they were written alike. They are ordered by the time they name.
public struct Timestamp: Sendable, Hashable {
    /// Whole seconds since 1970-01-01T00:00:00Z, negative before.
    public let secondsSinceEpoch: Int64

    /// The fraction of the second, 0 to 999,999,999 nanoseconds.
    public let nanoseconds: Int32

    /// The offset from UTC that it was written with, in minutes, east positive.
    public let offsetMinutes: Int16

    /// The number of fraction digits it was written with, 0 to 9.
    public let fractionDigits: UInt8

    /// Creates a timestamp, or `nil` if a part is out of its range.
    ///
    /// - Parameters:
    ///   - secondsSinceEpoch: from 0000-01-01 to 9999-12-31 in local time.
    ///   - nanoseconds: 0 to 999,999,999. Default 0.
    ///   - offsetMinutes: -1,439 to 1,439. Default 0.
    ///   - fractionDigits: 0 to 9. Default 0.
    public init?(
        secondsSinceEpoch: Int64, nanoseconds: Int32 = 0, offsetMinutes: Int16 = 0, fractionDigits: UInt8 = 0
    ) {
        let local = secondsSinceEpoch.addingReportingOverflow(Int64(offsetMinutes) * 60)
        guard !local.overflow, (-62_167_219_200..<253_402_300_800).contains(local.partialValue),
            (0..<1_000_000_000).contains(nanoseconds), (-1439...1439).contains(offsetMinutes), fractionDigits <= 9
        else { return nil }
        self.secondsSinceEpoch = secondsSinceEpoch
        self.nanoseconds = nanoseconds
        self.offsetMinutes = offsetMinutes
        self.fractionDigits = fractionDigits
    }
}

extension Timestamp {
    /// Creates a timestamp in UTC, to the nearest millisecond. A date outside the years 0 to 9999 becomes the nearest
    /// one.
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

extension Timestamp: Comparable {
    /// The left time is before the right one, whatever the offsets.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        (left.secondsSinceEpoch, left.nanoseconds) < (right.secondsSinceEpoch, right.nanoseconds)
    }
}

// MARK: Reading

extension Timestamp {
    /// Parses an RFC 3339 date-time, whose offset may lack its colon; `nil` if the text is not one.
    public init?(_ text: String) {
        self.init(utf8: text.utf8.span)
    }

    /// Parses an RFC 3339 date-time (section 5.6) in UTF-8; `nil` if the bytes are not one.
    ///
    /// `T` and `Z` may be in lower case. The second 60 is read as the first of the next minute, but only if it may
    /// be a leap second (23:59:60 UTC). An offset may be written without its colon, as ISO 8601 allows in its basic
    /// format.
    package init?(utf8 text: Span<UInt8>) {
        guard text.count >= 20, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            text[10] | 0x20 == UInt8(ascii: "t"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
            let year = text.decimalNumber(at: 0, digitCount: 4), let month = text.decimalNumber(at: 5, digitCount: 2),
            let day = text.decimalNumber(at: 8, digitCount: 2), let hour = text.decimalNumber(at: 11, digitCount: 2),
            let minute = text.decimalNumber(at: 14, digitCount: 2),
            let second = text.decimalNumber(at: 17, digitCount: 2),
            (1...12).contains(month), (1...GregorianCalendar.daysIn(month: month, year: year)).contains(day),
            hour <= 23, minute <= 59, second <= 60,
            let (fraction, digits) = Self.fraction(in: text, at: 19),
            let offset = Self.offset(in: text, at: digits == 0 ? 19 : 20 + digits)
        else { return nil }
        let days = GregorianCalendar.daysSinceEpoch(year: year, month: month, day: day)
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset * 60
        if second == 60 && seconds % 86_400 != 0 { return nil }
        self.init(
            secondsSinceEpoch: Int64(seconds), nanoseconds: Int32(fraction), offsetMinutes: Int16(offset),
            fractionDigits: UInt8(digits))
    }

    /// Brings the date at the end of a text into the form of ``description``; removes one that is unreadable.
    ///
    /// - Parameter dropsEarly: dates before 1753 are removed too: other systems write them for none.
    /// - Returns: false if it is unreadable.
    static func normalize(_ text: inout [UInt8], from start: Int, dropsEarly: Bool) -> Bool {
        let date = Array(text[start...])
        guard !date.isEmpty, !isAsWritten(date.span, orEarly: !dropsEarly) else { return true }
        guard let written = Timestamp(inAnyForm: String(decoding: date, as: UTF8.self))?.description else {
            text.removeSubrange(start...)
            return false
        }
        let isDropped = dropsEarly && isEarly(written.utf8.span)
        text.replaceSubrange(start..., with: isDropped ? [] : Array(written.utf8))
        return true
    }

    /// The date-time is before 1753.
    private static func isEarly(_ text: Span<UInt8>) -> Bool { text.halfWord(at: 0).byteSwapped < 0x3137_3533 }

    /// The bytes are an RFC 3339 date-time in the form of ``description``: `T` and `Z` in upper case, `Z` for an
    /// offset of zero, no leap second.
    ///
    /// - Parameter takesEarly: it may be before 1753. Default `true`.
    static func isAsWritten(_ text: Span<UInt8>, orEarly takesEarly: Bool = true) -> Bool {
        if isUsual(text) { return takesEarly || !isEarly(text) }
        guard let timestamp = Timestamp(utf8: text) else { return false }
        let hasOffset = timestamp.offsetMinutes != 0 && text[text.count - 3] == UInt8(ascii: ":")
        return (takesEarly || !isEarly(text)) && text[10] == UInt8(ascii: "T") && text[17] != UInt8(ascii: "6")
            && (hasOffset || text[text.count - 1] == UInt8(ascii: "Z"))
    }

    /// The bytes are a date-time like `2021-01-21T09:11:16.040Z`, with a day from 1 to 28: three words tell.
    @inline(__always)
    private static func isUsual(_ text: Span<UInt8>) -> Bool {
        guard text.count == 24 else { return false }
        // The digits as their values, and zero for the signs that stand where they should: `-`, `-`, `T`, `:`, `:`,
        // `.`, `Z`.
        let (first, second, third) = (
            text.word(at: 0) ^ 0x2d30_302d_3030_3030, text.word(at: 8) ^ 0x3030_3a30_3054_3030,
            text.word(at: 16) ^ 0x5a30_3030_2e30_303a
        )
        // Only the digits of a byte carry into its high bit with 0x76 added.
        let nines: UInt64 = 0x7676_7676_7676_7676
        let excess = (first &+ nines) | (second &+ nines) | (third &+ nines) | first | second | third
        let signs = (first & 0xff00_00ff_0000_0000) | (second & 0x0000_ff00_00ff_0000) | (third & 0xff00_0000_ff00_00ff)
        func number(_ word: UInt64, _ shift: UInt64) -> UInt64 {
            10 &* (word >> shift & 0xff) &+ word >> (shift &+ 8) & 0xff
        }
        return excess & 0x8080_8080_8080_8080 == 0 && signs == 0 && 1...12 ~= number(first, 40)
            && 1...28 ~= number(second, 0) && number(second, 24) < 24 && number(second, 48) < 60
            && number(third, 8) < 60
    }

    /// The nanoseconds and the number of digits of the fraction at an index; zero if there is none.
    private static func fraction(in text: Span<UInt8>, at start: Int) -> (nanoseconds: Int, digits: Int)? {
        guard text[start] == UInt8(ascii: ".") else { return (0, 0) }
        let digits = text.extracting((start + 1)..<text.digitsEnd(from: start + 1))
        guard digits.count <= 9, var nanoseconds = digits.decimalNumber else { return nil }
        for _ in digits.count..<9 { nanoseconds *= 10 }
        return (nanoseconds, digits.count)
    }

    /// The offset in minutes from an index to the end: `Z`, or a sign and `hh:mm` or `hhmm`.
    private static func offset(in text: Span<UInt8>, at start: Int) -> Int? {
        guard start < text.count else { return nil }
        if text[start] | 0x20 == UInt8(ascii: "z") { return start + 1 == text.count ? 0 : nil }
        let minutesStart = text.count - 2
        guard text[start] == UInt8(ascii: "+") || text[start] == UInt8(ascii: "-"),
            start + 3 == minutesStart || start + 4 == minutesStart && text[start + 3] == UInt8(ascii: ":"),
            let hours = text.decimalNumber(at: start + 1, digitCount: 2), hours <= 23,
            let minutes = text.decimalNumber(at: minutesStart, digitCount: 2), minutes <= 59
        else { return nil }
        return (hours * 60 + minutes) * (text[start] == UInt8(ascii: "-") ? -1 : 1)
    }

    // MARK: Other forms

    /// Reads a date in any of the forms that other systems write; `nil` if it has none of them.
    ///
    /// An RFC 3339 date-time, also with a blank in place of `T`, without seconds or without an offset (UTC), or with
    /// one as `+01`, `UTC` or `GMT`, also after a blank; a day, as `2024-01-31`, `2024/01/31`, `31.01.2024` or
    /// `20240131`; `/Date(ms)/`; or a number since 1970, from 10^8 on of seconds, from 10^11 on of milliseconds.
    /// Smaller numbers could be anything: a spreadsheet's days, a year.
    package init?(inAnyForm text: String) {
        let written = text.trimmed
        if written.hasPrefix("/Date("), written.hasSuffix(")/") {
            // An offset after the number says in which zone it was, and does not change it.
            let number = written.dropFirst(6).dropLast(2).prefix { $0 == "-" || $0.isNumber }
            guard let milliseconds = Int64(number) else { return nil }
            self.init(millisecondsSinceEpoch: milliseconds)
            return
        }
        let isDay = written.utf8.count == 8 && written.utf8.allSatisfy { $0.decimalValue != nil }
        if !isDay, let number = Double(written), number.isFinite {
            guard 1e8..<1e15 ~= number.magnitude else { return nil }
            let milliseconds = number.magnitude < 1e11 ? number * 1000 : number
            self.init(millisecondsSinceEpoch: Int64(milliseconds.rounded()))
            return
        }
        let end = written.firstIndex { "Tt ,".contains($0) } ?? written.endIndex
        let digits = Array(written[..<end])
        let parts = isDay ? [digits[..<4], digits[4..<6], digits[6...]] : digits.split { "-/.".contains($0) }
        guard let date = Self.date(of: parts.map { String($0) }, separatedBy: digits.first { !$0.isNumber } ?? "-")
        else { return nil }
        let rest = written[end...].drop { "Tt ,".contains($0) }
        var clock = rest.prefix { $0.isNumber || ":.".contains($0) }.description
        var zone = rest.dropFirst(clock.count).description.trimmed
        if clock.dropFirst().first == ":" { clock = "0" + clock }
        if clock.isEmpty { clock = "00:00" }
        if clock.count == 5 { clock += ":00" }
        if ["", "UTC", "GMT"].contains(zone) { zone = "Z" }
        if zone.count == 3 { zone += ":00" }
        guard let timestamp = Self("\(date)T\(clock)\(zone)") else { return nil }
        self = timestamp
    }

    /// The day of three numbers as RFC 3339 writes it: with dots the day may be first, else the year is.
    private static func date(of parts: [String], separatedBy separator: Character) -> String? {
        let parts = separator == "." && parts.last?.count == 4 ? parts.reversed() : parts
        guard parts.count == 3, parts[0].count == 4, parts[1...].allSatisfy({ 1...2 ~= $0.count }) else { return nil }
        // "0000-00-00", which databases have for no date, is as early as dates that a map takes for none.
        if parts[0] == "0000" { return "0000-01-01" }
        return parts.map { $0.count == 1 ? "0" + $0 : $0 }.joined(separator: "-")
    }

    private init?(millisecondsSinceEpoch milliseconds: Int64) {
        let seconds = milliseconds.dividedRoundingDown(by: 1000)
        let rest = milliseconds - seconds * 1000
        self.init(
            secondsSinceEpoch: seconds, nanoseconds: Int32(rest) * 1_000_000, fractionDigits: rest == 0 ? 0 : 3)
    }
}

extension Timestamp: Decodable {
    /// Decodes an RFC 3339 date-time.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard let timestamp = Self(try value.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "expected an RFC 3339 date-time")
        }
        self = timestamp
    }
}

// MARK: Writing

extension Timestamp: CustomStringConvertible {
    /// The RFC 3339 text, with the offset and the fraction digits it was given in; offset zero is `Z`.
    public var description: String {
        let local = secondsSinceEpoch + Int64(offsetMinutes) * 60
        let days = local.dividedRoundingDown(by: 86_400)
        let second = Int(local - days * 86_400)
        let date = GregorianCalendar.date(daysSinceEpoch: Int(days))
        let time = "\(Self.padded(second / 3600)):\(Self.padded(second / 60 % 60)):\(Self.padded(second % 60))"
        let fraction = fractionDigits > 0 ? "." + Self.padded(Int(nanoseconds), 9).prefix(Int(fractionDigits)) : ""
        let offset = Int(offsetMinutes.magnitude)
        let zone = (offsetMinutes < 0 ? "-" : "+") + "\(Self.padded(offset / 60)):\(Self.padded(offset % 60))"
        return "\(Self.padded(date.year, 4))-\(Self.padded(date.month))-\(Self.padded(date.day))T\(time)\(fraction)"
            + (offset == 0 ? "Z" : zone)
    }

    /// A number with zeros in front.
    private static func padded(_ number: Int, _ digitCount: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: digitCount - digits.utf8.count) + digits
    }
}
