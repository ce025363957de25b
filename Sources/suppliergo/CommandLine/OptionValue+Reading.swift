extension OptionValue {
    /// What a count should be.
    static func countExpectation(from least: Int) -> String { "a whole number from \(least) to 1000000" }

    /// What a duration should be.
    static let secondsExpectation = "a number of seconds from 0.001 to 1000000"

    /// What a number of bytes should be.
    static func bytesExpectation(from least: Int) -> String {
        "a number of bytes\(least > 0 ? " above 0" : ""), with K, M or G behind it or none"
    }

    /// Reads a whole number from `least` to 1,000,000.
    static func count(_ text: String, from least: Int) -> Int? {
        guard text.isDecimal, let count = Int(text) else { return nil }
        return (least...1_000_000).contains(count) ? count : nil
    }

    /// Reads a number of bytes, in binary multiples where a letter follows.
    static func byteCount(_ text: String, from least: Int) -> Int? {
        let shift = text.last.flatMap { ["K": 10, "M": 20, "G": 30][$0.uppercased()] }
        let digits = String(shift == nil ? text[...] : text.dropLast())
        guard digits.isDecimal, let number = Int(digits), number >= least else { return nil }
        let count = number.multipliedReportingOverflow(by: 1 << (shift ?? 0))
        return count.overflow ? nil : count.partialValue
    }
}

extension Duration {
    /// Reads a number of seconds with up to nine fraction digits, from 0.001 to 1,000,000.
    init?(seconds text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let fraction = parts.count == 2 ? parts[1] : "0"
        guard let first = parts.first, first.isDecimal, fraction.isDecimal, fraction.count <= 9,
            let seconds = Int64(first),
            let nanoseconds = Int64(fraction + String(repeating: "0", count: 9 - fraction.count)),
            seconds <= 1_000_000
        else { return nil }
        self = .seconds(seconds) + .nanoseconds(nanoseconds)
        guard self >= .milliseconds(1), self <= .seconds(1_000_000) else { return nil }
    }
}

extension String {
    /// Whether the text is ASCII digits, at least one.
    fileprivate var isDecimal: Bool {
        !isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
