/// A command line's words, sorted into command, options and arguments; values are not checked yet.
struct ArgumentWords: Sendable {
    /// One option as it was given.
    struct Given: Sendable, Hashable {
        /// The option's long name.
        let name: String

        /// Its value; `nil` for a flag, unless `true` or `false` is joined to it.
        let value: String?
    }

    /// The command; `nil` where none is named.
    private(set) var command: (any Command.Type)?

    /// The first word of a command that has two, where the second one is missing.
    private(set) var group: String?

    /// The options in the order they were given.
    private(set) var options: [Given] = []

    /// The words that are neither.
    private(set) var arguments: [String] = []

    /// Sorts words, without the program's own name.
    ///
    /// `--name VALUE` and `--name=VALUE` are the same; `--flag=false` takes back a flag that the settings file sets. A
    /// value may be joined to a letter, and letters of flags to each other (POSIX, Utility Syntax Guidelines 5 and 6);
    /// `--` ends the options. A word that begins with `-` and is longer is only a value if it is joined, or a number.
    init(_ words: [String]) throws(UsageError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                for word in rest { try take(word) }
                return
            } else if word.hasPrefix("--") {
                try takeLong(word, &rest)
            } else if word.hasPrefix("-"), word != "-" {
                try takeLetters(word.dropFirst(), &rest)
            } else {
                try take(word)
            }
        }
    }

    /// The last value given for an option.
    subscript(option: OptionDescription) -> String? {
        options.last { $0.name == option.name }?.value
    }

    /// Whether a flag was given, and not taken back.
    func has(_ flag: Option<Bool>) -> Bool {
        options.last { $0.name == flag.row.name }.map { $0.value != "false" } ?? false
    }

    /// The help on the command, as far as it is named.
    var topic: HelpTopic {
        if let command { return .command(command.description.name) }
        return group.map(HelpTopic.group) ?? .program
    }

    private mutating func take(_ word: String) throws(UsageError) {
        if command != nil {
            arguments.append(word)
        } else if let group {
            guard let named = Commands.named("\(group) \(word)") else {
                let members = Commands.members(ofGroup: group).map(\.lastWord)
                let nearest = NearestWord.to(word, among: members).map { "\(group) \($0)" }
                throw UsageError("unknown command '\(group) \(word)'", nearest: nearest, see: .group(group))
            }
            command = named
        } else if Commands.groups.contains(word) {
            group = word
        } else {
            guard let named = Commands.named(word), named.description.group == nil else {
                let names = Commands.visible.filter { $0.group == nil }.map(\.name) + Commands.groups
                let option = Options.all.first { $0.name == word }?.spelling
                let nearest = Self.commandsElsewhere[word] ?? NearestWord.to(word, among: names) ?? option
                throw UsageError("unknown command '\(word)'", nearest: nearest, see: .program)
            }
            command = named
        }
    }

    private mutating func takeLong(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        // Options of one name may take a value with one command, and none with another.
        let own = command?.description.option(named: name)
        guard let option = own ?? Options.all.first(where: { $0.name == name }) else {
            throw unknownOption("--" + name, nearest: nearestOption(to: name))
        }
        let joined = parts.count == 2 ? String(parts[1]) : nil
        if option.isFlag, let joined, !option.accepts(joined) {
            throw UsageError(
                "'\(option.spelling)' takes no value but true or false, and '\(joined)' is given", see: topic)
        }
        let value = option.isFlag || joined != nil ? joined : try value(of: option, option.spelling, &rest)
        options.append(Given(name: name, value: value))
    }

    private mutating func takeLetters(_ word: Substring, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let name = String(word)
        // With one dash a long name would be read as letters, and '-offline' as '-o' with a file's name.
        guard !knownNames.contains(name) else { throw unknownOption("-" + name, nearest: "--" + name) }
        var letters = word
        while let letter = letters.popFirst() {
            guard let option = Options.all.first(where: { $0.short == letter }) else {
                throw unknownOption("-\(letter)", nearest: name.count > 2 ? nearestOption(to: name) : nil)
            }
            guard !option.isFlag else {
                options.append(Given(name: option.name, value: nil))
                continue
            }
            let value = try letters.isEmpty ? value(of: option, "-\(letter)", &rest) : String(letters)
            options.append(Given(name: option.name, value: value))
            return
        }
    }

    private func value(
        of option: OptionDescription, _ spelling: String, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        guard let word = rest.first, word == "-" || !word.hasPrefix("-") || word.dropFirst().first?.isNumber == true
        else {
            throw UsageError("'\(spelling)' needs a value <\(option.value.name ?? "")>", see: topic)
        }
        rest.removeFirst()
        return word
    }

    private func unknownOption(_ word: String, nearest: String?) -> UsageError {
        UsageError("unknown option '\(word)'", nearest: nearest, see: command == nil ? .program : topic)
    }

    private func nearestOption(to name: String) -> String? {
        let known = command?.description.takenOptions ?? Options.all
        if let words = Self.optionsElsewhere[name], known.contains(where: { $0.takes(words) }) { return words }
        return NearestWord.to(name, among: knownNames).map { "--" + $0 }
    }

    /// What other programs call this one's commands.
    private static let commandsElsewhere = [
        "ls": "list", "search": "list", "find": "list", "grep": "list", "get": "show", "view": "show", "cat": "show",
        "download": "fetch", "sync": "fetch", "settings": "config", "tui": "browse", "ui": "browse",
    ]

    /// What other programs call this one's options.
    private static let optionsElsewhere = Dictionary(
        uniqueKeysWithValues: OutputFormat.allCases.map { ($0.rawValue, "--format " + $0.rawValue) } + [
            ("fields", "--columns"), ("no-color", "--color never"), ("no-avatars", "--avatars off"),
            ("desc", "--reverse"), ("max", "--limit"), ("head", "--limit"),
        ])

    /// The long names of the options that may be meant.
    private var knownNames: [String] {
        (command?.description.takenOptions ?? Options.all).map(\.name)
    }
}

extension OptionDescription {
    /// Whether words name the option and, where a value follows, one of its values: `--format json`.
    fileprivate func takes(_ words: String) -> Bool {
        let parts = words.split(separator: " ", maxSplits: 1).map(String.init)
        return parts[0] == spelling && (parts.count == 1 || accepts(parts[1]))
    }
}
