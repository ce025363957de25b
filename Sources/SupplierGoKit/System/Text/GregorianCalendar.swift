/// Days as years, months and days of the proleptic Gregorian calendar.
enum GregorianCalendar {
    /// The number of days in a month.
    static func daysIn(month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The number of days since 1970-01-01, counted in 400-year eras that begin in March.
    static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
        let shifted = year + 400 - (month <= 2 ? 1 : 0)
        let era = shifted / 400
        let yearOfEra = shifted % 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (era - 1) * 146_097 + dayOfEra - 719_468
    }

    /// The year, month and day of a number of days since 1970-01-01, for years 0 to 9999.
    ///
    /// After Neri and Schneider, "Euclidean affine functions and their application to calendar algorithms" (2022), in
    /// which years begin in March and divisions become exact multiplications.
    static func date(daysSinceEpoch days: Int) -> (year: Int, month: Int, day: Int) {
        let quarters = 4 * UInt64(days + 719_468 + 146_097) + 3
        let (century, quartersOfCentury) = (quarters / 146_097, quarters % 146_097 | 3)
        let product = 2_939_745 * quartersOfCentury
        let dayOfYear = (product & 0xffff_ffff) / 2_939_745 / 4
        let months = 2141 * dayOfYear + 197_913
        let (month, day) = (Int(months >> 16), Int(months & 0xffff) / 2141 + 1)
        let isNextYear = dayOfYear >= 306
        return (
            Int(100 * century + product >> 32) - 400 + (isNextYear ? 1 : 0), isNextYear ? month - 12 : month, day
        )
    }
}

extension BinaryInteger {
    /// The quotient, rounded down even if it is negative.
    @inline(__always)
    func dividedRoundingDown(by divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
