import Glibc

/// Some work takes less than three times the processor time of work that is half of it, at the third try at the
/// latest. Times below 10 ms count as 10 ms.
public func isLinear(_ half: () -> Void, _ whole: () -> Void) -> Bool {
    (0..<3).contains { _ in processorTime(of: whole) < max(processorTime(of: half), .milliseconds(10)) * 3 }
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
