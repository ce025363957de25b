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
