/// A command line that is not finished, as far as it can be understood; whatever else may be wrong with it is ignored.
struct PartialCommandLine {
    /// What the word that is being typed may be.
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

    /// What the word may be.
    let expectation: Expectation

    /// `--name=`, where a value follows that in the same word.
    let prefix: String

    /// The word without ``prefix``.
    let word: String

    /// The options before it that say where the suppliers are.
    private(set) var locations: [String] = []

    /// Reads a command line's words, without the program's name.
    ///
    /// - Parameters:
    ///   - current: the word that is being typed, with its quotes removed.
    ///   - before: the words before it.
    init(_ current: String, after before: [String]) {
        var name = ""
        var pending: OptionDescription?
        var isEnded = false
        for word in before {
            if let option = pending {
                if Self.locating.contains(option) { locations += [option.spelling, word] }
                pending = nil
            } else if isEnded || !word.hasPrefix("-") || word == "-" {
                if name.isEmpty || Commands.groups.contains(name) { name += name.isEmpty ? word : " " + word }
            } else if word == "--" {
                isEnded = true
            } else if let option = Self.options(of: name).first(where: { $0.spellings.contains(word) }) {
                pending = option.isFlag ? nil : option
            } else if Self.locating.contains(where: { $0.isJoined(to: word) }) {
                locations.append(word)
            }
        }
        let command = Commands.visible.first { $0.name == name }
        let joined = isEnded ? nil : current.firstIndex(of: "=").map { current[...$0] }
        if pending == nil, let joined {
            pending = Self.options(of: name).first { !$0.isFlag && $0.spelling + "=" == joined }
            prefix = pending == nil ? "" : String(joined)
        } else {
            prefix = ""
        }
        word = String(current.dropFirst(prefix.count))
        if let pending {
            let taken = command == nil ? pending : command?.option(named: pending.name)
            expectation = Expectation(taken?.value.completion ?? .nothing)
        } else if current.hasPrefix("-"), !isEnded {
            expectation = .words(CompletionWord.options(of: command))
        } else if let command {
            expectation = Expectation(command.argument?.kind ?? .text)
        } else {
            expectation = .words(name.isEmpty ? CompletionWord.commands : CompletionWord.members(ofGroup: name))
        }
    }

    /// All options, those of a command first: another command's may have the same name.
    private static func options(of command: String) -> [OptionDescription] {
        (Commands.visible.first { $0.name == command }?.takenOptions ?? []) + Options.all
    }

    /// The options that say where suppliers are.
    private static let locating = [Options.catalog.row, Options.cacheDirectory.row]
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

extension OptionDescription {
    /// Whether the word is the option with a value joined to it.
    fileprivate func isJoined(to word: String) -> Bool {
        spellings.contains { word.hasPrefix($0.hasPrefix("--") ? $0 + "=" : $0) }
    }
}

/// A word that completions offer, and what it means, in one line.
struct CompletionWord: Sendable, Hashable {
    let word: String
    var meaning = ""

    /// The first words of commands, a group's name for those that have two.
    static let commands: [Self] =
        Commands.visible.filter { $0.group == nil }.map { Self(word: $0.name, meaning: $0.overview) }
        + Commands.groups.map { Self(word: $0, meaning: Commands.groupOverviews[$0] ?? "") }

    /// The second words of a group's commands.
    static func members(ofGroup group: String) -> [Self] {
        Commands.members(ofGroup: group).map { Self(word: $0.lastWord, meaning: $0.overview) }
    }

    /// The options of a command, or all where there is no command yet.
    static func options(of command: CommandDescription?) -> [Self] {
        (command?.takenOptions ?? Options.all).flatMap { option in
            option.spellings.map { Self(word: $0, meaning: option.meaning) }
        }
    }
}
