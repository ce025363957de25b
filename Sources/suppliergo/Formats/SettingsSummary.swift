/// What `config` prints.
struct SettingsSummary: Sendable {
    fileprivate struct Value {
        let name: String
        let value: String?
        let json: any JSONWritable
        var source: String
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

    fileprivate struct Catalog {
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
            var value = Value(name: setting.name, value: setting.text, json: setting.json, source: "default")
            switch setting.source {
            case nil: break
            case .option: value.source = "option"
            case .variable(let variable): (value.source, value.variable) = ("environment", variable.rawValue)
            case .setting(let line):
                value.source = "settings"
                (value.file, value.line, value.section) = (line.path, line.number, line.section)
            }
            return value
        }
        catalogs = settings.catalogs.map { catalog in
            Catalog(
                name: catalog.name, location: catalog.location, file: catalog.line.path, line: catalog.line.number)
        }
    }

    /// The summary, with a line feed at its end.
    func text(in format: SummaryFormat) -> String {
        switch format {
        case .text: table.text
        case .json: String(decoding: JSONWriter.line(self), as: UTF8.self)
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

extension SettingsSummary: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("settingsFile", settingsFile)
            json.member("values", values)
            json.member("catalogs", catalogs)
        }
    }
}

extension SettingsSummary.Value: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { object in
            object.member("name", name)
            object.member("value") { self.json.write(to: &$0) }
            object.member("source", source)
            object.member("variable", variable)
            object.member("file", file)
            object.member("line", line)
            object.member("section", section)
        }
    }
}

extension SettingsSummary.Catalog: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", name)
            json.member("location", location)
            json.member("file", file)
            json.member("line", line)
        }
    }
}
