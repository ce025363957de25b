import FoundationEssentials

/// What `config` prints.
struct SettingsSummary: Encodable, Sendable {
    private struct Value: Encodable {
        let name: String
        let value: String?
        let source: String
        var variable: String?
        var file: String?
        var line: Int?
        var section: String?

        /// Where the value comes from, for people.
        var origin: String {
            if let variable { return "environment \(variable)" }
            guard let file, let line else { return source }
            return "\(file):\(line)" + (section.map { " [\($0)]" } ?? "")
        }
    }

    private struct Catalog: Encodable {
        let name: String
        let location: String?
        let file: String
        let line: Int
    }

    private let settingsFile: String?
    private let values: [Value]
    private let catalogs: [Catalog]

    /// Summarises settings.
    init(of settings: CurrentSettings) {
        settingsFile = settings.path
        values = settings.values.map { setting in
            let (name, text) = (setting.name, setting.text)
            switch setting.source {
            case nil: return Value(name: name, value: text, source: "default")
            case .option: return Value(name: name, value: text, source: "option")
            case .variable(let variable):
                return Value(name: name, value: text, source: "environment", variable: variable.rawValue)
            case .setting(let line):
                return Value(
                    name: name, value: text, source: "settings", file: line.path, line: line.number,
                    section: line.section)
            }
        }
        catalogs = settings.catalogs.map { catalog in
            Catalog(
                name: catalog.name, location: catalog.location, file: catalog.line.path, line: catalog.line.number)
        }
    }

    /// The summary, with a line feed at its end.
    func text(in format: SummaryFormat) throws -> String {
        switch format {
        case .text: table.text
        case .json: try jsonText()
        }
    }

    /// One line a setting: name, value, and where it comes from.
    private var table: FieldTable {
        var rows = values.map { ($0.name, $0.value ?? "none", $0.origin) }
        rows += catalogs.map { ("[\($0.name)]", $0.location ?? "none", "\($0.file):\($0.line)") }
        rows = rows.map { ($0.visibleText, $1.visibleText, $2.visibleText) }
        // A long value does not move the sources of all the others.
        let valueWidth = rows.map(\.1.displayWidth).filter { $0 <= 48 }.max() ?? 0
        return FieldTable(fields: rows.map { .init($0, $1.padded(toWidth: valueWidth) + "  " + $2) })
    }
}
