/// What is to be known of an option, for parsing and for help.
struct OptionDescription: Sendable {
    /// What an option takes.
    enum Value: Sendable {
        /// Nothing: it is a flag.
        case none

        /// Text, which help calls by a name.
        case text(name: String)

        /// One of some words.
        case choice(name: String, [String])
    }

    /// The option.
    let option: Option

    /// The letter of its short form.
    var short: Character?

    /// What it takes.
    var value: Value = .none

    /// What it means, in one sentence.
    let meaning: String

    /// What holds without it, as help says it.
    var standard: String?

    /// The environment variables that stand in for it, in the order they are asked.
    var environment: [EnvironmentVariable] = []

    /// The commands it belongs to.
    let commands: Set<Command>

    /// Whether it may be given several times, each adding to the others; otherwise the last one counts.
    var isRepeatable = false

    /// The name help gives the value; `nil` for a flag.
    var valueName: String? {
        switch value {
        case .none: nil
        case .text(let name), .choice(let name, _): name
        }
    }

    /// The words it takes; none where it takes any text, or nothing.
    var choices: [String] {
        if case .choice(_, let words) = value { words } else { [] }
    }
}
