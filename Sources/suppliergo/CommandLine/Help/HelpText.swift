import SupplierGoKit

/// Help, made from the commands' and options' descriptions; laid out as Swift's ArgumentParser does.
struct HelpText: CustomStringConvertible {
    /// The text, with a line feed at its end.
    var description: String {
        switch topic {
        case .program where isBrief: briefProgram
        case .command(let name) where isBrief:
            commands.command(named: name).map { brief($0.description) } ?? briefProgram
        default: sections.joined(separator: "\n\n") + "\n"
        }
    }

    private let topic: HelpTopic
    private let commands: CommandTable
    private let isBrief: Bool

    /// The longest line, except for command lines, which are there to be copied.
    private let width: Int

    /// The column of the meanings; in a narrow window they stand below the names.
    private let column: Int

    /// Creates the help on a topic.
    ///
    /// - Parameters:
    ///   - width: the terminal's columns, of which no more than 80 are used; `nil` for no terminal.
    ///   - isBrief: true if the program or a command is summarised on a screen of 24 lines. Default `false`.
    init(_ topic: HelpTopic, of commands: CommandTable, width: Int? = nil, isBrief: Bool = false) {
        (self.topic, self.commands, self.isBrief) = (topic, commands, isBrief)
        self.width = min(80, max(20, width ?? 80))
        column = self.width < 60 ? 4 : isBrief ? 28 : 26
    }

    private var sections: [String] {
        switch topic {
        case .program: program
        case .group(let group): self.group(group)
        case .command(let name): commands.command(named: name).map { command($0.description) } ?? program
        case .settings: settings
        case .search:
            [
                overview("The words of a query: several must all match, in any order."),
                section("WORDS", CommandDescription.Argument.queryWords.map { entry($0, $1) }),
            ]
        case .network:
            [
                overview("How the catalog and avatars are transferred, for every command that reads a catalog."),
                section("OPTIONS", commands.options(under: .network).map(entry)),
                hint("See 'suppliergo help environment' for the variables of proxies and certificates."),
            ]
        case .environment:
            [
                overview("Options override environment variables. An empty variable counts as not set."),
                section("VARIABLES", EnvironmentVariable.own.map { entry($0.rawValue, $1) }),
                section(
                    "AS ELSEWHERE",
                    EnvironmentVariable.elsewhere.map { entry($0, $1.map(\.rawValue).joined(separator: ", ") + ".") }),
                hint("See 'suppliergo help fleet' for the variables of object stores and shards."),
            ]
        case .fleet:
            [
                overview("Share the work of fetching avatars, and the avatars, among many machines."),
                section("OPTIONS", commands.options(under: .fleet).map(entry)),
                section("VARIABLES", EnvironmentVariable.fleet.map { entry($0.rawValue, $1) }),
            ]
        case .exitStatus:
            [
                overview("The exit status tells programs how a run ended. The numbers are those of sysexits.h."),
                section("STATUS", ExitStatus.allCases.map { entry(String($0.rawValue), $0.meaning) }),
            ]
        case .version: ["suppliergo \(commands.version)"]
        }
    }

    private static let programOverview = "List the suppliers of a catalog, and fetch their avatars into a cache."

    private var program: [String] {
        // All of the first command's, and one of the others beside it.
        let examples = commands.sections.prefix(1).flatMap(\.commands).enumerated().flatMap { index, command in
            command.description.examples.prefix(index == 0 ? .max : 1)
        }
        return [overview(Self.programOverview), usage("suppliergo <command> [<options>]")]
            + commands.sections.map { section($0.heading, $0.commands.map { entry($0.description) }) } + [
                section("EXAMPLES", examples.map(lines)),
                section("OPTIONS OF EVERY COMMAND", Options.common.map(entry)),
                hint("See 'suppliergo help <command>' for a command and its options.") + "\n"
                    + hint("Other topics: " + HelpTopic.names.joined(separator: ", ") + "."),
            ]
    }

    /// The first steps, for a command line without a command: at most 19 lines, so that an error fits below them.
    var firstSteps: String {
        let sections = commands.sections.map { heading, commands in
            let names = commands.map { $0.description.group ?? $0.description.name }.uniqued(on: \.self)
            return section(heading, [hint(names.joined(separator: ", "))])
        }
        let steps = [
            ("suppliergo inspect FILE", "what a file or URL contains"),
            ("suppliergo list -c FILE", "its suppliers"), ("suppliergo help list", "how to search and export them"),
        ]
        return
            ([overview(Self.programOverview), section("TRY", steps.map(lines))] + sections
            + [hint("See 'suppliergo --help' for more.")]).joined(separator: "\n") + "\n"
    }

    /// The commands, those of a group in a line.
    private var briefProgram: String {
        let sections = commands.sections.map { heading, commands in
            let descriptions = commands.map { $0.description }
            let entries = descriptions.compactMap { command in
                guard let group = command.group else { return entry(command) }
                let members = descriptions.filter { $0.group == group }.map(\.lastWord)
                return command.lastWord == members[0] ? entry(group, members.joined(separator: ", ")) : nil
            }
            return section(heading, entries)
        }
        let lines = [overview(Self.programOverview), usage("suppliergo <command> [<options>]")] + sections
        return lines.joined(separator: "\n") + "\n" + hint("See 'suppliergo --help' for more.") + "\n"
    }

    /// A command's own options, and the names of those that it shares with others.
    private func brief(_ command: CommandDescription) -> String {
        let isOwn = { (option: OptionDescription) in
            let isOfEveryCatalog = Options.loading.contains(option) || option == Options.details.row
            return command.owns(option) && !option.isCommon && (option == Options.catalog.row || !isOfEveryCatalog)
        }
        let options = commands.options(of: command)
        let (own, shared) = (options.filter(isOwn), options.filter { !isOwn($0) })
        var lines = [overview(command.overview), usage(call(of: command)), ""]
        if !own.isEmpty { lines.append(section("OPTIONS", own.map { entry(label(of: $0), $0.meaning.firstSentence) })) }
        let names = shared.map(\.spelling).joined(separator: ", ")
        let more = hint(names + ". See 'suppliergo \(command.name) --help'.")
        lines.append(section(own.isEmpty ? "OPTIONS" : "MORE OPTIONS", [more]))
        return lines.joined(separator: "\n") + "\n"
    }

    private func group(_ group: String) -> [String] {
        [
            overview(commands.groups.first { $0.name == group }?.overview ?? ""),
            usage("suppliergo \(group) <command> [<options>]"),
            section("COMMANDS", commands.members(ofGroup: group).map(entry)),
            hint("See 'suppliergo help \(group) <command>' for a command and its options."),
        ]
    }

    private func call(of command: CommandDescription) -> String {
        let argument = command.argument.map { $0.isRequired ? " " + $0.label : " [\($0.label)]" }
        return "suppliergo " + command.name + (argument ?? "") + " [<options>]"
    }

    private func command(_ command: CommandDescription) -> [String] {
        var sections = [overview(command.overview)]
        if !command.discussion.isEmpty { sections.append(wrapped(command.discussion)) }
        sections.append(usage(call(of: command)))
        if let argument = command.argument {
            sections.append(section("ARGUMENTS", [entry("<\(argument.name)>", argument.meaning)]))
        }
        if !command.examples.isEmpty { sections.append(section("EXAMPLES", command.examples.map(lines))) }
        sections += command.keys.map { section("KEYS, " + $0.title.uppercased(), $0.keys.map(entry)) }
        let options = Dictionary(grouping: commands.options(of: command), by: \.heading)
        return sections
            + OptionHeading.allCases.compactMap { heading in
                guard let options = options[heading] else { return nil }
                guard let topic = heading.topic else { return section(heading.rawValue, options.map(entry)) }
                let names = options.map(\.spelling).joined(separator: ", ")
                return section(heading.rawValue, [hint(names + ", which 'suppliergo \(topic.words)' explains.")])
            }
    }

    private var settings: [String] {
        [
            overview("The settings file gives values that no option and no environment variable gives."),
            section("FILES", [entry(SettingsFile.places, "The settings file.")]),
        ] + SettingsFile.rules.map { wrapped($0) } + [
            section("KEYS", commands.generalSettings.map { entry($0.name, $0.meaning) }),
            section("KEYS OF A CATALOG'S SECTION", commands.sectionKeys.map(entry)),
            hint("See 'suppliergo config' for the current values and their sources."),
        ]
    }

    private func entry(_ command: CommandDescription) -> String {
        entry(command.name, command.overview)
    }

    private func entry(_ option: OptionDescription) -> String {
        var notes: [String] = []
        if !option.environment.isEmpty {
            notes.append("env: " + option.environment.map { "$" + $0.rawValue }.joined(separator: ", "))
        }
        let choices = option.unexplainedChoices
        if !choices.isEmpty { notes.append("values: " + choices.joined(separator: ", ")) }
        if let text = option.defaultText { notes.append("default: " + text) }
        return entry(
            label(of: option), option.meaning + (notes.isEmpty ? "" : " (" + notes.joined(separator: "; ") + ")"))
    }

    private func label(of option: OptionDescription) -> String {
        option.spellings.joined(separator: ", ") + (option.value.name.map { " <\($0)>" } ?? "")
    }

    /// A name, and its meaning in another column.
    private func entry(_ name: String, _ meaning: String) -> String {
        let indent = String(repeating: " ", count: column)
        let text = wrapped(meaning, hanging: column)
        let label = "  " + name
        guard label.count < column - 1 else { return label + "\n" + indent + text }
        return label + String(repeating: " ", count: column - label.count) + text
    }

    /// A command line and its meaning, on two lines if they do not fit on one.
    private func lines(_ example: CommandDescription.Example) -> String {
        let comment = "# " + example.meaning
        let line = "  \(example.line)  \(comment)"
        return line.count <= width ? line : hint(comment) + "\n  " + example.line
    }

    private func section(_ heading: String, _ entries: [String]) -> String {
        heading + ":\n" + entries.joined(separator: "\n")
    }

    /// A sentence on its own.
    private func hint(_ text: String) -> String {
        "  " + wrapped(text, hanging: 2)
    }

    private func overview(_ text: String) -> String {
        "OVERVIEW: " + wrapped(text, hanging: 10)
    }

    private func usage(_ text: String) -> String {
        "USAGE: " + wrapped(text, hanging: 7)
    }

    /// Breaks text into lines that fit; all but the first are indented by `hanging` columns, which the first one's
    /// reader has already used.
    private func wrapped(_ text: String, hanging: Int = 0) -> String {
        text.wrapped(toWidth: max(1, width - hanging), breakingWords: false)
            .joined(separator: "\n" + String(repeating: " ", count: hanging))
    }
}

extension String {
    fileprivate var firstSentence: String {
        firstRange(of: ". ").map { String(self[..<$0.lowerBound]) + "." } ?? self
    }
}
