/// Help, made from the commands' descriptions and the table of options; laid out as Swift's ArgumentParser does.
struct HelpText: CustomStringConvertible {
    /// The text, with a line feed at its end.
    var description: String {
        sections.joined(separator: "\n\n") + "\n"
    }

    private let topic: HelpTopic

    /// How many columns its lines have at most, except for command lines, which are there to be copied.
    private let width: Int

    /// Where the meanings begin; in a narrow window they stand below the names.
    private let column: Int

    /// Takes a topic.
    ///
    /// - Parameter width: the terminal's columns, of which no more than 80 are used; `nil` for no terminal.
    init(_ topic: HelpTopic, width: Int? = nil) {
        self.topic = topic
        self.width = min(80, max(20, width ?? 80))
        column = self.width < 60 ? 4 : 26
    }

    private var sections: [String] {
        switch topic {
        case .program: program
        case .group(let group): self.group(group)
        case .command(let name): Commands.named(name).map { command($0.description) } ?? program
        case .settings: settings
        case .network:
            [
                overview("How the catalog and avatars are transferred, for every command that reads a catalog."),
                section("OPTIONS", Options.network.map(entry)),
                hint("See 'suppliergo help environment' for the variables of proxies and certificates."),
            ]
        case .environment:
            [
                overview(
                    "An environment variable may say what no option does; an empty one counts as not set."),
                section("VARIABLES", EnvironmentVariable.allCases.map { entry($0.rawValue, $0.meaning) }),
            ]
        case .exitStatus:
            [
                overview("The exit status tells programs how a run ended; the numbers are those of sysexits.h."),
                section("STATUS", ExitStatus.meanings.map { entry(String($0.number), $0.meaning) }),
            ]
        case .version: ["suppliergo \(SupplierGo.version)"]
        }
    }

    private var program: [String] {
        let examples = Commands.visible.prefix(2).compactMap(\.examples.first)
        return [
            overview("List the suppliers of a catalog, and fetch their avatars into a cache."),
            usage("suppliergo <command> [<options>]"),
            section("COMMANDS", Commands.visible.map(entry)),
            section("EXAMPLES", examples.map(lines)),
            section("OPTIONS OF EVERY COMMAND", Options.all.filter(\.isCommon).map(entry)),
            hint("See 'suppliergo help <command>' for a command and its options.") + "\n"
                + hint("Other topics: " + HelpTopic.names.joined(separator: ", ") + "."),
        ]
    }

    private func group(_ group: String) -> [String] {
        [
            overview(Commands.groupOverviews[group] ?? ""),
            usage("suppliergo \(group) <command> [<options>]"),
            section("COMMANDS", Commands.members(ofGroup: group).map(entry)),
            hint("See 'suppliergo help \(group) <command>' for a command and its options."),
        ]
    }

    private func command(_ command: CommandDescription) -> [String] {
        var call = "suppliergo " + command.name
        if let argument = command.argument {
            call += argument.isRequired ? " " + argument.label : " [\(argument.label)]"
        }
        var sections = [overview(command.overview)]
        if !command.discussion.isEmpty { sections.append(wrapped(command.discussion)) }
        sections.append(usage(call + " [<options>]"))
        if let argument = command.argument {
            sections.append(section("ARGUMENTS", [entry("<\(argument.name)>", argument.meaning)]))
        }
        if !command.examples.isEmpty { sections.append(section("EXAMPLES", command.examples.map(lines))) }
        sections += command.keys.map { section("KEYS, " + $0.title.uppercased(), $0.keys.map(entry)) }
        return sections
            + Options.groups.compactMap { heading, options in
                let taken = options.filter { command.takenOptions.contains($0) }
                guard !taken.isEmpty else { return nil }
                return taken == Options.network ? network : section(heading, taken.map(entry))
            }
    }

    /// The options that say how transfers go, in a line.
    private var network: String {
        let names = Options.network.map(\.spelling).joined(separator: ", ")
        return section("NETWORK", [hint(names), hint("See 'suppliergo help network' for what they mean.")])
    }

    private var settings: [String] {
        [
            overview("The settings file may say what no option and no environment variable does."),
            section("FILES", [entry(SettingsFile.places, "The settings file.")]),
        ] + SettingsFile.rules.map { wrapped($0) } + [
            section("KEYS", Options.settings.map { entry($0.name, $0.meaning) }),
            hint("See 'suppliergo config' for what holds now, and where it comes from."),
        ]
    }

    private func entry(_ command: CommandDescription) -> String {
        entry(command.name, command.overview)
    }

    private func entry(_ option: OptionDescription) -> String {
        let value = option.value.name.map { " <\($0)>" } ?? ""
        var notes: [String] = []
        if !option.environment.isEmpty {
            notes.append("env: " + option.environment.map { "$" + $0.rawValue }.joined(separator: ", "))
        }
        let choices = option.value.choices
        if !choices.isEmpty { notes.append("values: " + choices.joined(separator: ", ")) }
        if let text = option.defaultText { notes.append("default: " + text) }
        return entry(
            option.spellings.joined(separator: ", ") + value,
            option.meaning + (notes.isEmpty ? "" : " (" + notes.joined(separator: "; ") + ")"))
    }

    /// A name, and what it means, in a column of its own.
    private func entry(_ name: String, _ meaning: String) -> String {
        let indent = String(repeating: " ", count: column)
        let text = wrapped(meaning, hanging: column)
        let label = "  " + name
        guard label.count < column - 1 else { return label + "\n" + indent + text }
        return label + String(repeating: " ", count: column - label.count) + text
    }

    /// A command line, and under it what it does where both do not fit in one line.
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

extension SettingsFile {
    /// Where the settings file is, for people.
    static let places = "$XDG_CONFIG_HOME/suppliergo/config, else ~/.config/suppliergo/config"

    /// What the settings file may hold, for people; one paragraph each.
    static let rules = [
        """
        A line is 'key = value': the keys are the options' long names, and the value of a flag is true or false. What an \
        option says goes before an environment variable, that before the settings file, and that before the default. \
        '--FLAG=false' takes a flag back.
        """,
        """
        A line '[work]' begins the part of a catalog of that name, which '--catalog work' chooses; its values go before \
        those above all such lines. A file of that name is './work'.
        """,
        """
        A '#' at the beginning of a line or after a space begins a comment. Paths start from the settings file's \
        directory, or with '~/'. The key 'header' may stand several times; such fields are sent to the catalog of their \
        own part only, and not where the catalog is named elsewhere.
        """,
    ]
}
