/// Counts for people, as the locale writes numbers.
package enum Count {
    /// Groups digits: `10,000`.
    package static func formatted(_ count: Int) -> String {
        (count < 0 ? "-" : "") + NumberConventions.current.grouped(String(count.magnitude))
    }

    /// A number with one decimal: `2.1`.
    package static func formatted(tenths: Int) -> String {
        "\(tenths / 10)\(NumberConventions.current.decimalPoint)\(tenths % 10)"
    }

    /// A count with its noun, whose plural ends in "s": `1 byte`, `2 bytes`.
    package static func formatted(_ count: Int, _ noun: String) -> String {
        formatted(count) + " " + noun + (count == 1 ? "" : "s")
    }

    /// A count with its noun at the beginning of a sentence: `1 avatar is`, `2 avatars are`.
    package static func subject(_ count: Int, _ noun: String) -> String {
        formatted(count, noun) + (count == 1 ? " is" : " are")
    }
}

/// Byte counts for people, in decimal units with one decimal.
package enum ByteCount {
    /// Rounds a byte count that is not negative: `734 bytes`, `2.1 KB`, `1.2 MB`.
    package static func formatted(_ byteCount: Int) -> String {
        guard byteCount >= 1000 else { return Count.formatted(byteCount, "byte") }
        let units = ["KB", "MB", "GB", "TB", "PB", "EB"]
        var (tenth, unit) = (100, 0)
        while rounded(byteCount, to: tenth) >= 10_000 { (tenth, unit) = (tenth * 1000, unit + 1) }
        return "\(Count.formatted(tenths: rounded(byteCount, to: tenth))) \(units[unit])"
    }

    /// A limit as people give it, `1 GiB` or `512 MiB`; like any other byte count if it is not a whole number of
    /// such units.
    package static func formatted(limit byteCount: Int) -> String {
        for (unit, shift) in [("GiB", 30), ("MiB", 20), ("KiB", 10)] where byteCount > 0 {
            if byteCount & (1 << shift - 1) == 0 { return "\(Count.formatted(byteCount >> shift)) \(unit)" }
        }
        return formatted(byteCount)
    }

    private static func rounded(_ byteCount: Int, to unit: Int) -> Int {
        byteCount / unit + (byteCount % unit >= unit / 2 ? 1 : 0)
    }
}

/// The separators in numbers for people; English if the process adopts no others.
package struct NumberConventions: Sendable {
    /// The separator before the fraction of a number.
    package var decimalPoint = "."

    /// The separator of groups of digits.
    package var groupSeparator = ","

    /// The number of digits in each group, from the right; the last size repeats.
    package var groupSizes = [3]

    private static let adopted = Lock(NumberConventions())

    /// Creates the English conventions.
    package init() {}

    /// The process's conventions.
    static var current: NumberConventions { adopted.withLock { $0 } }

    /// Makes them the process's conventions, before anything is printed.
    package func adopt() {
        Self.adopted.withLock { $0 = self }
    }

    /// Puts separators between groups of digits.
    package func grouped(_ digits: String) -> String {
        guard !groupSeparator.isEmpty else { return digits }
        var groups: [Substring] = []
        var rest = digits[...]
        var sizes = groupSizes[...]
        while let size = sizes.first, size > 0, rest.count > size {
            groups.append(rest.suffix(size))
            rest.removeLast(size)
            if sizes.count > 1 { sizes.removeFirst() }
        }
        return (groups + [rest]).reversed().joined(separator: groupSeparator)
    }
}

/// Ages for people, in whole units of the largest that fits.
package enum Age {
    /// Rounds an age down to one unit: `5 seconds`, `1 minute`, `3 hours`, `12 days`.
    ///
    /// - Parameter seconds: the age; a negative one, from a clock that was set back, counts as 0.
    package static func formatted(_ seconds: Int) -> String {
        switch seconds {
        case ..<60: Count.formatted(max(0, seconds), "second")
        case ..<3600: Count.formatted(seconds / 60, "minute")
        case ..<86_400: Count.formatted(seconds / 3600, "hour")
        default: Count.formatted(seconds / 86_400, "day")
        }
    }
}

extension Duration {
    /// The duration in seconds, without trailing zeros: `30 seconds`, `0.25 seconds`.
    var inSeconds: String {
        let milliseconds = components.attoseconds / 1_000_000_000_000_000
        var fraction = String(String(milliseconds + 1000).dropFirst())
        while fraction.hasSuffix("0") { fraction.removeLast() }
        let number = fraction.isEmpty ? "\(components.seconds)" : "\(components.seconds).\(fraction)"
        return number == "1" ? "1 second" : number + " seconds"
    }
}

extension Date {
    /// The time since the date, in whole units of the largest that fits: `5 seconds`, `3 hours`; `nil` for less than a
    /// minute.
    var age: String? {
        let seconds = Self.wholeSeconds(Date.now.timeIntervalSince(self))
        return seconds < 60 ? nil : Age.formatted(seconds)
    }

    /// The time until the date: from a minute on, the minute that has begun counts, so that an hour is one for its
    /// first minute.
    package var timeUntil: String {
        let seconds = Self.wholeSeconds(timeIntervalSince(.now).rounded(.up))
        return Age.formatted(seconds < 60 ? seconds : (seconds + 59) / 60 * 60)
    }

    /// The interval within 0 and some 30,000 years: a date may be infinite, or not a number.
    private static func wholeSeconds(_ interval: TimeInterval) -> Int {
        interval > 0 ? Int(min(interval, 1e12)) : 0
    }
}
