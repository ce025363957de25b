extension HelpText {
    /// The sections about the program as a whole.
    var program: [String] {
        let common = OptionDescription.all.filter { $0.commands == Set(Command.visible) }
        let examples = [Command.list, .show].compactMap { CommandDescription.of($0)?.examples.first }
        return [
            overview("List the suppliers of a catalog, and bring their avatars into a cache."),
            usage("suppliergo <subcommand> [<options>]"),
            section("OPTIONS OF EVERY SUBCOMMAND", common.map(optionEntry)),
            section("SUBCOMMANDS", Command.visible.compactMap(commandEntry)),
            section("EXAMPLES", examples.map(exampleLines)),
            hint("See 'suppliergo help <subcommand>' for detailed help.") + "\n"
                + hint("Its subcommands, and also: " + HelpTopic.names.joined(separator: ", ") + "."),
        ].compactMap { $0 }
    }

    /// The sections about the commands that share a first word.
    func group(_ group: String) -> [String] {
        [
            CommandDescription.groupOverviews[group].map(overview),
            usage("suppliergo \(group) <subcommand> [<options>]"),
            section("SUBCOMMANDS", Command.members(ofGroup: group).compactMap(commandEntry)),
            hint("See 'suppliergo help \(group) <subcommand>' for detailed help."),
        ].compactMap { $0 }
    }

    /// The sections about a command.
    func command(_ command: Command) -> [String] {
        guard let description = CommandDescription.of(command) else { return program }
        return [
            overview(description.overview),
            description.discussion.isEmpty ? nil : wrapped(description.discussion),
            usage(description.usage),
            section("ARGUMENTS", description.argument.map { [entry("<\($0.name)>", $0.meaning)] } ?? []),
            section("OPTIONS", OptionDescription.belonging(to: command).map(optionEntry)),
            section("EXAMPLES", description.examples.map(exampleLines)),
        ].compactMap { $0 }
    }

    private func commandEntry(_ command: Command) -> String? {
        CommandDescription.of(command).map { entry(command.rawValue, $0.overview) }
    }

    private func optionEntry(_ option: OptionDescription) -> String {
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

    /// A command line, and under it what it does where both do not fit in one line.
    private func exampleLines(_ example: CommandDescription.Example) -> String {
        let comment = "# " + example.meaning
        let line = "  \(example.line)  \(comment)"
        return line.count <= width ? line : hint(comment) + "\n  " + example.line
    }
}

extension CommandDescription {
    /// How the command is called.
    var usage: String {
        var usage = "suppliergo \(command.rawValue)"
        if let argument {
            let name = "<\(argument.name)>" + (argument.isSingle ? "" : " ...")
            usage += argument.isRequired ? " " + name : " [\(name)]"
        }
        return usage + " [<options>]"
    }
}
