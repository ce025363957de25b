import FoundationEssentials

/// Reads the `Retry-After` field (RFC 9110, section 10.2.3).
enum RetryAfter {
    /// How long to wait: never negative, and no longer than a century; `nil` for what is neither seconds nor a date.
    static func wait(_ text: String, at now: Date) -> Duration? {
        let century: Int64 = 100 * 366 * 86_400
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return .seconds(min(Int64(text) ?? century, century))
        }
        guard let date = date(text, at: now) else { return nil }
        return .seconds(min(max(0, date.timeIntervalSince(now).rounded(.up)), Double(century)))
    }

    /// An HTTP-date in any of its three forms (RFC 9110, section 5.6.7).
    static func date(_ text: String, at now: Date) -> Date? {
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

    private static func date(year: Int, month: Substring, day: Substring, time: Substring) -> Date? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let clock = time.split(separator: ":").compactMap { Int($0) }
        guard let index = months.firstIndex(of: String(month)), let day = Int(day), (1...31).contains(day),
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
