import SupplierGoKit

/// A command's options and arguments, on their way from text to values.
struct ArgumentValues {
    /// The command.
    let command: Command

    /// What was given.
    let words: ArgumentWords

    /// What it is read against.
    let surroundings: Surroundings

    /// Takes over words, once every option among them belongs to the command.
    init(_ words: ArgumentWords, for command: Command, in surroundings: Surroundings) throws(ArgumentError) {
        for given in words.options {
            let owners = OptionDescription.of(given.option)
            guard owners.contains(where: { $0.commands.contains(command) }) else {
                throw .foreignOption(given.option, command: command)
            }
        }
        self.command = command
        self.words = words
        self.surroundings = surroundings
    }

    /// One of some words.
    func choice<Choice>(_: Choice.Type, of option: Option) throws(ArgumentError) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        guard let text = words[option] else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue)
            let expected = "one of " + known.joined(separator: ", ")
            throw .badValue(
                option, value: text, expected: expected, nearest: NearestWord.to(text, among: known), command: command)
        }
        return choice
    }

    /// A whole number from 1 to 1,000,000.
    func count(_ option: Option) throws(ArgumentError) -> Int? {
        try value(of: option, expected: "a whole number from 1 to 1000000") { text in
            guard text.isDecimal, let count = Int(text) else { return nil }
            return (1...1_000_000).contains(count) ? count : nil
        }
    }

    /// A duration in seconds, decimals allowed.
    func duration(_ option: Option) throws(ArgumentError) -> Duration? {
        try value(of: option, expected: "a number of seconds from 0.001 to 1000000") { Duration(seconds: $0) }
    }

    /// A number of bytes, in binary multiples where a letter follows.
    func byteCount(_ option: Option) throws(ArgumentError) -> Int? {
        try value(of: option, expected: "a number of bytes above 0, with K, M or G behind it or none") { text in
            let shift = text.last.flatMap { ["K": 10, "M": 20, "G": 30][$0.uppercased()] }
            let digits = String(shift == nil ? text[...] : text.dropLast())
            guard digits.isDecimal, let number = Int(digits), number > 0 else { return nil }
            let count = number.multipliedReportingOverflow(by: 1 << (shift ?? 0))
            return count.overflow ? nil : count.partialValue
        }
    }

    private func value<Value>(
        of option: Option, expected: String, _ read: (String) -> Value?
    ) throws(ArgumentError) -> Value? {
        guard let text = words[option] else { return nil }
        guard let value = read(text) else {
            throw .badValue(option, value: text, expected: expected, nearest: nil, command: command)
        }
        return value
    }
}

extension String {
    /// Whether the text is ASCII digits, at least one.
    fileprivate var isDecimal: Bool {
        !isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

extension Duration {
    /// Reads a number of seconds with up to nine fraction digits, from 0.001 to 1,000,000.
    fileprivate init?(seconds text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let fraction = parts.count == 2 ? parts[1] : "0"
        guard parts[0].isDecimal, fraction.isDecimal, fraction.count <= 9, let seconds = Int64(parts[0]),
            let nanoseconds = Int64(fraction + String(repeating: "0", count: 9 - fraction.count)),
            seconds <= 1_000_000
        else { return nil }
        self = .seconds(seconds) + .nanoseconds(nanoseconds)
        guard self >= .milliseconds(1), self <= .seconds(1_000_000) else { return nil }
    }
}
