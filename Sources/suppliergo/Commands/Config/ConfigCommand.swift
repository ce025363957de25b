/// `suppliergo config`: prints every setting, and where it comes from.
struct ConfigCommand: Command {
    static let description = CommandDescription(
        name: "config", overview: "Print every setting, and where it comes from.",
        discussion: """
            What an option, the environment, the settings file or else a default says: options mean what they \
            would to another command. Nothing that may be a secret is printed.
            """,
        options: [Options.summaryFormat.row],
        examples: [
            .init("suppliergo config --catalog work", "what holds for a named catalog"),
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

/// How `cache info` and `config` print.
enum SummaryFormat: String, CaseIterable, Sendable {
    /// For people.
    case text

    /// One object, for programs.
    case json
}
