/// What is to be known of an option, for parsing, help, the manual page, completions and the settings file.
struct OptionDescription: Sendable {
    /// The option.
    let option: Option

    /// The letter of its short form.
    var short: Character?

    /// What it takes.
    var value: OptionValue = .none

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

    /// Whether the settings file may give it; not what only makes sense for one run.
    var isSetting = true

    /// The name help gives the value; `nil` for a flag.
    var valueName: String? { value.name }

    /// The words it takes; none where it takes any text, or nothing.
    var choices: [String] { value.choices }

    /// Whether a command takes the option: one that it belongs to, and `config` for every setting.
    func isTaken(by command: Command) -> Bool {
        if commands.contains(command) { return true }
        return command == .config && isSetting && !Self.of(option).contains { $0.commands.contains(.config) }
    }
}
