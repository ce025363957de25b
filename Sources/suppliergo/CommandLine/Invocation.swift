/// What a command line asks for: a command, and how it speaks to people.
struct Invocation: Sendable {
    /// The command.
    let command: any Command

    /// When to print in colour.
    var color = ColorChoice.auto

    /// How much is said on standard error.
    var verbosity = Verbosity.normal

    /// Reads a command line, without the program's own name.
    ///
    /// No file and no network is touched, but by `readSettings`.
    ///
    /// - Parameter readSettings: reads the settings file; called only where it has a say, so that help is printed
    ///   whatever is wrong with the file.
    init(
        _ arguments: [String], in environment: Environment,
        readSettings: () throws(UsageError) -> Settings = { () throws(UsageError) in .none }
    ) throws(UsageError) {
        guard arguments.first != Options.version.spelling else {
            command = HelpCommand(topic: .version)
            return
        }
        let words = try ArgumentWords(arguments)
        if words.has(Options.help) || words.has(Options.version) {
            command = HelpCommand(topic: words.has(Options.help) ? words.topic : .version)
            return
        }
        guard let type = words.command else { throw Self.missingCommand(in: words.group) }
        let description = type.description
        let settings = try Self.settings(for: description, readSettings)
        let values = try Arguments(words, for: description, in: environment, settings: settings)
        command = try type.init(values)
        guard description.readsSettings, !description.isHidden else { return }
        color = try values[Options.color]
        verbosity =
            switch values.prevailing([Options.quiet, Options.verbose])?.flag {
            case Options.quiet.row?: .quiet
            case Options.verbose.row?: .verbose
            default: .normal
            }
    }

    /// When a command line asks for colour, also where it is wrong.
    static func color(in words: [String]) -> ColorChoice {
        let name = Options.color.spelling
        var color = ColorChoice.auto
        var previous = ""
        for word in words.prefix(while: { $0 != "--" }) {
            if previous == name {
                color = ColorChoice(rawValue: word) ?? color
            } else if word.hasPrefix(name + "=") {
                color = ColorChoice(rawValue: String(word.dropFirst(name.count + 1))) ?? color
            }
            previous = word
        }
        return color
    }

    private static func settings(
        for command: CommandDescription, _ read: () throws(UsageError) -> Settings
    ) throws(UsageError) -> Settings {
        guard command.readsSettings else { return .none }
        do throws(UsageError) {
            return try read()
        } catch {
            // Pressing Tab must not print errors; the command itself will.
            guard command.isHidden else { throw error }
            return .none
        }
    }

    private static func missingCommand(in group: String?) -> UsageError {
        guard let group else { return UsageError("a command is missing", see: .program, showsHelp: true) }
        let members = Commands.members(ofGroup: group).map(\.lastWord).joined(separator: ", ")
        return UsageError(
            "'suppliergo \(group)' needs one of its commands: \(members)", see: .group(group), showsHelp: true)
    }
}

/// How much is said on standard error.
enum Verbosity: Sendable, Comparable {
    /// Errors only.
    case quiet

    /// Errors, warnings, progress and summaries.
    case normal

    /// Also one line a transfer.
    case verbose
}
