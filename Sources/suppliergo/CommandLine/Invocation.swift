/// A command line that was read: the command, and its colours and verbosity.
struct Invocation: Sendable {
    /// The command.
    let command: any Command

    /// When to use colour.
    var color = ColorChoice.auto

    var verbosity = Verbosity.normal

    /// Reads a command line, without the program's own name. ``ArgumentWords`` finds the command and the options, and
    /// refuses an option before its command.
    ///
    /// No file and no network is touched, but by `readSettings`, and to see if an unknown command is a file.
    ///
    /// - Parameters:
    ///   - initial: the command of an empty command line, and the condition under which it is. Default `nil`: an empty
    ///     command line is an error.
    ///   - readSettings: reads the settings file; called only if the command reads it, so that help is printed whatever
    ///     is wrong with the file.
    init(
        _ arguments: [String], of commands: CommandTable, in environment: Environment,
        opening initial: (command: any Command.Type, condition: (Arguments) -> Bool)? = nil,
        readSettings: () throws(UsageError) -> Settings = { () throws(UsageError) in .none }
    ) throws(UsageError) {
        let words = ArgumentWords(arguments, of: commands)
        if let error = words.error { throw error }
        if words.has(Options.help) || words.has(Options.version) {
            let isBrief = words.options.last { $0.name == Options.help.row.name }?.isLetter == true
            let topic = words.has(Options.help) ? words.topic : .version
            command = HelpCommand(topic: topic, commands: commands, isBrief: isBrief && topic != .version)
            return
        }
        guard let type = words.command ?? (arguments.isEmpty ? initial?.command : nil) else {
            throw Self.missingCommand(in: words.group, of: commands)
        }
        let description = type.description
        var settings = Settings.none
        do throws(UsageError) {
            if description.readsSettings { settings = try readSettings() }
        } catch {
            // Pressing Tab must not print errors; the command itself will.
            guard description.isHidden else { throw error }
        }
        let values = Arguments(words, for: description, in: environment, settings: settings)
        guard words.command != nil || initial?.condition(values) == true else {
            throw Self.missingCommand(in: nil, of: commands)
        }
        if !description.isHidden { try values.check() }
        command = try type.init(values)
        color = values[Options.color]
        verbosity =
            switch values.last(of: [Options.quiet, Options.verbose]) {
            case Options.quiet.row?: .quiet
            case Options.verbose.row?: .verbose
            default: .normal
            }
    }

    /// The colours that a command line asks for, even if it is wrong.
    static func color(in words: [String], of commands: CommandTable) -> ColorChoice {
        let given = ArgumentWords(words, of: commands).options.filter { $0.name == Options.color.row.name }
        return given.compactMap { ColorChoice(rawValue: $0.text) }.last ?? .auto
    }

    private static func missingCommand(in group: String?, of commands: CommandTable) -> UsageError {
        guard let group else { return UsageError("a command is missing", see: .program, showsHelp: true) }
        let members = commands.members(ofGroup: group).map(\.lastWord).joined(separator: ", ")
        return UsageError(
            "'suppliergo \(group)' needs one of its commands: \(members)", see: .group(group), showsHelp: true)
    }
}

enum Verbosity: Sendable, Comparable {
    /// Errors only.
    case quiet

    /// Errors, warnings, progress and summaries.
    case normal

    /// Also a line for each transfer.
    case verbose
}
