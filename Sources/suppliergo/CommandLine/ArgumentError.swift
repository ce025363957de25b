import SupplierGoKit

/// Why a command line, or the environment that stands in for a part of it, cannot be carried out.
enum ArgumentError: Error, Sendable, Hashable {
    /// Nothing says what to do; `group` is the first word of a command that has two.
    case missingCommand(group: String?)

    /// There is no such command.
    case unknownCommand(String, nearest: String?, group: String?)

    /// No command has such an option.
    case unknownOption(String, nearest: String?, command: Command?)

    /// The option belongs to other commands.
    case foreignOption(Option, command: Command)

    /// The option takes a value, and none follows.
    case missingValue(spelling: String, valueName: String, command: Command?)

    /// The option takes no value, but one is joined to it.
    case needlessValue(spelling: String, value: String, command: Command?)

    /// The option does not take this value; `expected` is a noun phrase.
    case badValue(Option, value: String, expected: String, nearest: String?, command: Command)

    /// A header field has not the form it should have; the value is not kept, since it may be a secret.
    case badHeader(command: Command)

    /// A line of a header file has not the form it should have.
    case badHeaderLine(path: String, line: Int)

    /// A file that an option names cannot be read; `errorNumber` is `errno`.
    case unreadableFile(Option, path: String, errorNumber: Int32)

    /// The catalog's location cannot be understood.
    case badCatalog(CatalogLocationError, command: Command)

    /// Neither an option nor the environment says where the catalog is.
    case missingCatalog(command: Command)

    /// Two options contradict each other.
    case contradiction(Option, Option, command: Command)

    /// Suppliers are to be grouped in a format that has no headings.
    case ungroupable(OutputFormat, command: Command)

    /// The command needs an argument.
    case missingArgument(name: String, command: Command)

    /// The command does not take this argument; `expected` is a noun phrase.
    case badArgument(String, expected: String, nearest: String?, command: Command)

    /// The command takes no argument, or no more than were given before.
    case needlessArgument(String, command: Command)

    /// An environment variable's value is unusable; `reason` is a clause about it.
    case badVariable(EnvironmentVariable, reason: String, nearest: String? = nil)

    /// A line of the settings file is unusable; `reason` is a clause about it.
    case badSetting(SettingPlace, reason: String, nearest: String?)

    /// The settings file cannot be read.
    case unreadableSettings(path: String, reason: String)
}

extension ArgumentError: CustomStringConvertible {
    /// One sentence without a full stop, which names the word at fault.
    var description: String {
        switch self {
        case .missingCommand(nil): "a command is missing"
        case .missingCommand(let group?): "'suppliergo \(group)' needs to know what: \(Self.members(of: group))"
        case .unknownCommand(let word, _, _): "unknown command '\(word)'"
        case .unknownOption(let word, _, _): "unknown option '\(word)'"
        case .foreignOption(let option, let command):
            "'suppliergo \(command.rawValue)' has no option '\(option.spelling)', which belongs to "
                + Self.commands(of: option)
        case .missingValue(let spelling, let name, _): "'\(spelling)' needs a value <\(name)>"
        case .needlessValue(let spelling, let value, _):
            "'\(spelling)' takes no value but true or false, and '\(value)' is given"
        case .badValue(let option, let value, let expected, _, _):
            "the value '\(value)' of '\(option.spelling)' is not \(expected)"
        case .badHeader: "the value of '\(Option.header.spelling)' is neither 'NAME: VALUE' nor '@FILE'"
        case .badHeaderLine(let path, let line): "line \(line) of the header file '\(path)' is not 'NAME: VALUE'"
        case .unreadableFile(let option, let path, let errorNumber):
            "the file '\(path)' of '\(option.spelling)' cannot be read: \(SystemError.text(of: errorNumber))"
        case .badCatalog(let error, _): error.description
        case .missingCatalog:
            "there is no catalog to read: give '--catalog LOCATION' or set \(EnvironmentVariable.catalog.rawValue), or put "
                + "'catalog = LOCATION' into the settings file"
        case .contradiction(let one, let other, _): "'\(one.spelling)' and '\(other.spelling)' exclude each other"
        case .ungroupable(let format, _):
            "'\(Option.group.spelling)' needs a format with headings, which '\(format.rawValue)' is not: "
                + OutputFormat.allCases.filter(\.hasHeadings).map(\.rawValue).joined(separator: ", ")
        case .missingArgument(let name, _): "the argument <\(name)> is missing"
        case .badArgument(let word, let expected, _, _): "the argument '\(word)' is not \(expected)"
        case .needlessArgument(let word, let command):
            "'suppliergo \(command.rawValue)' takes no \(Self.more(for: command))argument, but '\(word)' is given"
        case .badVariable(let variable, let reason, _): "the environment variable \(variable.rawValue) \(reason)"
        case .badSetting(let place, let reason, _): "\(place): \(reason)"
        case .unreadableSettings(let path, let reason): "the settings file '\(path)' cannot be read: \(reason)"
        }
    }

    /// The valid word that was most likely meant.
    var nearest: String? {
        switch self {
        case .unknownCommand(_, let nearest, _), .unknownOption(_, let nearest, _),
            .badValue(_, _, _, let nearest, _), .badSetting(_, _, let nearest),
            .badArgument(_, _, let nearest, _), .badVariable(_, _, let nearest):
            nearest
        default: nil
        }
    }

    /// The help that tells what would be right, as words behind `suppliergo`; `nil` where none does.
    var help: String? {
        switch self {
        case .missingCommand(let group), .unknownCommand(_, _, let group): Self.help(group)
        case .unknownOption(_, _, let command), .missingValue(_, _, let command), .needlessValue(_, _, let command):
            Self.help(command?.rawValue)
        case .foreignOption(_, let command), .badValue(_, _, _, _, let command), .badHeader(let command),
            .badCatalog(_, let command), .missingCatalog(let command), .contradiction(_, _, let command),
            .ungroupable(_, let command), .missingArgument(_, let command), .needlessArgument(_, let command),
            .badArgument(_, _, _, let command):
            Self.help(command.rawValue)
        case .badSetting: Self.help("settings")
        case .badHeaderLine, .unreadableFile, .badVariable, .unreadableSettings: nil
        }
    }

    private static func help(_ topic: String?) -> String {
        topic.map { "help " + $0 } ?? "help"
    }

    private static func more(for command: Command) -> String {
        CommandDescription.of(command)?.argument == nil ? "" : "further "
    }

    private static func members(of group: String) -> String {
        Command.members(ofGroup: group).compactMap(\.words.last).joined(separator: ", ")
    }

    private static func commands(of option: Option) -> String {
        let owners = OptionDescription.of(option).reduce(into: Set<Command>()) { $0.formUnion($1.commands) }
        return Command.visible.filter(owners.contains).map { "'\($0.rawValue)'" }.joined(separator: ", ")
    }
}
