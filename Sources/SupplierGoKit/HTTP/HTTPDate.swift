import FoundationEssentials

/// Reads HTTP's dates, in any of their three forms (RFC 9110, section 5.6.7), and writes them in the one that is for writing.
enum HTTPDate {
    /// The date; `nil` for text that is not one.
    ///
    /// Days of the week are passed over: a date that is written with a wrong one is still a date.
    ///
    /// - Parameter now: tells the century of a year of two digits.
    static func date(_ text: String, at now: Date) -> Date? {
        date(text.utf8.span, at: now)
    }

    /// The date in bytes.
    static func date(_ bytes: Span<UInt8>, at now: Date) -> Date? {
        if let seconds = seconds(inFixed: bytes) { return Date(timeIntervalSince1970: Double(seconds)) }
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

    /// The seconds since 1970 in the form that servers write today (IMF-fixdate), read where its parts stand: every answer
    /// has two or three. All else is `nil` here.
    static func seconds(inFixed text: Span<UInt8>) -> Int? {
        // Of two digits, as all parts are but the year.
        func number(at index: Int) -> Int? {
            text.decimalNumber(at: index, digitCount: 2)
        }
        guard text.count == 29, text[3] == UInt8(ascii: ","), text[7] == UInt8(ascii: " "),
            text[19] == UInt8(ascii: ":"),
            text[22] == UInt8(ascii: ":"), text[26] == UInt8(ascii: "G"), text[27] == UInt8(ascii: "M"),
            text[28] == UInt8(ascii: "T"), let day = number(at: 5), let century = number(at: 12),
            let yearOfCentury = number(at: 14), century >= 19, let hour = number(at: 17), let minute = number(at: 20),
            let second = number(at: 23), (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        let letters = (text[8], text[9], text[10])
        guard let month = monthLetters.firstIndex(where: { $0 == letters }) else { return nil }
        let year = 100 * century + yearOfCentury
        return secondsSince1970(year: year, month: month + 1, day: day) + hour * 3600 + minute * 60 + second
    }

    /// Seconds since 1970 in that form; `nil` for a year before 1900 or after 9999.
    static func fixedText(_ seconds: Int) -> InlineArray<29, UInt8>? {
        guard yearsInSeconds.contains(seconds) else { return nil }
        let days = seconds.dividedRoundingDown(by: 86_400)
        let (date, second) = (GregorianCalendar.date(daysSinceEpoch: days), seconds - days * 86_400)
        var text = InlineArray<29, UInt8>(repeating: UInt8(ascii: " "))
        func write(_ number: Int, at index: Int) {
            let number = UInt8(truncatingIfNeeded: number)
            text[index] = UInt8(ascii: "0") &+ number / 10
            text[index &+ 1] = UInt8(ascii: "0") &+ number % 10
        }
        func write(_ letters: Letters, at index: Int) {
            text[index] = letters.0
            text[index + 1] = letters.1
            text[index + 2] = letters.2
        }
        // 1970 began on a Thursday.
        write(weekdayLetters[(days % 7 + 10) % 7], at: 0)
        text[3] = UInt8(ascii: ",")
        write(date.day, at: 5)
        write(monthLetters[date.month - 1], at: 8)
        write(date.year / 100, at: 12)
        write(date.year % 100, at: 14)
        write(second / 3600, at: 17)
        text[19] = UInt8(ascii: ":")
        write(second / 60 % 60, at: 20)
        text[22] = UInt8(ascii: ":")
        write(second % 60, at: 23)
        write((UInt8(ascii: "G"), UInt8(ascii: "M"), UInt8(ascii: "T")), at: 26)
        return text
    }

    private typealias Letters = (UInt8, UInt8, UInt8)

    private static func letters(of name: String) -> Letters {
        let bytes = Array(name.utf8)
        return (bytes[0], bytes[1], bytes[2])
    }

    /// The years from 1900 to 9999.
    private static let yearsInSeconds =
        secondsSince1970(year: 1900, month: 1, day: 1)..<secondsSince1970(year: 10_000, month: 1, day: 1)

    private static let monthLetters = months.map(letters)

    private static let weekdayLetters = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map(letters)

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func date(year: Int, month: Substring, day: Substring, time: Substring) -> Date? {
        let clock = time.split(separator: ":").compactMap { Int($0) }
        guard let index = months.firstIndex(where: { $0 == month }), let day = Int(day), (1...31).contains(day),
            (1900...9999).contains(year), clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]),
            (0...60).contains(clock[2])
        else { return nil }
        let seconds = secondsSince1970(year: year, month: index + 1, day: day)
        return Date(timeIntervalSince1970: Double(seconds + clock[0] * 3600 + clock[1] * 60 + clock[2]))
    }

    /// A two-digit year is never more than 50 years ahead.
    private static func fullYear(_ year: Int, at now: Date) -> Int {
        let current = 1970 + Int(now.timeIntervalSince1970 / 31_556_952)
        let candidate = current / 100 * 100 + year
        if candidate > current + 50 { return candidate - 100 }
        return candidate + 50 < current ? candidate + 100 : candidate
    }

    private static func secondsSince1970(year: Int, month: Int, day: Int) -> Int {
        GregorianCalendar.daysSinceEpoch(year: year, month: month, day: day) * 86_400
    }
}
