/// A word that completions offer, and what it does.
struct CompletionWord: Sendable, Hashable {
    /// The word.
    let word: String

    /// What it does, in one line.
    let meaning: String

    /// The first words of commands, a group's name for those that have two.
    static let commands: [Self] =
        Commands.visible.filter { $0.group == nil }.map { Self(word: $0.name, meaning: $0.overview) }
        + Commands.groups.map { Self(word: $0, meaning: Commands.groupOverviews[$0] ?? "") }

    /// The second words of a group's commands.
    static func members(ofGroup group: String) -> [Self] {
        Commands.members(ofGroup: group).map { Self(word: $0.lastWord, meaning: $0.overview) }
    }

    /// The words of all options that take a value.
    static var optionsWithValue: [String] {
        var seen: Set<String> = []
        return Options.all.filter { !$0.isFlag }.flatMap(\.spellings).filter { seen.insert($0).inserted }
    }
}
