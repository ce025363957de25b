/// What help is about.
enum HelpTopic: Sendable, Hashable {
    /// The program.
    case program

    /// A command.
    case command(Command)

    /// The commands that share a first word.
    case group(String)

    /// The settings file.
    case settings

    /// The environment variables.
    case environment

    /// What the process ends with.
    case exitStatus

    /// The topics that are no commands, by the words that ask for them.
    static let named: [(name: String, topic: Self)] = [
        ("settings", .settings), ("environment", .environment), ("status", .exitStatus),
    ]

    /// Those words.
    static let names = named.map(\.name)
}
