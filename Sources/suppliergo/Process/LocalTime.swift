import FoundationEssentials
internal import Glibc

/// Points in time for people, in the process's time zone (`TZ`).
enum LocalTime {
    /// Names a minute, in English `21 January 2021, 09:11`.
    static func formatted(_ date: Date) -> String {
        var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
        var parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return "an unknown time" }
        let (year, month, day) = unsafe (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
        let (hour, minute) = unsafe (Int(parts.tm_hour), Int(parts.tm_min))
        return Day.formatted(year: year, month: month, day: day) + ", \(hour.twoDigits):\(minute.twoDigits)"
    }
}
