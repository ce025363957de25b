/// What is to be known of a command, for parsing and for help.
struct CommandDescription: Sendable {
    /// A command's argument.
    struct Argument: Sendable {
        /// The name that help calls it by.
        let name: String

        /// What it means.
        let meaning: String

        /// Whether the command cannot do without it.
        let isRequired: Bool
    }

    /// The command.
    let command: Command

    /// What it does, in one line.
    let overview: String

    /// More to know, in a paragraph; empty where the overview says it all.
    var discussion = ""

    /// Its argument; several words given for it are joined by spaces.
    var argument: Argument?
}

extension CommandDescription {
    /// All commands people call, in the order help names them in.
    static let all: [Self] = [
        Self(
            command: .list, overview: "Print a catalog's suppliers, then bring their avatars into the cache.",
            discussion: """
                Suppliers are printed as they arrive; none waits for an avatar. A catalog that cannot be reached is \
                shown from its last snapshot, with a warning. The exit status is 1 where nothing matched, 3 where \
                records were skipped.
                """,
            argument: query),
        Self(
            command: .show, overview: "Print one supplier's card, with what is known of its avatar.",
            discussion: "The exit status is 1 where no supplier matched, or several did.",
            argument: .init(
                name: "query", meaning: "The supplier's id, or words that match only this supplier.", isRequired: true)
        ),
        Self(
            command: .fetch, overview: "Bring suppliers' avatars into the cache.",
            discussion: """
                It may be run again at any time: only what is missing is asked for. The exit status is 3 where an \
                avatar failed or records were skipped.
                """,
            argument: query),
        Self(command: .cachePath, overview: "Print the cache's directory."),
        Self(command: .cacheInfo, overview: "Print how many entries and bytes the cache holds."),
        Self(command: .cacheClear, overview: "Remove everything the cache holds."),
        Self(
            command: .help, overview: "Print help for a command.",
            argument: .init(name: "command", meaning: "The command; without it, all of them.", isRequired: false)),
    ]

    /// The description of a command; `nil` for a hidden one.
    static func of(_ command: Command) -> Self? {
        all.first { $0.command == command }
    }

    private static let query = Argument(
        name: "query",
        meaning: """
            Words to look for in full name, company, e-mail, phone and id, without regard to case; several must all \
            match. Default: every supplier.
            """,
        isRequired: false)
}
