/// A word that may follow `suppliergo`, and what it does.
struct CompletionWord: Sendable, Hashable {
    /// The word.
    let word: String

    /// What it does, in one line.
    let meaning: String

    /// The first words of commands, a group's name for those that it has.
    static let commands: [Self] =
        CommandDescription.all.filter { $0.command.words.count == 1 }.map {
            Self(word: $0.command.rawValue, meaning: $0.overview)
        }
        + Command.groups.map { Self(word: $0, meaning: CommandDescription.groupOverviews[$0] ?? "") }

    /// The second words of a group's commands.
    static func members(ofGroup group: String) -> [Self] {
        Command.members(ofGroup: group).compactMap { command in
            guard let word = command.words.last, let description = CommandDescription.of(command) else { return nil }
            return Self(word: word, meaning: description.overview)
        }
    }
}

extension OptionDescription {
    /// The option's words: `-c`, `--catalog`.
    var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + [option.spelling] }
}
