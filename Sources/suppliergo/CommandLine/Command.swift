/// Something that the program can do; each command has a folder under `Commands/`.
///
/// A command is made from its arguments and runs once. A new one takes a type that conforms to this and a line in
/// ``Commands``: parsing, help, the manual page and completions all follow from its description.
protocol Command: Sendable {
    /// What help says of the command, and what it takes.
    static var description: CommandDescription { get }

    /// Reads the arguments; no file and no network is touched.
    init(_ arguments: Arguments) throws(UsageError)

    /// Does the work.
    ///
    /// - Returns: what the process ends with.
    func run(on console: Console) async throws -> ExitStatus
}

/// A command that only prints a text, for which no task has to start.
protocol TextCommand: Command {
    /// The text.
    ///
    /// - Parameter width: the columns of the terminal that it goes to; `nil` where that is not a terminal.
    func text(width: Int?) -> String
}

extension TextCommand {
    /// Prints the text; what is longer than the window goes through a pager.
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
    /// All of them, in the order help names them.
    static let all: [any Command.Type] = [
        ListCommand.self, ShowCommand.self, BrowseCommand.self, FetchCommand.self, OpenCommand.self,
        EditCommand.self, AddCommand.self, RemoveCommand.self, RevertCommand.self, EditsCommand.self,
        CachePathCommand.self, CacheInfoCommand.self, CacheVerifyCommand.self, CachePruneCommand.self,
        CacheWhyCommand.self, CacheClearCommand.self, ConfigCommand.self, CompletionsCommand.self, ManualCommand.self,
        HelpCommand.self, BackgroundFetchCommand.self, CompleteCommand.self,
    ]

    /// The descriptions of those that people call.
    static let visible = all.map { $0.description }.filter { !$0.isHidden }

    /// The first words of commands that have two, such as `cache`.
    static let groups: [String] = visible.reduce(into: []) { groups, command in
        guard let group = command.group, !groups.contains(group) else { return }
        groups.append(group)
    }

    /// What the commands do that share a first word.
    static let groupOverviews = ["cache": "Look after the cache."]

    /// The commands whose first word is a group's name.
    static func members(ofGroup group: String) -> [CommandDescription] {
        visible.filter { $0.group == group }
    }

    /// The command that some words call, such as `cache info`.
    static func named(_ name: String) -> (any Command.Type)? {
        all.first { $0.description.name == name }
    }
}
