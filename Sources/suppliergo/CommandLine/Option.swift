/// An option, with the type of its values.
struct Option<Value: Sendable>: Sendable {
    /// What help, the manual page, completions and the settings file need to know of it.
    let row: OptionDescription

    /// The value without it.
    let defaultValue: Value

    /// Reads a value; `nil` for text that is not one.
    let read: @Sendable (String) -> Value?

    /// The long name with its dashes, as messages name the option.
    var spelling: String { row.spelling }

    /// Creates an option with a default.
    ///
    /// - Parameter shown: the default as help says it, where that is not the value's own text.
    init(
        _ name: String, short: Character? = nil, _ type: OptionType<Value>, default defaultValue: Value,
        shown: String? = nil, environment: [EnvironmentVariable] = [], isCommon: Bool = false, isSetting: Bool = true,
        _ meaning: String
    ) {
        row = OptionDescription(
            name: name, short: short, value: type.form, meaning: meaning,
            defaultText: shown ?? type.text(defaultValue), environment: environment, isCommon: isCommon,
            isRepeatable: false, isSetting: isSetting, accepts: { type.read($0) != nil }, json: type.json,
            defaultJSON: (defaultValue as? any JSONWritable) ?? type.text(defaultValue))
        self.defaultValue = defaultValue
        read = type.read
    }

    /// Creates an option that has no value where it is not given.
    ///
    /// - Parameter shown: what holds without it, as help says it; `nil` for nothing.
    init<Given>(
        _ name: String, short: Character? = nil, _ type: OptionType<Given>, shown: String? = nil,
        environment: [EnvironmentVariable] = [], isCommon: Bool = false, isRepeatable: Bool = false,
        isSetting: Bool = true, _ meaning: String
    ) where Value == Given? {
        row = OptionDescription(
            name: name, short: short, value: type.form, meaning: meaning, defaultText: shown,
            environment: environment, isCommon: isCommon, isRepeatable: isRepeatable, isSetting: isSetting,
            accepts: { type.read($0) != nil }, json: type.json, defaultJSON: nil)
        defaultValue = nil
        read = { text in type.read(text).map { .some($0) } }
    }

    /// Creates a flag.
    init(
        flag name: String, short: Character? = nil, isCommon: Bool = false, isSetting: Bool = true, _ meaning: String
    ) where Value == Bool {
        self.init(
            name, short: short, .flag, default: false, isCommon: isCommon, isSetting: isSetting, meaning)
    }
}

/// What is known of an option, whatever the type of its values.
struct OptionDescription: Sendable {
    /// The long name without its dashes, which is also its key in the settings file.
    let name: String

    /// The letter of its short form.
    let short: Character?

    /// What it takes.
    let value: OptionForm

    /// What it means, in one sentence.
    let meaning: String

    /// What holds without it, as help says it.
    let defaultText: String?

    /// The environment variables that stand in for it, in the order they are looked at.
    let environment: [EnvironmentVariable]

    /// Whether every command takes it.
    let isCommon: Bool

    /// Whether it may be given several times, each adding to the others; otherwise the last one counts.
    let isRepeatable: Bool

    /// Whether the settings file may give it.
    let isSetting: Bool

    /// Whether a text is one of its values.
    let accepts: @Sendable (String) -> Bool

    /// A value for programs: a number or a flag is not text.
    let json: @Sendable (String) -> any JSONWritable

    /// The default for programs; `nil` where there is none.
    let defaultJSON: (any JSONWritable)?

    /// The long name with its dashes.
    var spelling: String { "--" + name }

    /// The option's words: `-c`, `--catalog`.
    var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + [spelling] }

    /// Whether it takes no value.
    var isFlag: Bool { value.name == nil }

    /// The commands that name it among their own options, or all where it is common.
    var commands: [CommandDescription] { Commands.visible.filter { $0.owns(self) } }
}

extension OptionDescription: Equatable {
    /// Two options of one name differ in whether the settings file may give them, or in what they take.
    static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.isSetting == right.isSetting && left.value.name == right.value.name
            && left.value.choices == right.value.choices
    }
}
