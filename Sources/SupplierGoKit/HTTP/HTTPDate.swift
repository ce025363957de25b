/// Reads HTTP's dates, in any of their three forms (RFC 9110, section 5.6.7), and writes them in the one that is for
/// writing.
///
/// Only the case of letters is free, as is which day of the week is named.
package enum HTTPDate {
    /// The date; `nil` for text that is not one.
    ///
    /// - Parameter now: tells the century of a year of two digits.
    static func date(_ text: String, at now: Date) -> Date? {
        date(text.utf8.span, at: now)
    }

    /// The date in bytes.
    static func date(_ bytes: Span<UInt8>, at now: Date) -> Date? {
        let fixed =
            seconds(inFixed: bytes) ?? fixedText(ofObsolete: bytes, at: now).flatMap { seconds(inFixed: $0.utf8.span) }
        return fixed.map { Date(timeIntervalSince1970: Double($0)) }
    }

    /// The seconds since 1970 in the form that servers write today (IMF-fixdate), read at fixed indices: every response
    /// has two or three. All else is `nil` here.
    static func seconds(inFixed text: Span<UInt8>) -> Int? {
        // Of two digits, as all parts are but the year.
        func number(at index: Int) -> Int? {
            text.decimalNumber(at: index, digitCount: 2)
        }
        guard text.count == 29, text[3] == UInt8(ascii: ","), text[4] == blank, text[7] == blank, text[11] == blank,
            text[16] == blank, text[19] == UInt8(ascii: ":"), text[22] == UInt8(ascii: ":"), text[25] == blank,
            text.extracting(26...).isEqualIgnoringCase(to: "GMT".utf8.span), let day = number(at: 5),
            let century = number(at: 12), let yearOfCentury = number(at: 14), century >= 19, let hour = number(at: 17),
            let minute = number(at: 20), let second = number(at: 23), hour < 24, minute < 60, second <= 60,
            index(of: text.extracting(..<3), in: weekdayLetters) != nil,
            let month = index(of: text.extracting(8..<11), in: monthLetters).map({ $0 + 1 })
        else { return nil }
        let year = 100 * century + yearOfCentury
        guard day > 0, day <= GregorianCalendar.daysIn(month: month, year: year) else { return nil }
        return secondsSince1970(year: year, month: month, day: day) + hour * 3600 + minute * 60 + second
    }

    /// Seconds since 1970 in that form; `nil` for a year before 1900 or after 9999.
    package static func fixedText(_ seconds: Int) -> InlineArray<29, UInt8>? {
        guard yearsInSeconds.contains(seconds) else { return nil }
        let days = seconds.dividedRoundingDown(by: 86_400)
        let (date, second) = (GregorianCalendar.date(daysSinceEpoch: days), seconds - days * 86_400)
        var text = InlineArray<29, UInt8>(repeating: blank)
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

    private static let blank = UInt8(ascii: " ")

    private typealias Letters = (UInt8, UInt8, UInt8)

    private static func letters(of name: String) -> Letters {
        let bytes = Array(name.utf8)
        return (bytes[0], bytes[1], bytes[2])
    }

    /// The years from 1900 to 9999.
    private static let yearsInSeconds =
        secondsSince1970(year: 1900, month: 1, day: 1)..<secondsSince1970(year: 10_000, month: 1, day: 1)

    private static let monthLetters = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ].map(letters)

    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    private static let weekdayLetters = weekdays.map(letters)

    /// The index of a name's first letters, in any case.
    private static func index(of text: Span<UInt8>, in names: [Letters]) -> Int? {
        let lower: UInt8 = 0x20
        let (first, second, third) = (text[0] | lower, text[1] | lower, text[2] | lower)
        return names.firstIndex { $0.0 | lower == first && $0.1 == second && $0.2 == third }
    }

    /// A date in one of the two obsolete forms as it is written today; `nil` for text that cannot be one.
    private static func fixedText(ofObsolete text: Span<UInt8>, at now: Date) -> String? {
        func part(_ range: Range<Int>) -> String { String(decoding: text.extracting(range)) }
        if let comma = text.firstIndex(of: UInt8(ascii: ","), from: 0) {
            // RFC 850: "Sunday, 06-Nov-94 08:49:37 GMT".
            guard text.count == comma + 24, text[comma + 4] == UInt8(ascii: "-"), text[comma + 8] == UInt8(ascii: "-"),
                weekdays.contains(where: { text.extracting(..<comma).isEqualIgnoringCase(to: $0.utf8.span) }),
                let year = text.decimalNumber(at: comma + 9, digitCount: 2)
            else { return nil }
            let date = part(comma..<comma + 4) + " " + part(comma + 5..<comma + 8)
            return part(0..<3) + date + " \(fullYear(year, at: now))" + part(comma + 11..<text.count)
        }
        // asctime(): "Sun Nov  6 08:49:37 1994".
        guard text.count == 24, text[3] == blank, text[19] == blank else { return nil }
        let day = text[8] == blank ? "0" + part(9..<10) : part(8..<10)
        return part(0..<3) + ", " + day + part(7..<8) + part(4..<7) + part(19..<24) + part(10..<19) + " GMT"
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
