/// What an option takes; names are what help calls the value.
enum OptionValue: Sendable, Hashable {
    /// Nothing: it is a flag.
    case none

    /// Text of any kind.
    case text(name: String)

    /// One of some words.
    case choice(name: String, [String])

    /// A whole number from `least` to 1,000,000.
    case count(name: String, least: Int)

    /// A number of seconds, decimals allowed.
    case seconds(name: String)

    /// A number of bytes from `least`, with K, M or G behind it or none.
    case bytes(name: String, least: Int)

    /// A file's path.
    case file(name: String)

    /// A directory's path.
    case directory(name: String)

    /// A catalog: a URL, a file, standard input, or a name from the settings file.
    case catalog(name: String)

    /// A header field, or a file of them.
    case header(name: String)

    /// The name help gives the value; `nil` for a flag.
    var name: String? {
        switch self {
        case .none: nil
        case .text(let name), .choice(let name, _), .count(let name, _), .seconds(let name), .bytes(let name, _),
            .file(let name), .directory(let name), .catalog(let name), .header(let name):
            name
        }
    }

    /// The words it takes; none where it takes any text, or nothing.
    var choices: [String] {
        if case .choice(_, let words) = self { words } else { [] }
    }

    /// What a text that is no such value should be, as a noun phrase; `nil` for a text that is one.
    ///
    /// A flag's values are `true` and `false`.
    func expectation(missedBy text: String) -> String? {
        switch self {
        case .none: Self.flags.contains(text) ? nil : "true or false"
        case .text: nil
        case .choice(_, let words): words.contains(text) ? nil : "one of " + words.joined(separator: ", ")
        case .count(_, let least): Self.count(text, from: least) == nil ? Self.countExpectation(from: least) : nil
        case .seconds: Duration(seconds: text) == nil ? Self.secondsExpectation : nil
        case .bytes(_, let least):
            Self.byteCount(text, from: least) == nil ? Self.bytesExpectation(from: least) : nil
        case .file, .directory: text.isEmpty ? "a path" : nil
        case .catalog: text.isEmpty ? "a URL, a file or a name" : nil
        case .header: HeaderSource(text) == nil ? "'NAME: VALUE' or '@FILE'" : nil
        }
    }

    /// The words among which the nearest to a wrong one is sought.
    var suggestions: [String] {
        switch self {
        case .none: Self.flags
        case .choice(_, let words): words
        default: []
        }
    }

    private static let flags = ["true", "false"]
}
