import SupplierGoKit

extension ArgumentValues {
    /// What `config` is asked for: every setting, with where it comes from.
    ///
    /// - Throws: ``ArgumentError``, where a value is unusable: what is printed here works elsewhere.
    func currentSettings() throws(ArgumentError) -> CurrentSettings {
        var values: [CurrentSettings.Value] = []
        for row in OptionDescription.settings { values += try current(row) }
        if try token() != nil {
            values.append(.init(name: "token", text: CurrentSettings.hidden, source: .variable(.token)))
        }
        let catalogs = settings.sections.map { section in
            CurrentSettings.Catalog(
                name: section.name, location: location(in: section)?.hidingCredentials, place: section.place)
        }
        return CurrentSettings(path: settings.path, values: values, catalogs: catalogs)
    }

    /// Where a named catalog is; `nil` where the settings file does not say.
    func location(in section: Settings.Section) -> String? {
        guard let row = OptionDescription.setting(.catalog) else { return nil }
        return set(in: section.name, row).last.map(located)
    }

    private func current(_ row: OptionDescription) throws(ArgumentError) -> [CurrentSettings.Value] {
        let name = row.option.rawValue
        guard row.option != .header else { return try currentHeaders(row) }
        if row.option == .cacheDirectory {
            let home = surroundings[.cacheHome].flatMap { $0.hasPrefix("/") ? ValueSource.variable(.cacheHome) : nil }
            return [.init(name: name, text: try cacheDirectory(), source: given(row)?.source ?? home)]
        }
        if row.option == .catalog, section != nil { _ = try location() }
        guard let given = given(row) else {
            return [.init(name: name, text: row.standard ?? (row.valueName == nil ? "false" : nil), source: nil)]
        }
        if let expected = row.value.expectation(missedBy: given.text) {
            let nearest = NearestWord.to(given.text, among: row.value.suggestions)
            throw unusable(given, of: row.option, expected: expected, nearest: nearest)
        }
        let text: String
        switch row.value {
        case .catalog:
            _ = try location()
            text = located(given).hidingCredentials
        case .file, .directory: text = absolutePath(given.text, from: given.source)
        default: text = row.option == .proxy ? given.text.hidingProxyCredentials : given.text.hidingCredentials
        }
        return [.init(name: name, text: text, source: given.source)]
    }

    /// Every header field that would be sent; a value may always be a secret.
    private func currentHeaders(_ row: OptionDescription) throws(ArgumentError) -> [CurrentSettings.Value] {
        var given = called(row)
        if case .setting(let catalog)? = self.given(.catalog)?.source { given += set(in: catalog.section, row) }
        guard !given.isEmpty else { return [.init(name: row.option.rawValue, text: nil, source: nil)] }
        var values: [CurrentSettings.Value] = []
        for given in given {
            let text: String
            switch HeaderSource(given.text) {
            case .field(let field): text = "\(field.name): \(CurrentSettings.hidden)"
            case .file(let path): text = "@" + (path == "-" ? path : absolutePath(path, from: given.source))
            case nil: throw .badHeader(command: command)
            }
            values.append(.init(name: row.option.rawValue, text: text, source: given.source))
        }
        return values
    }
}
