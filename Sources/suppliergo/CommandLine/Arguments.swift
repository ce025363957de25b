import SupplierGoKit

/// A command's options and arguments, with what the environment and the settings file say in their place.
struct Arguments: Sendable {
    /// The command.
    let command: CommandDescription

    /// The commands that there are.
    let commands: CommandTable

    /// All words of the command line, without the program's own name.
    let commandLine: [String]

    /// The words that are no options, nor the catalog.
    private(set) var words: [String]

    /// The words as one text.
    var text: String { words.joined(separator: " ") }

    let environment: Environment

    let settings: Settings

    /// The named catalog that is asked for, or `nil` if the catalog is not a name.
    private(set) var section: Settings.Section?

    private var options: [GivenValue]

    /// The values of the options that the command takes, and of ``Options/ofCatalog``, by their names; of several the
    /// last counts.
    private var values: [String: [GivenValue]] = [:]

    /// True if the first word is the catalog, since none is set.
    private(set) var hasCatalogWord = false

    /// Creates the arguments of words whose options belong to the command.
    init(_ words: ArgumentWords, for command: CommandDescription, in environment: Environment, settings: Settings) {
        (self.command, self.environment, self.settings) = (command, environment, settings)
        (commands, commandLine) = (words.commands, words.commandLine)
        (self.words, options) = (words.arguments, words.options)
        let catalog = Options.catalog.row
        if command.argument?.completion == .catalogs, let word = self.words.first {
            options.append(GivenValue(name: catalog.name, text: word))
        }
        values[catalog.name] = allValues(of: catalog)
        section = values[catalog.name]?.last.flatMap { settings.section(named: $0.text) }
        if let section {
            values[catalog.name] = settings.values(of: catalog.name, in: section.name)
        } else if command.argument?.mayBeginWithCatalog == true, values[catalog.name] == [],
            let word = self.words.first, NearestWord.catalogOption(among: [word]) != nil
        {
            hasCatalogWord = true
            options.append(GivenValue(name: catalog.name, text: self.words.removeFirst()))
            values[catalog.name] = given(catalog)
        }
        let others = commands.options(of: command).filter { $0 != catalog } + Options.settingsOnly + Options.ofCatalog
        for option in others { values[option.name] = allValues(of: option) }
    }

    /// The values of an option from all sources: the command line overrides the environment, that the named catalog's
    /// section of the settings file, and that its general part.
    private func allValues(of option: OptionDescription) -> [GivenValue] {
        let variable = option.environment.lazy.compactMap { variable in
            environment[variable].map { GivenValue(name: option.name, text: $0, source: .variable(variable)) }
        }.first
        return settingValues(of: option) + [variable].compactMap(\.self) + given(option)
    }

    private func settingValues(of option: OptionDescription) -> [GivenValue] {
        let own = settings.values(of: option.name, in: section?.name)
        if Options.ofCatalog.contains(option) {
            return section != nil || value(of: Options.catalog.row)?.source.line != nil ? own : []
        }
        guard option.isSetting else { return [] }
        return section == nil ? own : settings.values(of: option.name, in: nil) + own
    }

    /// An option's value: the given one, which ``check()`` has found usable, or its default.
    subscript<Value>(option: Option<Value>) -> Value {
        value(of: option.row).flatMap { option.read($0.text) } ?? option.defaultValue
    }

    /// The value of an option whose setting is for people: only the command line's, unless the output is for them.
    func value<Value>(of option: Option<Value>, isForPeople: Bool) -> Value {
        isForPeople || !given(option.row).isEmpty ? self[option] : option.defaultValue
    }

    /// The value that counts of an option that the command takes, or `nil` if only its default is left.
    ///
    /// A catalog named by its section is what that section says. A path is absolute: one of the settings file begins at
    /// the file's directory or, after `~/`, at the home directory; shells have replaced a `~` long before.
    func value(of option: OptionDescription) -> GivenValue? {
        values[option.name]?.last.map { resolved($0, of: option) }
    }

    /// All values of an option that may be given several times, as they were given; of two for one thing the last
    /// counts.
    func values(of option: OptionDescription) -> [GivenValue] { values[option.name] ?? [] }

    /// Every value that the command line has for an option, as given.
    func given(_ option: OptionDescription) -> [GivenValue] {
        guard command.takes(option) else { return [] }
        return options.filter { $0.name == option.name }
    }

    /// The last of some flags on the command line.
    func last(of flags: [Option<Bool>]) -> OptionDescription? {
        options.lazy.compactMap { given in flags.first { $0.row.name == given.name } }.last?.row
    }

    private func resolved(_ given: GivenValue, of option: OptionDescription) -> GivenValue {
        let isPath =
            switch option.value.completion {
            case .files, .directories: true
            case .catalogs: given.source.line != nil && given.text != "-" && !given.text.contains("://")
            case .nothing, .words, .suppliers, .editedSuppliers, .commands: false
            }
        guard isPath, !given.text.isEmpty else { return given }
        return GivenValue(name: given.name, text: absolutePath(given.text, from: given.source), source: given.source)
    }

    /// The location of a named catalog, or `nil` if the settings file has none.
    func location(of section: Settings.Section) -> String? {
        let option = Options.catalog.row
        return settings.values(of: option.name, in: section.name).last.map { resolved($0, of: option).text }
    }

    /// The absolute path of a path that was given somewhere.
    func absolutePath(_ path: String, from source: ValueSource) -> String {
        guard case .setting(let line) = source else { return environment.absolutePath(path) }
        let path = environment.replacingTilde(in: path)
        return path.hasPrefix("/") ? path : FileSystem.directoryPrefix(of: line.path, with: path)
    }

    /// The format that an option gives or, without it, the output file's extension.
    func format(by option: Option<OutputFormat>) throws(UsageError) -> OutputFormat {
        guard given(option.row).isEmpty, let path = given(Options.output.row).last?.text, path != "-" else {
            return self[option]
        }
        guard OutputFormat.fileExtension(of: path) == nil else {
            if let format = OutputFormat(extensionOf: path), option.row.accepts(format.rawValue) { return format }
            throw command.misuse("the extension of '\(path)' names no format: give one with '\(option.spelling)'")
        }
        guard let meant = option.read(path) else { return option.defaultValue }
        throw command.misuse(
            "'\(Options.output.spelling)' takes a file, and '\(path)' is a format",
            nearest: "\(option.spelling) \(meant.rawValue)")
    }

    /// The file that data goes to; `nil` for standard output, which `-` is too, and the file that it leads to: a new
    /// file in that one's place would lose what other programs write there.
    var outputPath: String? {
        guard given(Options.output.row).last?.text != "-", let path = self[Options.output] else { return nil }
        return StandardStream.output.isFile(at: path) ? nil : path
    }

    /// True if long output goes through a pager.
    var isPaged: Bool { command.owns(Options.noPager.row) && !self[Options.noPager] }

    /// Refuses too many arguments, or none, by the command's description, and values that are unusable, wherever they
    /// come from.
    func check() throws(UsageError) {
        if let argument = command.argument, words.isEmpty, argument.isRequired {
            throw command.misuse("the argument <\(argument.name)> is missing")
        }
        if command.argument?.isSingle != false { try refuseWords(beyond: command.argument == nil ? 0 : 1) }
        // What is wrong with a catalog, its location says.
        for option in commands.options(of: command) where option != Options.catalog.row {
            for given in given(option) + [value(of: option)].compactMap(\.self) where !option.accepts(given.text) {
                throw .unusable(given, of: option, for: command)
            }
        }
    }

    /// Refuses an option together with others that the command line gives.
    func refuse(_ option: OptionDescription, with others: [OptionDescription]) throws(UsageError) {
        guard let other = others.first(where: { !given($0).isEmpty }) else { return }
        throw command.misuse("'\(option.spelling)' and '\(other.spelling)' cannot be combined")
    }

    /// Refuses arguments beyond the first ones.
    func refuseWords(beyond count: Int = 0) throws(UsageError) {
        guard words.count > count else { return }
        throw command.misuse(
            "'suppliergo \(command.name)' takes no \(count > 0 ? "further " : "")argument, "
                + "but '\(words[count])' is given"
        )
    }
}

/// A value that was given for an option, or for a part of a ``CatalogShape``, and where.
struct GivenValue: Sendable, Hashable {
    /// The option's long name, or the part's.
    let name: String

    /// The value; `true` or `false` for a flag.
    let text: String

    /// The place where it was given.
    var source = ValueSource.option

    /// True if the command line gave it by the option's letter.
    var isLetter = false
}

/// The place where a value was given.
enum ValueSource: Sendable, Hashable {
    case setting(Settings.Line)
    case variable(EnvironmentVariable)

    /// The command line.
    case option

    /// The line of the settings file, if it was given there.
    var line: Settings.Line? { if case .setting(let line) = self { line } else { nil } }
}
