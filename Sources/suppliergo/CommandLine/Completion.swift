/// The candidates for an option's value or an argument, as a shell offers them.
enum Completion: Sendable, Hashable {
    case nothing
    case words([CompletionWord])
    case files
    case directories

    /// Files, and the named catalogs of the settings file.
    case catalogs

    /// Suppliers, by id or full name.
    case suppliers

    /// Suppliers that are edited, by id.
    case editedSuppliers

    /// Commands, and the other topics of help.
    case commands

    /// Words without a meaning of their own.
    static func choices(_ words: [String]) -> Self { .words(words.map { CompletionWord(word: $0) }) }
}

/// A word that completions offer, and its meaning in one line.
struct CompletionWord: Sendable, Hashable {
    let word: String
    var meaning = ""

    /// The first words of commands.
    static let commands: [Self] =
        Commands.visible.filter { $0.group == nil }.map { Self(word: $0.name, meaning: $0.overview) }
        + Commands.groups.map { Self(word: $0, meaning: Commands.groupOverviews[$0] ?? "") }

    /// The second words of a group's commands.
    static func members(ofGroup group: String) -> [Self] {
        Commands.members(ofGroup: group).map { Self(word: $0.lastWord, meaning: $0.overview) }
    }

    /// The options of a command, or all if there is no command yet.
    static func options(of command: CommandDescription?) -> [Self] {
        (command?.takenOptions ?? Options.all).flatMap { option in
            option.spellings.map { Self(word: $0, meaning: option.meaning) }
        }
    }
}
