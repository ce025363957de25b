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
    /// The time since the date, in whole units of the largest that fits: `5 seconds`, `3 hours`; `nil` for less than a minute.
    var age: String? {
        let seconds = Int(Date.now.timeIntervalSince(self))
        return seconds < 60 ? nil : Self.text(of: seconds)
    }

    /// The time until the date: from a minute on, the minute that has begun counts, so that an hour is one for its first minute.
    var timeUntil: String {
        let seconds = max(0, Int(timeIntervalSince(.now).rounded(.up)))
        return Self.text(of: seconds < 60 ? seconds : (seconds + 59) / 60 * 60)
    }

    private static func text(of seconds: Int) -> String {
        let (count, unit) =
            switch seconds {
            case ..<60: (seconds, "second")
            case ..<3600: (seconds / 60, "minute")
            case ..<86_400: (seconds / 3600, "hour")
            default: (seconds / 86_400, "day")
            }
        return "\(count) \(unit)" + (count == 1 ? "" : "s")
    }
}
