/// `suppliergo config`: prints every setting, and where it comes from.
struct ConfigCommand: Sendable {
    let settings: CurrentSettings
    let format: SummaryFormat
    let console: Console

    /// Prints them.
    func run() throws -> ExitStatus {
        try console.output.write(SettingsSummary(of: settings).text(in: format))
        try console.output.flush()
        return .done
    }
}
