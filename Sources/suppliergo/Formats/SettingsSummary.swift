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

    /// Sums up settings.
    init(of settings: CurrentSettings) {
        settingsFile = settings.path
        values = settings.values.map { setting in
            let (name, text) = (setting.name, setting.text)
            switch setting.source {
            case nil: return Value(name: name, value: text, source: "default")
            case .option: return Value(name: name, value: text, source: "option")
            case .variable(let variable):
                return Value(name: name, value: text, source: "environment", variable: variable.rawValue)
            case .setting(let place):
                return Value(
                    name: name, value: text, source: "settings", file: place.path, line: place.line,
                    section: place.section)
            }
        }
        catalogs = settings.catalogs.map { catalog in
            Catalog(
                name: catalog.name, location: catalog.location, file: catalog.place.path, line: catalog.place.line)
        }
    }

    /// The summary, with a line feed at its end.
    func text(in format: SummaryFormat) throws -> String {
        switch format {
        case .text: return lines
        case .json:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
        }
    }

    /// One line a setting: name, value, and where it comes from.
    private var lines: String {
        var rows = values.map { ($0.name, $0.value ?? "none", Self.source(of: $0)) }
        rows += catalogs.map { ("[\($0.name)]", $0.location ?? "none", "\($0.file):\($0.line)") }
        rows = rows.map { ($0.visibleText, $1.visibleText, $2.visibleText) }
        let nameWidth = rows.map(\.0.displayWidth).max() ?? 0
        // One long value does not push all sources out of sight.
        let valueWidth = rows.map(\.1.displayWidth).filter { $0 <= 48 }.max() ?? 0
        return rows.map { name, value, source in
            name.padded(toWidth: nameWidth) + "  " + value.padded(toWidth: valueWidth) + "  " + source + "\n"
        }.joined()
    }

    private static func source(of value: Value) -> String {
        if let variable = value.variable { return "environment \(variable)" }
        guard let file = value.file, let line = value.line else { return value.source }
        return "\(file):\(line)" + (value.section.map { " [\($0)]" } ?? "")
    }
}
