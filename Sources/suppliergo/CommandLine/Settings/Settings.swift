/// What the settings file says: values for options, some of them for named catalogs only.
///
/// A line is `key = value`, where the key is an option's long name, or `[name]`, which begins the part of a catalog that
/// `--catalog name` chooses. A `#` at a line's beginning or behind a space begins a comment.
struct Settings: Sendable, Hashable {
    /// A line that gives a value.
    struct Entry: Sendable, Hashable {
        /// The option.
        let option: Option

        /// Its value; `true` or `false` for a flag.
        let text: String

        /// The line.
        let place: SettingPlace
    }

    /// A line that begins the part of a named catalog.
    struct Section: Sendable, Hashable {
        /// The catalog's name.
        let name: String

        /// The line.
        let place: SettingPlace
    }

    /// The file's absolute path; `nil` where there is no file.
    let path: String?

    /// The lines that give values, in the file's order.
    let entries: [Entry]

    /// The first line of each named catalog's part, in the file's order.
    let sections: [Section]

    /// No settings at all.
    static let none = Settings(path: nil, entries: [], sections: [])

    /// The named catalog of a name.
    func section(named name: String) -> Section? {
        sections.first { $0.name == name }
    }

    /// The values of an option: those of a part of the file, the general one where `section` is `nil`.
    func entries(of option: Option, in section: String?) -> [Entry] {
        entries.filter { $0.option == option && $0.place.section == section }
    }
}
