/// Reads HTTP's dates, in any of their three forms (RFC 9110, section 5.6.7), and writes them in the one that is for
/// writing.
///
/// Only the case of letters is free, as is which day of the week is named.
package enum HTTPDate {
    /// The date; `nil` for text that is not one.
    ///
    /// - Parameter now: tells the century of a year of two digits.
    static func date(_ text: String, at now: Date) -> Date? {
        let bytes = text.utf8.span
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
            weekdayLetters.contains(letters(of: text)),
            let month = monthLetters.firstIndex(of: letters(of: text.extracting(8..<11))).map({ $0 + 1 })
        else { return nil }
        let year = 100 * century + yearOfCentury
        guard day > 0, day <= GregorianCalendar.daysIn(month: month, year: year) else { return nil }
        return secondsSince1970(year: year, month: month, day: day) + hour * 3600 + minute * 60 + second
    }

    /// Seconds since 1970 in that form; `nil` for a year before 1900 or after 9999.
    package static func fixedText(_ seconds: Int) -> String? {
        guard yearsInSeconds.contains(seconds) else { return nil }
        let days = seconds.dividedRoundingDown(by: 86_400)
        let (date, second) = (GregorianCalendar.date(daysSinceEpoch: days), seconds - days * 86_400)
        return String(capacity: 29) { text in
            // 1970 began on a Thursday.
            text.append(copying: weekdays[(days % 7 + 10) % 7].utf8.span.extracting(first: 3))
            append(", ", date.day, to: &text)
            text.append(blank)
            text.append(copying: months[date.month - 1].utf8.span)
            append(" ", date.year / 100, to: &text)
            append("", date.year % 100, to: &text)
            append(" ", second / 3600, to: &text)
            append(":", second / 60 % 60, to: &text)
            append(":", second % 60, to: &text)
            text.append(copying: " GMT".utf8.span)
        }
    }

    /// Appends a mark and two digits.
    private static func append(_ mark: String, _ number: Int, to text: inout OutputSpan<UInt8>) {
        text.append(copying: mark.utf8.span)
        text.append(UInt8(ascii: "0") + UInt8(number / 10))
        text.append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    private static let blank = UInt8(ascii: " ")

    /// The years from 1900 to 9999.
    private static let yearsInSeconds =
        secondsSince1970(year: 1900, month: 1, day: 1)..<secondsSince1970(year: 10_000, month: 1, day: 1)

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    private static let monthLetters = months.map { letters(of: $0.utf8.span) }

    private static let weekdayLetters = weekdays.map { letters(of: $0.utf8.span) }

    /// The first three letters, in lower case, in one word.
    private static func letters(of name: Span<UInt8>) -> UInt32 {
        (UInt32(name[0]) << 16 | UInt32(name[1]) << 8 | UInt32(name[2])) | 0x20_2020
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
