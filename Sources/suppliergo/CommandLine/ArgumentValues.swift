import SupplierGoKit

/// A command's options and arguments, on their way from text to values.
struct ArgumentValues {
    /// The command.
    let command: Command

    /// What was given besides options.
    var arguments: [String] { words.arguments }

    /// What it is read against.
    let surroundings: Surroundings

    /// What the settings file says.
    let settings: Settings

    /// The named catalog that is asked for; `nil` where the catalog is no name.
    private(set) var section: Settings.Section?

    private let words: ArgumentWords

    /// Takes over words, once every option among them belongs to the command.
    init(
        _ words: ArgumentWords, for command: Command, in surroundings: Surroundings, settings: Settings
    ) throws(ArgumentError) {
        for given in words.options where OptionDescription.of(given.option, takenBy: command) == nil {
            throw .foreignOption(given.option, command: command)
        }
        self.command = command
        self.words = words
        self.surroundings = surroundings
        self.settings = settings
        section = catalogSource.flatMap { settings.section(named: $0.text) }
    }

    /// What was given for an option by the source that goes first; `nil` where only its default is left.
    ///
    /// The command line goes before the environment, that before the part of the settings file that belongs to the named
    /// catalog, and that before its general part.
    func given(_ option: Option) -> GivenValue? {
        OptionDescription.of(option, takenBy: command).flatMap(given)
    }

    /// What was given for an option, as one of its rows in the table says; `nil` where only its default is left.
    ///
    /// The catalog of a name is what that name's part of the settings file says; `nil` where it says nothing.
    func given(_ row: OptionDescription) -> GivenValue? {
        if row.option == .catalog {
            guard let section else { return catalogSource }
            return set(in: section.name, row).last
        }
        return called(row).last ?? standIn(for: row) ?? set(in: section?.name, row).last ?? set(in: nil, row).last
    }

    /// Every value of the command line for an option.
    func called(_ row: OptionDescription) -> [GivenValue] {
        // `config` has options of its own, beside the settings of the same name.
        guard let own = OptionDescription.of(row.option, takenBy: command), own.isSetting == row.isSetting else {
            return []
        }
        return words.options.enumerated().filter { $0.element.option == row.option }.map { position, given in
            GivenValue(text: given.value ?? "true", source: .option, position: position)
        }
    }

    /// Every value that a part of the settings file has for an option; none for what no settings file can give.
    func set(in section: String?, _ row: OptionDescription) -> [GivenValue] {
        guard row.isSetting else { return [] }
        return settings.entries(of: row.option, in: section).map { entry in
            GivenValue(text: entry.text, source: .setting(entry.place), position: entry.place.line)
        }
    }

    private func standIn(for row: OptionDescription) -> GivenValue? {
        for variable in row.environment {
            if let text = surroundings[variable] { return GivenValue(text: text, source: .variable(variable)) }
        }
        return nil
    }

    /// What names the catalog: a location, or a name of the settings file.
    private var catalogSource: GivenValue? {
        guard let row = OptionDescription.setting(.catalog) else { return nil }
        return called(row).last ?? standIn(for: row) ?? set(in: nil, row).last
    }
}
