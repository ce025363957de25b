import SupplierGoKit

/// Calendar days for people.
enum Day {
    /// Names the day of a date-time as the locale does, in the offset that it was written with: `21 January 2021`.
    ///
    /// - Parameter timestamp: begins with a day, as `2021-01-21`; other text is returned as it is.
    static func formatted(timestamp: String) -> String {
        let parts = timestamp.prefix(10).split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return timestamp }
        return LocaleConventions.current.day(parts[0], parts[1], parts[2])
    }
}

extension Int {
    /// The number with a leading zero if it has one digit, as in `09:05`.
    var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
