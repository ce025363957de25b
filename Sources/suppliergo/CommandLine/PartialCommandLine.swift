/// An unfinished command line, as far as it can be understood; errors in it are ignored.
struct PartialCommandLine {
    /// The candidates for the word that is being typed.
    enum Expectation: Sendable {
        case words([CompletionWord])
        case files
        case directories

        /// Files, and the named catalogs of the settings file.
        case catalogs
        case suppliers

        /// Suppliers that are edited.
        case editedSuppliers
    }

    let expectation: Expectation

    /// `--name=`, if a value follows that in the same word.
    let prefix: String

    /// The word without ``prefix``.
    let word: String

    /// The words before it that say where the suppliers are.
    let locations: [String]

    /// Reads a command line's words, without the program's name.
    ///
    /// - Parameters:
    ///   - current: the word that is being typed, with its quotes removed.
    ///   - before: the words before it.
    init(_ current: String, after before: [String]) {
        let words = ArgumentWords(before)
        let locating = [Options.catalog.row.name, Options.cacheDirectory.row.name]
        locations = words.options.filter { locating.contains($0.name) }.map { "--\($0.name)=\($0.value ?? "")" }
        let command = words.command?.description
        var option = words.pending?.option
        var prefix = ""
        if option == nil, !words.hasEnded, let sign = current.firstIndex(of: "=") {
            let options = command?.takenOptions ?? Options.all
            option = options.first { !$0.isFlag && $0.spelling == current[..<sign] }
            if option != nil { prefix = String(current[...sign]) }
        }
        self.prefix = prefix
        word = String(current.dropFirst(prefix.count))
        if let option {
            expectation = Expectation(option.value.completion)
        } else if current.hasPrefix("-"), !words.hasEnded {
            expectation = .words(CompletionWord.options(of: command))
        } else if let command {
            expectation = Expectation(command.argument?.kind ?? .text)
        } else if words.arguments.isEmpty {
            expectation = .words(words.group.map(CompletionWord.members) ?? CompletionWord.commands)
        } else {
            expectation = .words([])
        }
    }
}

extension PartialCommandLine.Expectation {
    fileprivate init(_ completion: OptionForm.Completion) {
        switch completion {
        case .nothing: self = .words([])
        case .words(let words): self = .words(words.map { CompletionWord(word: $0) })
        case .files: self = .files
        case .directories: self = .directories
        case .catalogs: self = .catalogs
        case .editedSuppliers: self = .editedSuppliers
        }
    }

    fileprivate init(_ kind: CommandDescription.Kind) {
        switch kind {
        case .text: self = .words([])
        case .choice(let words): self = .words(words.map { CompletionWord(word: $0) })
        case .command: self = .words(CompletionWord.commands + HelpTopic.names.map { CompletionWord(word: $0) })
        case .supplier: self = .suppliers
        case .editedSupplier: self = .editedSuppliers
        }
    }
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
