import FoundationEssentials
internal import Glibc
import SupplierGoKit

/// The conventions for numbers and dates; English if the process adopts no others. The kit writes numbers, sizes and
/// ages by them (`Count`, `ByteCount`, `Age`).
struct LocaleConventions: Sendable {
    var numbers = NumberConventions()

    /// The locale that names days, or `nil` for English, and the form of its dates for `strftime(3)`.
    private var dates: SystemLocale?
    private var dateFormat = "%-d %B %Y"

    private static let adopted = Lock(LocaleConventions())

    private init() {}

    /// The process's conventions.
    static var current: LocaleConventions { adopted.withLock { $0 } }

    /// Makes them the process's conventions, before anything is printed.
    func adopt() {
        numbers.adopt()
        Self.adopted.withLock { $0 = self }
    }

    /// The conventions of the locales that `LC_ALL`, `LC_NUMERIC`, `LC_TIME` and `LANG` name (`locale(7)`).
    ///
    /// They stay English if none is named, the locale is `C` or `POSIX`, or is not installed for UTF-8.
    init(_ environment: Environment) {
        if let locale = Self.open(LC_NUMERIC, named: ["LC_ALL", "LC_NUMERIC", "LANG"], in: environment) {
            numbers.decimalPoint = locale.text(of: RADIXCHAR)
            numbers.groupSeparator = locale.text(of: THOUSEP)
            numbers.groupSizes = locale.text(of: __GROUPING).utf8.map { $0 < 0x7f ? Int($0) : 0 }
        }
        dates = Self.open(LC_TIME, named: ["LC_ALL", "LC_TIME", "LANG"], in: environment)
        if let format = dates?.text(of: D_FMT) {
            // A year of two digits could be mistaken for the day.
            dateFormat = format.replacing("%D", with: "%m/%d/%Y").replacing("%y", with: "%Y")
        }
    }

    private static func open(
        _ category: Int32, named variables: [EnvironmentVariable], in environment: Environment
    ) -> SystemLocale? {
        guard let name = variables.lazy.compactMap({ environment[$0] }).first, name != "C", name != "POSIX",
            !name.hasPrefix("C.")
        else { return nil }
        return SystemLocale(name, category: category)
    }

    /// Names a day. Months count from 1.
    func day(_ year: Int, _ month: Int, _ day: Int) -> String {
        var parts = unsafe tm()
        unsafe (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
        // Finds the day of the week, which some formats name.
        _ = unsafe timegm(&parts)
        var characters = [CChar](repeating: 0, count: 256)
        // The process has adopted no locale: its own names are English.
        func write() -> Int { unsafe strftime(&characters, characters.count, dateFormat, &parts) }
        let count = dates?.whileCurrent(write) ?? write()
        return String(decoding: characters[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Points in time for people, in the process's time zone (`TZ`).
enum LocalTime {
    /// Names a minute, in English `21 January 2021, 09:11`.
    ///
    /// - Parameter now: the time now; the day is left out if it is this one's. Default `nil`: the day is named.
    static func formatted(_ date: Date, at now: Date? = nil) -> String {
        var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
        var parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return "an unknown time" }
        let (year, month, day) = unsafe (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
        let (hour, minute) = unsafe (Int(parts.tm_hour), Int(parts.tm_min))
        let named = LocaleConventions.current.day(year, month, day) + ", "
        let time = "\(hour.twoDigits):\(minute.twoDigits)"
        return now.map { formatted($0).hasPrefix(named) } == true ? time : named + time
    }

    /// Names the day of a date-time as the locale does, in the offset that it was written with: `21 January 2021`.
    ///
    /// - Parameter timestamp: begins with a day, as `2021-01-21`; other text is returned as it is.
    static func day(of timestamp: String) -> String {
        let parts = timestamp.prefix(10).split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return timestamp }
        return LocaleConventions.current.day(parts[0], parts[1], parts[2])
    }
}

extension Int {
    /// The number with a leading zero if it has one digit, as in `09:05`.
    var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
