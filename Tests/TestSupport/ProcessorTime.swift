import Glibc

/// Some work takes less than three times the processor time of work that is half of it, at the third try at the
/// latest. Times below 10 ms count as 10 ms.
public func isLinear(_ half: () -> Void, _ whole: () -> Void) -> Bool {
    (0..<3).contains { _ in
        let time = processorTime(of: whole)
        // Up to three times the least time that counts, the half need not be measured.
        return time < .milliseconds(30) || time < processorTime(of: half) * 3
    }
}

/// The processor time of the current thread, which other processes on the machine hardly change.
private func processorTime(of work: () -> Void) -> Duration {
    func now() -> Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let start = now()
    work()
    return now() - start
}

/// Pairs of texts that are hard for whatever looks for URLs, quotes, marks or words in them, the second of each twice
/// as long as the first. They are long enough for a scan that begins anew at each character to take most of the time,
/// and four times as long in `.ci/run walks`, for cheaper ones.
public func hostileTextPairs() -> [(half: String, whole: String)] {
    let length = RandomWalk.isLong ? 50_000 : 12_500
    return Array(zip(hostileTexts(length: length), hostileTexts(length: 2 * length))).map { (half: $0, whole: $1) }
}

/// Texts of a length that are hard for whatever looks for URLs, quotes, marks or words in them.
public func hostileTexts(length: Int) -> [String] {
    let units = [
        "http:", "https:", "://", "http://", "http:@", ":", "@", ":@", "//", "?", "://a?", "http://a?b=", "=", "&",
        "a=b&",
        "#", "%", "%20", "\"", "'", "<", "<a@", "[", "http://[::1]:", ".", "../", " ", "\t", "é", "e\u{301}",
        "\u{202e}",
        "\u{200d}", "🏴", "👨\u{200d}", "a", "\\", ";a=\"", "data:", "&amp;", "{",
    ]
    return units.map { String(String(repeating: $0, count: length).unicodeScalars.prefix(length - 2)) + " @" }
}
