/// A command line's words, sorted into command, options and arguments; values are not checked yet.
///
/// The one grammar: running a command line throws ``error``, completing one ignores it and goes on from the end, and
/// colour is known even if the rest is wrong.
struct ArgumentWords: Sendable {
    /// All of them, as they were given.
    let commandLine: [String]

    /// The command, or `nil` if none is named.
    private(set) var command: (any Command.Type)?

    /// The first word of a command that has two, if the second one is missing.
    private(set) var group: String?

    /// The options in the order they were given.
    private(set) var options: [GivenValue] = []

    /// The words after the command that are no options.
    private(set) var arguments: [String] = []

    /// True if `--` has ended the options.
    private(set) var hasEnded = false

    /// An option whose value is the next word, and its spelling.
    private(set) var pending: (option: OptionDescription, spelling: String)?

    /// The commands that there are.
    let commands: CommandTable

    private var firstError: UsageError?

    /// Sorts words, without the program's own name.
    ///
    /// `--name VALUE` and `--name=VALUE` are the same. A value may be joined to a letter, and letters of flags to each
    /// other (POSIX, Utility Syntax Guidelines 5 and 6); `--` ends the options. A word that begins with `-` and is
    /// longer is only a value if it is joined, or a number.
    init(_ words: [String], of commands: CommandTable) {
        commandLine = words
        self.commands = commands
        for word in words { read(word) }
    }

    /// The first error in the command line.
    var error: UsageError? {
        firstError ?? pending.map { missingValue(of: $0.option, $0.spelling) }
    }

    func has(_ flag: Option<Bool>) -> Bool { options.contains { $0.name == flag.row.name } }

    /// The help on the command, as far as it is named.
    var topic: HelpTopic {
        if let command { return .command(command.description.name) }
        return group.map(HelpTopic.group) ?? .program
    }

    private mutating func read(_ word: String) {
        if let (option, spelling) = pending.take() {
            guard word.hasPrefix("-"), word != "-", word.dropFirst().first?.isNumber != true else {
                options.append(GivenValue(name: option.name, text: word))
                return
            }
            record(missingValue(of: option, spelling))
        }
        if hasEnded || !word.hasPrefix("-") || word == "-" {
            readArgument(word)
        } else if word == "--" {
            hasEnded = true
        } else if word.hasPrefix("--") {
            readLong(word)
        } else {
            readLetters(word.dropFirst())
        }
    }

    private mutating func readArgument(_ word: String) {
        guard command == nil, arguments.isEmpty else {
            arguments.append(word)
            return
        }
        if let group {
            command = commands.command(named: "\(group) \(word)")
            guard command == nil else { return }
            let nearest = NearestWord.to(word, among: commands.members(ofGroup: group).map(\.lastWord))
            record(
                UsageError(
                    "unknown command '\(group) \(word)'", nearest: nearest.map { "\(group) \($0)" }, see: .group(group))
            )
        } else if commands.isGroup(word) {
            group = word
            return
        } else {
            command = commands.command(named: word).flatMap { $0.description.group == nil ? $0 : nil }
            guard command == nil else { return }
            let names = commands.visible.filter { $0.group == nil }.map(\.name) + commands.groups.map(\.name)
            let option = commands.options.first { $0.name == word }?.spelling
            let nearest =
                Self.commandsElsewhere[word] ?? NearestWord.catalogOption(among: [word])
                ?? NearestWord.to(word, among: names) ?? option
            record(UsageError("unknown command '\(word)'", nearest: nearest, see: .program))
        }
        arguments.append(word)
    }

    private mutating func readLong(_ word: String) {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = option({ $0.name == name }, as: "--" + name, orLike: name) else { return }
        let joined = parts.count == 2 ? String(parts[1]) : nil
        guard option.isFlag || joined != nil else {
            pending = (option, option.spelling)
            return
        }
        if option.isFlag, let joined {
            record(UsageError("'\(option.spelling)' takes no value, but '\(joined)' is given", see: topic))
        }
        options.append(GivenValue(name: name, text: joined ?? "true"))
    }

    private mutating func readLetters(_ word: Substring) {
        let name = String(word)
        // With one dash a long name would be read as letters, and '-offline' as '-o' with a file's name.
        guard !meantOptions.contains(where: { $0.name == name }) else {
            record(unknownOption("-" + name, nearest: "--" + name))
            return
        }
        var letters = word
        while let letter = letters.popFirst() {
            let long = name.count > 2 ? name : nil
            guard let option = option({ $0.short == letter }, as: "-\(letter)", orLike: long) else { return }
            if option.isFlag {
                options.append(GivenValue(name: option.name, text: "true", isLetter: true))
            } else if letters.isEmpty {
                pending = (option, "-\(letter)")
            } else {
                options.append(GivenValue(name: option.name, text: String(letters)))
                return
            }
        }
    }

    /// The option that a word means: one of the command's own, as those of other commands may share its name, or of
    /// every command if none is named yet.
    ///
    /// - Parameters:
    ///   - word: the option as it was given.
    ///   - name: the name that an unknown option may be like.
    private mutating func option(
        _ isMeant: (OptionDescription) -> Bool, as word: String, orLike name: String?
    ) -> OptionDescription? {
        if let own = knownOptions.first(where: isMeant) { return own }
        if let other = commands.options.first(where: isMeant) {
            record(command.map { misplaced(other.name, for: $0.description) } ?? early(other.name))
        } else {
            record(unknownOption(word, nearest: name.flatMap(nearestOption)))
        }
        return nil
    }

    private mutating func record(_ error: UsageError) {
        firstError = firstError ?? error
    }

    private func missingValue(of option: OptionDescription, _ spelling: String) -> UsageError {
        UsageError("'\(spelling)' needs a value <\(option.value.name ?? "")>", see: topic)
    }

    private func unknownOption(_ word: String, nearest: String?) -> UsageError {
        UsageError("unknown option '\(word)'", nearest: nearest, see: topic)
    }

    /// Names the command's own option that was most likely meant, or else the commands that have the option.
    private func misplaced(_ name: String, for command: CommandDescription) -> UsageError {
        let sentence = "'suppliergo \(command.name)' has no option '--\(name)'"
        if let nearest = nearestOption(to: name) {
            return command.misuse(sentence, nearest: nearest)
        }
        let owners = commands.visible.filter { owner in owner.options.contains { $0.name == name } }
        return command.misuse(sentence + ", which belongs to " + owners.map { "'\($0.name)'" }.joined(separator: ", "))
    }

    /// Says where an option goes that is given before its command: after one that follows on the line, or the first
    /// that has it.
    private func early(_ name: String) -> UsageError {
        let owners = commands.visible.filter { owner in owner.options.contains { $0.name == name } }
        let owner = owners.first { commandLine.contains($0.lastWord) } ?? owners[0]
        return owner.misuse("'--\(name)' goes after its command: 'suppliergo \(owner.name) --\(name)'")
    }

    private func nearestOption(to name: String) -> String? {
        if let words = Self.optionsElsewhere[name], knownOptions.contains(where: { $0.takes(words) }) { return words }
        return NearestWord.to(name, among: meantOptions.map(\.name)).map { "--" + $0 }
    }

    /// The options that a mistyped one may stand for: those of all commands if none is named yet.
    private var meantOptions: [OptionDescription] { command == nil ? commands.options : knownOptions }

    private var knownOptions: [OptionDescription] { commands.options(of: command?.description) }

    /// Other programs' names for this one's commands.
    private static let commandsElsewhere = [
        "ls": "list", "search": "list", "find": "list", "grep": "list", "get": "show", "view": "show", "cat": "show",
        "download": "fetch", "sync": "fetch", "settings": "config", "rm": "remove",
        "delete": "remove", "del": "remove", "new": "add", "create": "add", "undo": "revert", "export": "list --output",
        "tui": "browse", "ui": "browse",
    ]

    /// Other programs' names for this one's options.
    private static let optionsElsewhere = Dictionary(
        uniqueKeysWithValues: OutputFormat.allCases.map { ($0.rawValue, "--format " + $0.rawValue) } + [
            ("fields", "--columns"), ("no-color", "--color never"), ("no-avatars", "--avatars off"),
            ("desc", "--reverse"), ("max", "--limit"), ("head", "--limit"),
        ])
}

extension OptionDescription {
    /// Tests if words name the option and, if a value follows, one of its values: `--format json`.
    fileprivate func takes(_ words: String) -> Bool {
        let parts = words.split(separator: " ", maxSplits: 1).map(String.init)
        return parts[0] == spelling && (parts.count == 1 || accepts(parts[1]))
    }
}
