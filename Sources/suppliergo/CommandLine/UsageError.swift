/// An error in the command line, or in a variable or setting that stands in for a part of it.
struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One sentence without a full stop, which names the word at fault.
    let description: String

    /// The valid word that was most likely meant.
    var nearest: String?

    /// The help on the correct form, or `nil` for none.
    let topic: HelpTopic?

    let status: ExitStatus

    /// True if help is printed first, since nothing was said of what to do.
    let showsHelp: Bool

    /// Creates an error of the command line.
    ///
    /// - Parameters:
    ///   - sentence: the error; it names the word at fault.
    ///   - nearest: the valid word that was most likely meant.
    ///   - topic: the help on the correct form, or `nil` for none.
    ///   - status: the exit status. Default: 64.
    ///   - showsHelp: true if the help is printed before the sentence. Default `false`.
    init(
        _ sentence: String, nearest: String? = nil, see topic: HelpTopic?, status: ExitStatus = .usage,
        showsHelp: Bool = false
    ) {
        (description, self.nearest, self.topic) = (sentence, nearest, topic)
        (self.status, self.showsHelp) = (status, showsHelp)
    }

    /// A value is unusable; said in the terms of where it was given.
    static func unusable(
        _ given: GivenValue, of option: OptionDescription, for command: CommandDescription? = nil
    ) -> Self {
        let (expected, repeated) = (option.value.expectation, option.value.repeatedWord(in: given.text))
        let nearest = repeated == nil ? option.value.nearest(to: given.text) : nil
        let shown =
            option == Options.header.row
            ? HeaderSource.hidingValue(of: given.text)
            : option == Options.proxy.row ? given.text.hidingProxySecrets : given.text
        let value = "the value '\(shown)'"
        switch given.source {
        case .option:
            let sentence =
                repeated.map { "'\(option.spelling) \(given.text)' names '\($0)' twice" }
                ?? "\(value) of '\(option.spelling)' is not \(expected)"
            return Self(sentence, nearest: nearest, see: command.map { .command($0.name) })
        case .variable(let variable):
            return badVariable(variable, "has \(value), which is not \(expected)", nearest: nearest)
        case .setting(let line):
            return badSetting(line, "\(value) of '\(option.name)' is not \(expected)", nearest: nearest)
        }
    }

    /// A value is unusable for a reason, which is a sentence; said in the terms of the place that gave it, which also
    /// decides on the status: 78 for a setting.
    static func unusable(_ reason: some Error, from source: ValueSource?, for command: CommandDescription) -> Self {
        switch source {
        case .setting(let line)?: badSetting(line, "\(reason)")
        case .variable(let variable)?: badVariable(variable, "is unusable: \(reason)")
        case .option?, nil: command.misuse("\(reason)")
        }
    }

    /// An environment variable's value is unusable; `reason` is a clause about it.
    static func badVariable(_ variable: EnvironmentVariable, _ reason: String, nearest: String? = nil) -> Self {
        Self(
            "the environment variable \(variable.rawValue) \(reason)", nearest: nearest, see: nil,
            status: .configuration)
    }

    /// A line of the settings file is unusable; `reason` is a clause about it.
    static func badSetting(_ line: Settings.Line, _ reason: String, nearest: String? = nil) -> Self {
        Self("\(line): \(reason)", nearest: nearest, see: .settings, status: .configuration)
    }
}
