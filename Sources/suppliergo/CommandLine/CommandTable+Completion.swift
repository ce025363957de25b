extension CommandTable {
    /// The first words of commands or, in a group, the second ones.
    func completionWords(inGroup group: String? = nil) -> [CompletionWord] {
        let commands = visible.filter { $0.group == group }
        return commands.map { CompletionWord(word: $0.lastWord, meaning: $0.overview) }
            + (group == nil ? groups.map { CompletionWord(word: $0.name, meaning: $0.overview) } : [])
    }

    /// The options of a command, or those of every command if none is given yet.
    func optionWords(of command: CommandDescription?) -> [CompletionWord] {
        options(of: command).flatMap { option in
            option.spellings.map { CompletionWord(word: $0, meaning: option.meaning) }
        }
    }
}
