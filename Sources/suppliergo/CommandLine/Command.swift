/// Something that the program can do; each command has a folder under `Commands/`.
///
/// A command is made from its arguments and runs once. A new one takes a type that conforms to this and a place in
/// ``Commands``: parsing, help, the manual page and completions all follow from its description.
protocol Command: Sendable {
    /// Its options, its argument and its help.
    static var description: CommandDescription { get }

    /// Reads the arguments; no file and no network is touched.
    init(_ arguments: Arguments) throws(UsageError)

    /// Does the work, and returns the exit status.
    func run(on console: Console) async throws -> ExitStatus
}

/// A command that only prints a text, for which no task has to start.
protocol TextCommand: Command {
    /// The text.
    ///
    /// - Parameter width: the columns of the terminal that it goes to, or `nil` if that is not a terminal.
    func text(width: Int?) -> String
}

extension TextCommand {
    /// Prints the text, through a pager if it is longer than the window.
    func run(on console: Console) async throws -> ExitStatus {
        try await console.paging(!fits(console)) {
            try write(on: console)
        } rest: {
            .done
        }
    }

    /// Whether no pager is needed.
    func fits(_ console: Console) -> Bool {
        guard let height = console.outputTraits.height else { return true }
        return text(width: console.outputTraits.width).utf8.count { $0 == UInt8(ascii: "\n") } < height
    }

    /// Prints the text as it is.
    func write(on console: Console) throws(OutputError) {
        try console.output.write(text(width: console.outputTraits.width))
        try console.output.flush()
    }
}

/// The commands.
enum Commands {
    /// The commands that people call, under the headings of help.
    static let sections: [(heading: String, commands: [any Command.Type])] = [
        (
            "LOOK AT SUPPLIERS",
            [ListCommand.self, ShowCommand.self, BrowseCommand.self, FetchCommand.self, OpenCommand.self]
        ),
        (
            "CORRECT SUPPLIERS",
            [EditCommand.self, AddCommand.self, RemoveCommand.self, RevertCommand.self, EditsCommand.self]
        ),
        (
            "LOOK AFTER THE CACHE",
            [
                CachePathCommand.self, CacheInfoCommand.self, CacheVerifyCommand.self, CachePruneCommand.self,
                CacheWhyCommand.self, CacheClearCommand.self,
            ]
        ),
        ("SET UP", [ConfigCommand.self, CompletionsCommand.self, ManualCommand.self, HelpCommand.self]),
    ]

    /// All of them, with those that only other programs call.
    static let all: [any Command.Type] =
        sections.flatMap(\.commands) + [BackgroundFetchCommand.self, CompleteCommand.self]

    /// The descriptions of those that people call.
    static let visible = all.map { $0.description }.filter { !$0.isHidden }

    /// The first words of commands that have two, such as `cache`.
    static let groups: [String] = visible.reduce(into: []) { groups, command in
        guard let group = command.group, !groups.contains(group) else { return }
        groups.append(group)
    }

    /// The groups' overviews.
    static let groupOverviews = ["cache": "Inspect and clean the cache."]

    /// The commands whose first word is a group's name.
    static func members(ofGroup group: String) -> [CommandDescription] {
        visible.filter { $0.group == group }
    }

    /// The command that some words call, such as `cache info`.
    static func named(_ name: String) -> (any Command.Type)? {
        all.first { $0.description.name == name }
    }
}
