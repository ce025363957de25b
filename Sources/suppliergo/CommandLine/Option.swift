/// An option, with the type of its values.
struct Option<Value: Sendable>: Sendable {
    /// Its row in a command's list of options: the description, whatever the type of its values.
    let row: OptionDescription

    /// The value if the option is not given.
    let defaultValue: Value

    /// Reads a value; `nil` for text that is not one.
    let read: @Sendable (String) -> Value?

    /// The long name with its dashes, as messages name the option.
    var spelling: String { row.spelling }

    /// Creates an option with a default.
    ///
    /// - Parameter shown: the default as help prints it, if that is not the value's own text.
    init(
        _ heading: OptionHeading, _ name: String, short: Character? = nil, _ type: OptionType<Value>,
        default defaultValue: Value, shown: String? = nil, environment: [EnvironmentVariable] = [],
        isSetting: Bool = true, _ meaning: String
    ) {
        row = OptionDescription(
            heading: heading, name: name, short: short, value: type.form, meaning: meaning,
            defaultText: shown ?? type.text(defaultValue), environment: environment,
            isSetting: isSetting, accepts: { type.read($0) != nil })
        self.defaultValue = defaultValue
        read = type.read
    }

    /// Creates an option without a default.
    ///
    /// - Parameter shown: the behaviour without the option, as help prints it; `nil` for none.
    init<Given>(
        _ heading: OptionHeading, _ name: String, short: Character? = nil, _ type: OptionType<Given>,
        shown: String? = nil, environment: [EnvironmentVariable] = [], isSetting: Bool = true, _ meaning: String
    ) where Value == Given? {
        let optional = OptionType<Value>(form: type.form) { text in type.read(text).map { .some($0) } }
        self.init(
            heading, name, short: short, optional, default: nil, shown: shown, environment: environment,
            isSetting: isSetting, meaning)
    }

    /// Creates a flag. One that is a setting belongs to the section of a catalog.
    init(
        _ heading: OptionHeading, flag name: String, short: Character? = nil, isSetting: Bool = false, _ meaning: String
    ) where Value == Bool {
        self.init(heading, name, short: short, .flag, default: false, isSetting: isSetting, meaning)
    }
}

/// A heading of help, with the options under it.
enum OptionHeading: String, CaseIterable, Sendable {
    case choose = "CHOOSE"
    case edit = "EDIT"
    case show = "SHOW"
    case output = "OUTPUT"
    case network = "NETWORK"
    case cache = "CACHE"
    case fleet = "FLEET"
    case general = "GENERAL"

    /// The topic that describes the options, in place of each command's help.
    var topic: HelpTopic? { [.network: .network, .fleet: .fleet, .general: .program][self] }
}

/// An option's facts for parsing, help, the manual page, completions and the settings file.
struct OptionDescription: Sendable, Hashable {
    let heading: OptionHeading

    /// The long name without its dashes, which is also its key in the settings file.
    let name: String

    /// The letter of its short form.
    let short: Character?

    let value: OptionForm

    /// One or more sentences; the first one fits beside the name on a line.
    let meaning: String

    /// The default as help prints it.
    let defaultText: String?

    /// The environment variables that stand in for it; the first one that is set counts.
    let environment: [EnvironmentVariable]

    /// True if the settings file can give it; a flag only if its declaration says so.
    let isSetting: Bool

    let accepts: @Sendable (String) -> Bool

    /// The long name with its dashes.
    var spelling: String { "--" + name }

    /// The option's words: `-c`, `--catalog`.
    var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + [spelling] }

    /// The words it takes that ``meaning`` does not explain, for help to list.
    var unexplainedChoices: [String] {
        let words = Set(meaning.split { !$0.isLetter && !$0.isNumber && $0 != "-" })
        return value.choices.allSatisfy { words.contains($0.prefix { $0 != "=" }) } ? [] : value.choices
    }

    var isFlag: Bool { value.name == nil }

    /// True if the settings file gives it in the section of a catalog only.
    var isOfSection: Bool { isFlag || [Options.ignoredPaths.row, Options.catalogCommand.row].contains(self) }

    var isCommon: Bool { Options.common.contains(self) }

    /// Two options of one name differ in their values, or in whether the settings file can give them.
    static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.isSetting == right.isSetting && left.value.name == right.value.name
            && left.value.choices == right.value.choices
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}
