import FoundationEssentials

/// Reads HTTP's dates, in any of their three forms (RFC 9110, section 5.6.7).
enum HTTPDate {
    /// The date, or `nil` for what is none.
    ///
    /// Days of the week are passed over: a date that is written with a wrong one is still a date.
    ///
    /// - Parameter now: tells the century of a year of two digits.
    static func date(_ text: String, at now: Date) -> Date? {
        date(text.utf8.span, at: now)
    }

    /// The date in bytes.
    static func date(_ bytes: Span<UInt8>, at now: Date) -> Date? {
        if let date = fixedDate(bytes) { return date }
        let text = String(decoding: [UInt8](copying: bytes), as: UTF8.self)
        let words = text.split { $0 == " " || $0 == "," || $0 == "-" }
        if words.count == 6, words[5] == "GMT", let year = Int(words[3]) {
            // IMF-fixdate, or the obsolete one of RFC 850, whose years have two digits.
            let fullYear = words[3].count == 2 ? Self.fullYear(year, at: now) : year
            return date(year: fullYear, month: words[2], day: words[1], time: words[4])
        }
        // asctime
        guard words.count == 5, let year = Int(words[4]) else { return nil }
        return date(year: year, month: words[1], day: words[2], time: words[3])
    }

    /// The form that servers write today, read where its parts stand: every look at a cached entry reads one or two. All
    /// else is `nil` here.
    private static func fixedDate(_ text: Span<UInt8>) -> Date? {
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for index in range {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[index]) else { return nil }
                value = value * 10 + Int(text[index] - UInt8(ascii: "0"))
            }
            return value
        }
        guard text.count == 29, text[3] == UInt8(ascii: ","), text[7] == UInt8(ascii: " "),
            text[19] == UInt8(ascii: ":"),
            text[22] == UInt8(ascii: ":"), text[26] == UInt8(ascii: "G"), text[27] == UInt8(ascii: "M"),
            text[28] == UInt8(ascii: "T"), let day = number(5..<7), let year = number(12..<16), year >= 1900,
            let hour = number(17..<19), let minute = number(20..<22), let second = number(23..<25),
            (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        let letters = (text[8], text[9], text[10])
        guard let month = monthLetters.firstIndex(where: { $0 == letters }) else { return nil }
        let seconds = daysSince1970(year: year, month: month + 1, day: day) * 86_400
        return Date(timeIntervalSince1970: Double(seconds + hour * 3600 + minute * 60 + second))
    }

    private static let monthLetters = months.map { month in
        let bytes = Array(month.utf8)
        return (bytes[0], bytes[1], bytes[2])
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func date(year: Int, month: Substring, day: Substring, time: Substring) -> Date? {
        let clock = time.split(separator: ":").compactMap { Int($0) }
        guard let index = months.firstIndex(where: { $0 == month }), let day = Int(day), (1...31).contains(day),
            (1900...9999).contains(year), clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]),
            (0...60).contains(clock[2])
        else { return nil }
        let seconds = daysSince1970(year: year, month: index + 1, day: day) * 86_400
        return Date(timeIntervalSince1970: Double(seconds + clock[0] * 3600 + clock[1] * 60 + clock[2]))
    }

    /// A two-digit year is never more than 50 years ahead.
    private static func fullYear(_ year: Int, at now: Date) -> Int {
        let current = 1970 + Int(now.timeIntervalSince1970 / 31_556_952)
        let candidate = current / 100 * 100 + year
        if candidate > current + 50 { return candidate - 100 }
        return candidate + 50 < current ? candidate + 100 : candidate
    }

    /// Days by the Gregorian calendar, counted in years that begin in March, so that the leap day is their last.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
