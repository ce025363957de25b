/// Reads the `Retry-After` field (RFC 9110, section 10.2.3).
enum RetryAfter {
    /// The wait that a response asks for, or `nil` if it asks for none.
    static func wait(in fields: HeaderFields, at now: Date = .now) -> Duration? {
        fields["Retry-After"].flatMap { wait($0, at: now) }
    }

    /// The wait: never negative, at most a century, or `nil` for text that is neither seconds nor a date.
    static func wait(_ text: String, at now: Date) -> Duration? {
        let century = 100 * 366 * 86_400
        if let seconds = text.utf8.span.decimalNumber { return .seconds(min(seconds, century)) }
        guard let date = HTTPDate.date(text, at: now) else { return nil }
        return .seconds(min(max(0, date.timeIntervalSince(now).rounded(.up)), Double(century)))
    }
}
