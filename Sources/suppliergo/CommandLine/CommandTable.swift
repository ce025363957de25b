import SupplierGoKit

/// A program's commands, with the options, groups and settings that follow from their descriptions.
///
/// The list of commands stands above this room, in `Commands/`; parsing, help, the manual page and completions are
/// given it.
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

    /// Makes the command that prints help on a topic of these commands, or only a summary of it.
    let help: @Sendable (_ topic: HelpTopic, _ commands: CommandTable, _ isBrief: Bool) -> any Command

    init(
        version: String, date: String, sections: KeyValuePairs<String, [any Command.Type]>,
        hidden: [any Command.Type], groups: [(name: String, overview: String)],
        help: @escaping @Sendable (_ topic: HelpTopic, _ commands: CommandTable, _ isBrief: Bool) -> any Command
    ) {
        self.version = version
        self.date = date
        self.sections = sections.map { (heading: $0, commands: $1) }
        self.groups = groups
        self.help = help
        all = sections.flatMap(\.value) + hidden
        visible = all.map { $0.description }.filter { !$0.isHidden }
        let distinct = (visible.flatMap(\.options) + Options.common).uniqued(on: \.self)
        options = OptionHeading.allCases.flatMap { heading in distinct.filter { $0.heading == heading } }
    }

    /// The command that some words call, such as `cache info`.
    func command(named name: String) -> (any Command.Type)? {
        all.first { $0.description.name == name }
    }

    /// The commands whose first word is a group's name.
    func members(ofGroup group: String) -> [CommandDescription] {
        visible.filter { $0.group == group }
    }

    func isGroup(_ word: String) -> Bool { groups.contains { $0.name == word } }

    /// The options under a heading of help.
    func options(under heading: OptionHeading) -> [OptionDescription] { options.filter { $0.heading == heading } }

    /// The options that the settings file can give.
    var settings: [OptionDescription] { options.filter(\.isSetting) }

    /// The settings that have effect outside a catalog's section too.
    var generalSettings: [OptionDescription] { settings.filter { !$0.isOfSection } }

    /// The settings of a catalog's section only, without the places of its parts.
    var sectionSettings: [OptionDescription] { settings.filter(\.isOfSection) + Options.settingsOnly }

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

    /// The options of a command, or those of every command if none is given yet.
    func optionWords(of command: CommandDescription?) -> [CompletionWord] {
        options(of: command).flatMap { option in
            option.spellings.map { CompletionWord(word: $0, meaning: option.meaning) }
        }
    }
}
