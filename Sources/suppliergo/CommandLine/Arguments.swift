/// A command's options and arguments, with what the environment and the settings file say in their place.
struct Arguments {
    /// The command.
    let command: CommandDescription

    /// All words of the command line, without the program's own name.
    let commandLine: [String]

    /// The words that are no options.
    let words: [String]

    /// Those words as one text.
    var text: String { words.joined(separator: " ") }

    let environment: Environment

    let settings: Settings

    /// The named catalog that is asked for, or `nil` if the catalog is not a name.
    private(set) var section: Settings.Section?

    private let options: [ArgumentWords.Given]

    /// Takes over words, whose options belong to the command.
    init(_ words: ArgumentWords, for command: CommandDescription, in environment: Environment, settings: Settings) {
        self.command = command
        commandLine = words.commandLine
        self.words = words.arguments
        self.environment = environment
        self.settings = settings
        options = words.options
        section = catalogName.flatMap { settings.section(named: $0.text) }
    }

    /// An option's value: what was given, else its default.
    ///
    /// - Throws: ``UsageError`` if the given value is unusable.
    subscript<Value>(option: Option<Value>) -> Value {
        get throws(UsageError) {
            guard command.takes(option.row), let given = given(option.row) else { return option.defaultValue }
            let text = resolved(given, of: option.row)
            guard let value = option.read(text) else { throw unusable(given, of: option.row) }
            return value
        }
    }

    /// The value of an option whose setting is for people: only the command line's, unless the output is for them.
    func value<Value>(of option: Option<Value>, isForPeople: Bool) throws(UsageError) -> Value {
        isForPeople || !called(option.row).isEmpty ? try self[option] : option.defaultValue
    }

    /// An option's value from the source that goes first, or `nil` if only its default is left.
    ///
    /// The command line goes before the environment, that before the named catalog's part of the settings file, and
    /// that before its general part. A catalog named by its section is what that section says.
    func given(_ option: OptionDescription) -> GivenValue? {
        if option == Options.catalog.row {
            guard let section else { return catalogName }
            return set(in: section.name, option).last
        }
        return called(option).last ?? standIn(for: option) ?? set(in: section?.name, option).last
            ?? set(in: nil, option).last
    }

    /// Every value of the command line for an option.
    func called(_ option: OptionDescription) -> [GivenValue] {
        guard command.takes(option) else { return [] }
        return options.enumerated().filter { $0.element.name == option.name }.map { position, given in
            GivenValue(text: given.value ?? "true", source: .option, position: position)
        }
    }

    /// Every value that a part of the settings file has for an option.
    func set(in section: String?, _ option: OptionDescription) -> [GivenValue] {
        guard option.isSetting else { return [] }
        return settings.entries(of: option.name, in: section).map { entry in
            GivenValue(text: entry.text, source: .setting(entry.line))
        }
    }

    /// The last of some flags on the command line.
    func last(of flags: [Option<Bool>]) -> OptionDescription? {
        let given = flags.map(\.row).compactMap { flag in called(flag).last.map { (flag: flag, given: $0) } }
        return given.filter { $0.given.text == "true" }.max { $0.given.position < $1.given.position }?.flag
    }

    /// A value as its source means it: a path of the settings file begins at the file's directory or, after `~/`, at
    /// the home directory; shells have replaced a `~` long before.
    func resolved(_ given: GivenValue, of option: OptionDescription) -> String {
        switch option.value.completion {
        case .files, .directories: return given.text.isEmpty ? "" : absolutePath(given.text, from: given.source)
        case .catalogs:
            guard case .setting = given.source, !given.text.isEmpty, given.text != "-", !given.text.contains("://")
            else { return given.text }
            return absolutePath(given.text, from: given.source)
        case .nothing, .words, .suppliers, .editedSuppliers, .commands: return given.text
        }
    }

    /// The absolute path of a path that was given somewhere.
    func absolutePath(_ path: String, from source: ValueSource) -> String {
        guard case .setting(let line) = source else { return environment.absolutePath(path) }
        let path = environment.replacingTilde(in: path)
        if path.hasPrefix("/") { return path }
        let directory = line.path.lastIndex(of: "/").map { line.path[...$0] } ?? "/"
        return directory + path
    }

    /// Says that a value is unusable, in the terms of where it was given.
    func unusable(_ given: GivenValue, of option: OptionDescription) -> UsageError {
        let (expected, nearest) = (option.value.expectation, option.value.nearest(to: given.text))
        switch given.source {
        case .option:
            return command.misuse(
                "the value '\(given.text)' of '\(option.spelling)' is not \(expected)", nearest: nearest)
        case .variable(let variable):
            return .badVariable(
                variable, "has the value '\(given.text)', which is not \(expected)", nearest: nearest)
        case .setting(let line):
            return .badSetting(
                line, "the value '\(given.text)' of '\(option.name)' is not \(expected)", nearest: nearest)
        }
    }

    /// The format of the option or, without one, of the output file's extension.
    func outputFormat() throws(UsageError) -> OutputFormat {
        let format = Options.format
        guard called(format.row).isEmpty, let path = given(Options.output.row)?.text, path != "-" else {
            return try self[format]
        }
        if let format = OutputFormat(extensionOf: path) { return format }
        guard OutputFormat.fileExtension(of: path) == nil else {
            throw command.misuse("the extension of '\(path)' names no format: give one with '\(format.spelling)'")
        }
        guard let meant = OutputFormat(rawValue: path) else { return .card }
        throw command.misuse(
            "'\(Options.output.spelling)' takes a file, and '\(path)' is a format",
            nearest: "\(format.spelling) \(meant.rawValue)")
    }

    /// The file that data goes to; `nil` for standard output, which `-` is too.
    func outputPath() throws(UsageError) -> String? {
        given(Options.output.row)?.text == "-" ? nil : try self[Options.output]
    }

    /// Refuses too many arguments, or none, by the command's description.
    func checkWords() throws(UsageError) {
        guard let argument = command.argument else { return try refuseWords() }
        guard !words.isEmpty || !argument.isRequired else {
            throw command.misuse("the argument <\(argument.name)> is missing")
        }
        if argument.isSingle { try refuseWords(beyond: 1) }
    }

    /// Refuses an option together with others that the command line gives.
    func refuse(_ option: OptionDescription, with others: [OptionDescription]) throws(UsageError) {
        guard let other = others.first(where: { !called($0).isEmpty }) else { return }
        throw command.misuse("'\(option.spelling)' and '\(other.spelling)' cannot be combined")
    }

    /// Refuses arguments beyond the first ones.
    func refuseWords(beyond count: Int = 0) throws(UsageError) {
        guard words.count > count else { return }
        throw command.misuse(
            "'suppliergo \(command.name)' takes no \(count > 0 ? "further " : "")argument, but '\(words[count])' is given"
        )
    }

    private func standIn(for option: OptionDescription) -> GivenValue? {
        for variable in option.environment {
            if let text = environment[variable] { return GivenValue(text: text, source: .variable(variable)) }
        }
        return nil
    }

    /// The catalog's location, or its name in the settings file.
    private var catalogName: GivenValue? {
        let option = Options.catalog.row
        let word = command.argument?.completion == .catalogs ? words.first : nil
        return word.map { GivenValue(text: $0, source: .option) } ?? called(option).last ?? standIn(for: option)
            ?? set(in: nil, option).last
    }
}

/// A value that was given for an option, and where.
struct GivenValue: Sendable, Hashable {
    /// The value; `true` or `false` for a flag.
    let text: String

    /// Where it was given.
    let source: ValueSource

    /// Its position on the command line: the later one counts.
    var position = 0
}

/// Where a value was given.
enum ValueSource: Sendable, Hashable {
    case setting(Settings.Line)
    case variable(EnvironmentVariable)

    /// The command line.
    case option
}
