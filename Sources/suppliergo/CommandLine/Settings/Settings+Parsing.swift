extension Settings {
    /// Reads a settings file's text; every line is looked at, whether or not a run needs it.
    ///
    /// - Throws: ``ArgumentError/badSetting(_:reason:nearest:)`` for the first line that is wrong.
    init(_ text: String, path: String) throws(ArgumentError) {
        var entries: [Entry] = []
        var sections: [Section] = []
        var section: String?
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        for (index, line) in lines.enumerated() {
            let line = Self.trimmed(Self.withoutComment(line.drop { $0 == "\u{feff}" }))
            guard !line.isEmpty else { continue }
            if line.hasPrefix("[") {
                let name = try Self.name(in: line, at: SettingPlace(path: path, line: index + 1))
                section = name
                if !sections.contains(where: { $0.name == name }) {
                    let place = SettingPlace(path: path, line: index + 1, section: name)
                    sections.append(Section(name: name, place: place))
                }
            } else {
                entries.append(try Self.entry(line, SettingPlace(path: path, line: index + 1, section: section)))
            }
        }
        self.init(path: path, entries: entries, sections: sections)
    }

    private static func entry(_ line: String, _ place: SettingPlace) throws(ArgumentError) -> Entry {
        guard let sign = line.firstIndex(of: "=") else {
            throw .badSetting(place, reason: "the line is neither 'key = value' nor '[name]'", nearest: nil)
        }
        let key = trimmed(line[..<sign])
        let text = trimmed(line[line.index(after: sign)...])
        guard let option = Option(rawValue: key), let description = OptionDescription.setting(option) else {
            let known = OptionDescription.settings.map(\.option.rawValue)
            throw .badSetting(place, reason: "unknown key '\(key)'", nearest: NearestWord.to(key, among: known))
        }
        if let expected = description.value.expectation(missedBy: text) {
            throw .badSetting(place, reason: refusal(of: text, for: description, expected), nearest: nil)
        }
        return Entry(option: option, text: text, place: place)
    }

    /// Says that a value is none for its key; a header's is not repeated, since it may be a secret.
    private static func refusal(of text: String, for row: OptionDescription, _ expected: String) -> String {
        let key = row.option.rawValue
        guard row.option != .header else { return "the value of '\(key)' is not \(expected)" }
        let nearest = NearestWord.to(text, among: row.value.suggestions).map { ": did you mean '\($0)'?" } ?? ""
        return "the value '\(text)' of '\(key)' is not \(expected)" + nearest
    }

    /// The name in a line `[name]`.
    private static func name(in line: String, at place: SettingPlace) throws(ArgumentError) -> String {
        let name = trimmed(line.dropFirst().dropLast())
        let isName = line.last == "]" && isCatalogName(name)
        guard isName else {
            throw .badSetting(
                place, reason: "'\(line)' is not a name of letters, digits, '.', '_' and '-' in brackets", nearest: nil)
        }
        return name
    }

    /// Whether a text could be a catalog's name: nothing that is a URL, an absolute or relative path, or an option.
    static func isCatalogName(_ text: String) -> Bool {
        guard let first = text.first, first.isLetter || first.isNumber else { return false }
        return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" || $0 == "-" }
    }

    private static func withoutComment(_ line: Substring) -> Substring {
        var previous: Character = " "
        for index in line.indices {
            if line[index] == "#", previous.isWhitespace { return line[..<index] }
            previous = line[index]
        }
        return line
    }

    private static func trimmed(_ text: some BidirectionalCollection<Character>) -> String {
        let beginning = text.drop { $0.isWhitespace }
        let end = beginning.lastIndex { !$0.isWhitespace }
        return end.map { String(beginning[...$0]) } ?? ""
    }
}
