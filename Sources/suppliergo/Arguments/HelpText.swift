/// Help, made from the table of commands and options.
struct HelpText: CustomStringConvertible {
    /// The text, with a line feed at its end.
    let description: String

    private static let width = 80
    private static let column = 26

    /// Writes the help of a topic.
    init(_ topic: HelpTopic) {
        let sections: [String] =
            switch topic {
            case .program: Self.program
            case .group(let group): Self.group(group)
            case .command(let command): Self.command(command)
            }
        description = sections.joined(separator: "\n\n") + "\n"
    }

    private static var program: [String] {
        [
            "OVERVIEW: "
                + wrapped("List the suppliers of a catalog and bring their avatars into a cache.", hanging: 10),
            "USAGE: suppliergo <command> [<options>]",
            "COMMANDS:\n" + Command.visible.compactMap(commandEntry).joined(separator: "\n"),
            "OPTIONS OF EVERY COMMAND:\n" + optionEntries(Set(Command.visible)),
            "See 'suppliergo help <command>' for a command's arguments and options.",
        ]
    }

    private static func group(_ group: String) -> [String] {
        let members = Command.members(ofGroup: group)
        return [
            "USAGE: suppliergo \(group) <command> [<options>]",
            "COMMANDS:\n" + members.compactMap(commandEntry).joined(separator: "\n"),
            "See 'suppliergo help \(group) <command>' for a command's options.",
        ]
    }

    private static func command(_ command: Command) -> [String] {
        guard let description = CommandDescription.of(command) else { return program }
        var sections = ["OVERVIEW: " + wrapped(description.overview, hanging: 10)]
        if !description.discussion.isEmpty { sections.append(wrapped(description.discussion, hanging: 0)) }
        var usage = "USAGE: suppliergo \(command.rawValue)"
        if let argument = description.argument {
            usage += argument.isRequired ? " <\(argument.name)> ..." : " [<\(argument.name)> ...]"
        }
        sections.append(usage + " [<options>]")
        if let argument = description.argument {
            sections.append("ARGUMENTS:\n" + entry("<\(argument.name)>", argument.meaning))
        }
        sections.append(
            "OPTIONS:\n" + OptionDescription.belonging(to: command).map(optionEntry).joined(separator: "\n"))
        return sections
    }

    private static func commandEntry(_ command: Command) -> String? {
        CommandDescription.of(command).map { entry(command.rawValue, $0.overview) }
    }

    /// The entries of the options that belong to exactly these commands.
    private static func optionEntries(_ commands: Set<Command>) -> String {
        OptionDescription.all.filter { $0.commands == commands }.map(optionEntry).joined(separator: "\n")
    }

    private static func optionEntry(_ option: OptionDescription) -> String {
        var names = option.short.map { "-\($0), " } ?? ""
        names += option.option.spelling
        if let name = option.valueName { names += " <\(name)>" }
        var notes: [String] = []
        if !option.environment.isEmpty {
            notes.append("env: " + option.environment.map { "$" + $0.rawValue }.joined(separator: ", "))
        }
        if !option.choices.isEmpty { notes.append("values: " + option.choices.joined(separator: ", ")) }
        if let standard = option.standard { notes.append("default: " + standard) }
        return entry(names, option.meaning + (notes.isEmpty ? "" : " (" + notes.joined(separator: "; ") + ")"))
    }

    private static func entry(_ name: String, _ meaning: String) -> String {
        let indent = String(repeating: " ", count: column)
        let text = wrapped(meaning, hanging: column)
        let label = "  " + name
        guard label.count < column - 1 else { return label + "\n" + indent + text }
        return label + String(repeating: " ", count: column - label.count) + text
    }

    /// Breaks text into lines that fit; all but the first are indented by `hanging` columns, which the first one's
    /// reader has already used.
    private static func wrapped(_ text: String, hanging: Int) -> String {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, hanging + line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        lines.append(line)
        return lines.joined(separator: "\n" + String(repeating: " ", count: hanging))
    }
}
