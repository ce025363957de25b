import SupplierGoKit

extension ArgumentValues {
    /// An option's text; `nil` where it was not given.
    func text(_ option: Option) -> String? {
        given(option)?.text
    }

    /// Whether a flag is set.
    func has(_ option: Option) -> Bool {
        text(option) == "true"
    }

    /// Which of some flags counts where only one can: that of the source that goes first, and of one source the later one.
    func prevailing(_ options: [Option]) -> (option: Option, given: GivenValue)? {
        let set = options.compactMap { option in
            given(option).flatMap { $0.text == "true" ? (option: option, given: $0) : nil }
        }
        return set.max { ($0.given.source.rank, $0.given.position) < ($1.given.source.rank, $1.given.position) }
    }

    /// One of some words.
    func choice<Choice>(_: Choice.Type, of option: Option) throws(ArgumentError) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        guard let given = given(option) else { return nil }
        guard let choice = Choice(rawValue: given.text) else {
            let known = Choice.allCases.map(\.rawValue)
            throw unusable(
                given, of: option, expected: "one of " + known.joined(separator: ", "),
                nearest: NearestWord.to(given.text, among: known))
        }
        return choice
    }

    /// A whole number from 1, or another least one, to 1,000,000.
    func count(_ option: Option, from least: Int = 1) throws(ArgumentError) -> Int? {
        try value(of: option, expected: OptionValue.countExpectation(from: least)) {
            OptionValue.count($0, from: least)
        }
    }

    /// A duration in seconds, decimals allowed.
    func duration(_ option: Option) throws(ArgumentError) -> Duration? {
        try value(of: option, expected: OptionValue.secondsExpectation) { Duration(seconds: $0) }
    }

    /// A number of bytes from 1, or another least one, in binary multiples where a letter follows.
    func byteCount(_ option: Option, from least: Int = 1) throws(ArgumentError) -> Int? {
        try value(of: option, expected: OptionValue.bytesExpectation(from: least)) {
            OptionValue.byteCount($0, from: least)
        }
    }

    /// A path, made absolute.
    func path(_ option: Option) throws(ArgumentError) -> String? {
        guard let given = given(option) else { return nil }
        guard !given.text.isEmpty else { throw unusable(given, of: option, expected: "a path") }
        return absolutePath(given.text, from: given.source)
    }

    /// A path as its source means it: the settings file's begin at the file's directory or, behind `~/`, at the home
    /// directory; shells have replaced a `~` long before.
    func absolutePath(_ path: String, from source: ValueSource) -> String {
        guard case .setting(let place) = source else { return surroundings.absolutePath(path) }
        if path.hasPrefix("~/"), let home = surroundings[.home] { return home + path.dropFirst() }
        if path.hasPrefix("/") { return path }
        let directory = place.path.lastIndex(of: "/").map { place.path[...$0] } ?? "/"
        return directory + path
    }

    /// Says that a value is unusable, in the terms of where it was given.
    func unusable(_ given: GivenValue, of option: Option, expected: String, nearest: String? = nil) -> ArgumentError {
        switch given.source {
        case .option:
            .badValue(option, value: given.text, expected: expected, nearest: nearest, command: command)
        case .variable(let variable):
            .badVariable(
                variable, reason: "has the value '\(given.text)', which is not \(expected)", nearest: nearest)
        case .setting(let place):
            .badSetting(
                place, reason: "the value '\(given.text)' of '\(option.rawValue)' is not \(expected)", nearest: nearest)
        }
    }

    private func value<Value>(
        of option: Option, expected: String, _ read: (String) -> Value?
    ) throws(ArgumentError) -> Value? {
        guard let given = given(option) else { return nil }
        guard let value = read(given.text) else { throw unusable(given, of: option, expected: expected) }
        return value
    }
}
