/// A command line's words, sorted into command, options and arguments; no value has been looked into yet.
struct ArgumentWords: Sendable {
    /// One option as it was given.
    struct Given: Sendable, Hashable {
        /// The option.
        let option: Option

        /// Its value; `nil` for a flag, unless `true` or `false` is joined to it.
        let value: String?
    }

    /// The command; `nil` where none is named.
    private(set) var command: Command?

    /// The first word of a command that has two, where the second one is missing.
    private(set) var group: String?

    /// The options in the order they were given.
    private(set) var options: [Given] = []

    /// The words that are neither.
    private(set) var arguments: [String] = []

    /// Sorts words, without the program's own name.
    ///
    /// `--name VALUE` and `--name=VALUE` are the same; `--flag=false` takes a flag back that the settings file sets. A value
    /// may be joined to a letter, and letters of flags to each other (POSIX, Utility Syntax Guidelines 5 and 6); `--` ends
    /// the options. A word that begins with `-` and is longer is no value unless it is joined, or a number.
    init(_ words: [String]) throws(ArgumentError) {
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
    subscript(option: Option) -> String? {
        options.last { $0.option == option }?.value
    }

    /// Whether a flag was given, and not taken back.
    func has(_ option: Option) -> Bool {
        options.last { $0.option == option }.map { $0.value != "false" } ?? false
    }

    private mutating func take(_ word: String) throws(ArgumentError) {
        if command != nil {
            arguments.append(word)
        } else if let group {
            guard let named = Command(rawValue: "\(group) \(word)") else {
                let members = Command.members(ofGroup: group).compactMap(\.words.last)
                let nearest = NearestWord.to(word, among: members).map { "\(group) \($0)" }
                throw .unknownCommand("\(group) \(word)", nearest: nearest, group: group)
            }
            command = named
        } else if Command.groups.contains(word) {
            group = word
        } else {
            guard let named = Command(rawValue: word), named.words.count == 1 else {
                let names = Command.visible.filter { $0.words.count == 1 }.map(\.rawValue) + Command.groups
                let option = Option(rawValue: word)?.spelling
                throw .unknownCommand(word, nearest: NearestWord.to(word, among: names) ?? option, group: nil)
            }
            command = named
        }
    }

    private mutating func takeLong(_ word: String, _ rest: inout ArraySlice<String>) throws(ArgumentError) {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = Option(rawValue: name), let description = OptionDescription.of(option).first else {
            let known = OptionDescription.belonging(to: command).map(\.option.rawValue)
            let nearest = NearestWord.to(name, among: known).map { "--" + $0 }
            throw .unknownOption("--" + name, nearest: nearest, command: command)
        }
        let joined = parts.count == 2 ? String(parts[1]) : nil
        guard description.valueName != nil else {
            if let joined, description.value.expectation(missedBy: joined) != nil {
                throw .needlessValue(spelling: option.spelling, value: joined, command: command)
            }
            options.append(Given(option: option, value: joined))
            return
        }
        if let joined {
            options.append(Given(option: option, value: joined))
        } else {
            let value = try value(of: description, spelling: option.spelling, &rest)
            options.append(Given(option: option, value: value))
        }
    }

    private mutating func takeLetters(
        _ letters: Substring, _ rest: inout ArraySlice<String>
    ) throws(ArgumentError) {
        let name = String(letters)
        let known = OptionDescription.belonging(to: command).map(\.option.rawValue)
        // With one dash a long name would be taken for letters, and '-offline' for '-o' with a file's name.
        guard !known.contains(name) else {
            throw .unknownOption("-" + name, nearest: "--" + name, command: command)
        }
        var letters = letters
        while let letter = letters.popFirst() {
            guard let description = OptionDescription.all.first(where: { $0.short == letter }) else {
                let nearest = name.count > 2 ? NearestWord.to(name, among: known).map { "--" + $0 } : nil
                throw .unknownOption("-\(letter)", nearest: nearest, command: command)
            }
            guard description.valueName != nil else {
                options.append(Given(option: description.option, value: nil))
                continue
            }
            let value = try letters.isEmpty ? value(of: description, spelling: "-\(letter)", &rest) : String(letters)
            options.append(Given(option: description.option, value: value))
            return
        }
    }

    private func value(
        of description: OptionDescription, spelling: String, _ rest: inout ArraySlice<String>
    ) throws(ArgumentError) -> String {
        guard let word = rest.first, word == "-" || !word.hasPrefix("-") || word.dropFirst().first?.isNumber == true
        else {
            throw .missingValue(spelling: spelling, valueName: description.valueName ?? "", command: command)
        }
        rest.removeFirst()
        return word
    }
}
