import SupplierGoKit

/// A program's commands, with the options, groups and settings that follow from their descriptions.
///
/// The list of commands is in `Commands/`, which this folder does not know; parsing, help, the manual page and
/// completions are given it.
struct CommandTable: Sendable {
    /// The program's version, as `--version` prints it.
    let version: String

    /// The version's date, as manual pages give it.
    let date: String

    /// The commands that people call, under the headings of help.
    let sections: [(heading: String, commands: [any Command.Type])]

    /// All of them, with those that only other programs call.
    let all: [any Command.Type]

    /// The descriptions of those that people call.
    let visible: [CommandDescription]

    /// The first words of commands that have two, such as `cache`, with their overviews.
    let groups: [(name: String, overview: String)]

    /// The options of all commands, in the order of help: by heading, then as the commands declare them.
    let options: [OptionDescription]

    init(
        version: String, date: String, sections: KeyValuePairs<String, [any Command.Type]>,
        hidden: [any Command.Type], groups: [(name: String, overview: String)]
    ) {
        self.version = version
        self.date = date
        self.sections = sections.map { (heading: $0, commands: $1) }
        self.groups = groups
        all = sections.flatMap(\.value) + hidden
        visible = all.map { $0.description }.filter { !$0.isHidden }
        let distinct = (visible.flatMap(\.options) + Options.common).uniqued(on: \.self)
        options = OptionHeading.allCases.flatMap { heading in distinct.filter { $0.heading == heading } }
    }

    /// The command that some words call, such as `cache info`.
    func command(named name: String) -> (any Command.Type)? { all.first { $0.description.name == name } }

    /// The commands whose first word is a group's name.
    func members(ofGroup group: String) -> [CommandDescription] { visible.filter { $0.group == group } }

    func isGroup(_ word: String) -> Bool { groups.contains { $0.name == word } }

    /// The options under a heading of help.
    func options(under heading: OptionHeading) -> [OptionDescription] { options.filter { $0.heading == heading } }

    /// The options that the settings file can give.
    var settings: [OptionDescription] { options.filter(\.isSetting) }

    /// The settings that have effect outside a catalog's section too.
    var generalSettings: [OptionDescription] { settings.filter { !$0.isOfSection } }

    /// The keys of a catalog's section and their meanings; the places of its parts are one.
    var sectionKeys: [(name: String, meaning: String)] {
        (settings.filter(\.isOfSection) + Options.settingsOnly).map { ($0.name, $0.meaning) }
            + [(SettingsFile.placeKeys, SettingsFile.meaningOfPlaces)]
    }

    /// The options that a command takes, in the order of help; those of every command for `nil`.
    func options(of command: CommandDescription?) -> [OptionDescription] {
        options.filter { command?.takes($0) ?? $0.isCommon }
    }

    /// The commands that have an option, or all if it is common.
    func owners(of option: OptionDescription) -> [CommandDescription] { visible.filter { $0.owns(option) } }
}

extension CommandTable {
    /// The first words of commands or, in a group, the second ones.
    func completionWords(inGroup group: String? = nil) -> [CompletionWord] {
        let commands = visible.filter { $0.group == group }
        return commands.map { CompletionWord(word: $0.lastWord, meaning: $0.overview) }
            + (group == nil ? groups.map { CompletionWord(word: $0.name, meaning: $0.overview) } : [])
    }
}

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

    /// Words without a meaning.
    static func choices(_ words: [String]) -> Self { .words(words.map { CompletionWord(word: $0) }) }
}

/// A word that completions offer, and its meaning in one line.
struct CompletionWord: Sendable, Hashable {
    let word: String
    var meaning = ""
}

/// An unfinished command line, as far as it can be understood; errors in it are ignored.
struct PartialCommandLine {
    /// The candidates for the word that is being typed.
    let candidates: Completion

    /// `--name=`, if a value follows that in the same word.
    let prefix: String

    /// The word without ``prefix``.
    let word: String

    /// The options before it that lead to the suppliers.
    let locations: [String]

    /// Reads a command line's words, without the program's name.
    ///
    /// - Parameters:
    ///   - current: the word that is being typed, with its quotes removed.
    ///   - before: the words before it.
    init(_ current: String, after before: [String], of commands: CommandTable) {
        let words = ArgumentWords(before, of: commands)
        let locating = [Options.catalog.row.name, Options.cacheDirectory.row.name]
        locations = words.options.filter { locating.contains($0.name) }.map { "--\($0.name)=\($0.text)" }
        let command = words.command?.description
        var option = words.pending?.option
        var prefix = ""
        if option == nil, !words.hasEnded, let sign = current.firstIndex(of: "=") {
            option = commands.options(of: command).first { !$0.isFlag && $0.spelling == current[..<sign] }
            if option != nil { prefix = String(current[...sign]) }
        }
        self.prefix = prefix
        word = String(current.dropFirst(prefix.count))
        if let option {
            candidates = option.value.completion
        } else if current.hasPrefix("-"), !words.hasEnded {
            candidates = .words(
                commands.options(of: command).flatMap { option in
                    option.spellings.map { CompletionWord(word: $0, meaning: option.meaning) }
                })
        } else if let command {
            candidates = command.argument?.completion ?? .nothing
        } else if words.arguments.isEmpty {
            candidates = .words(commands.completionWords(inGroup: words.group))
        } else {
            candidates = .nothing
        }
    }
}

/// A topic of help.
enum HelpTopic: Sendable, Hashable {
    case program

    /// The command of a name, such as `cache info`.
    case command(String)

    /// The commands that share a first word.
    case group(String)

    /// The words of a query.
    case search

    /// The options that say how transfers go.
    case network

    /// The options and variables of object stores and shards.
    case fleet

    case settings

    case environment

    case exitStatus

    /// The program's version, which is one line.
    case version

    /// The topics that are not commands, by the words that ask for them.
    static let named: [(name: String, topic: Self)] = [
        ("search", .search), ("network", .network), ("fleet", .fleet), ("settings", .settings),
        ("environment", .environment), ("status", .exitStatus),
    ]

    /// The names of the topics.
    static let names = named.map(\.name)

    /// The words that ask for the topic: `help list`.
    var words: String {
        switch self {
        case .command(let name), .group(let name): "help " + name
        default: Self.named.first { $0.topic == self }.map { "help " + $0.name } ?? "help"
        }
    }
}
