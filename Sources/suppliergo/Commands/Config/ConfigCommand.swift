/// `suppliergo config`: prints every setting and its source.
struct ConfigCommand: Command {
    static let description = CommandDescription(
        name: "config", overview: "Print every setting and its source.",
        discussion: """
            The value of each setting, and whether it comes from an option, the environment, the settings file or a \
            default. Options have the same meaning as for other commands. Secrets are not printed.
            """,
        options: [Options.summaryFormat.row],
        examples: [
            .init("suppliergo config --catalog work", "the settings for a named catalog"),
            .init("suppliergo config --format json", "the same for programs"),
        ],
        takesEverySetting: true)

    private let settings: CurrentSettings
    private let format: SummaryFormat

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.refuseWords()
        settings = try CurrentSettings(arguments)
        format = try arguments[Options.summaryFormat]
    }

    func run(on console: Console) throws -> ExitStatus {
        try console.output.write(SettingsSummary(of: settings).text(in: format))
        try console.output.flush()
        return .done
    }
}

/// The format of `cache info` and `config`.
enum SummaryFormat: String, CaseIterable, Sendable {
    /// For people.
    case text

    /// One object, for programs.
    case json
}
