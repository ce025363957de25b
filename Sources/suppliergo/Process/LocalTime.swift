import FoundationEssentials
internal import Glibc

/// Points in time for people, in the process's time zone (`TZ`).
enum LocalTime {
    /// Names a minute: `21 January 2021, 09:11`.
    static func formatted(_ date: Date) -> String {
        var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
        var parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return "an unknown time" }
        let (year, month, day) = unsafe (Int(parts.tm_year) + 1900, Int(parts.tm_mon), parts.tm_mday)
        let (hour, minute) = unsafe (parts.tm_hour, parts.tm_min)
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(day) \(months[month % 12]) \(year), \(twoDigits(hour)):\(twoDigits(minute))"
    }
}
