import Glibc
import SupplierGoKit

/// The settings file's values for options, some of them for named catalogs only.
///
/// A line is `key = value`, with the long name of an option in ``CommandTable/settings``, which has few flags
/// (``OptionDescription/isSetting``), or `[name]`, which begins the section of a catalog that `--catalog name` chooses;
/// there the parts of a ``CatalogShape`` are keys too. A `#` at a line's beginning or after a space begins a comment,
/// but in a command and in a place of such a part it belongs to the value.
///
/// ``Arguments/value(of:)`` decides which wins: an option, a variable, the catalog's section or the general part;
/// ``Arguments/value(of:isForPeople:)`` keeps those for people out of exports: ``ListCommand`` and ``ShowCommand`` say
/// which output is for people.
struct Settings: Sendable, Hashable {
    /// A line of the file.
    struct Line: Sendable, Hashable, CustomStringConvertible {
        /// The file's absolute path.
        let path: String

        /// The line's number, from 1.
        let number: Int

        /// The named catalog in whose section the line is; `nil` for the general part.
        var section: String?

        /// The line as compilers name lines.
        var description: String { "\(path):\(number)" }
    }

    /// The section of a named catalog.
    struct Section: Sendable, Hashable {
        /// The catalog's name.
        let name: String

        /// The line that begins it.
        let line: Line
    }

    /// The values, in the file's order.
    private(set) var entries: [GivenValue] = []

    /// The named catalogs, in the file's order.
    private(set) var sections: [Section] = []

    /// No settings at all.
    static let none = Settings()

    private init() {}

    /// Reads a settings file's text; every line is checked, whether or not a run needs it.
    ///
    /// - Throws: ``UsageError`` for the first line that is wrong.
    init(_ text: String, path: String, of commands: CommandTable) throws(UsageError) {
        var section: String?
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        for (index, line) in lines.enumerated() {
            let line = line.drop { $0 == "\u{feff}" }.trimmed
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let place = Line(path: path, number: index + 1, section: section)
            if line.hasPrefix("[") {
                let name = try Self.name(in: Self.withoutComment(line[...]).trimmed, at: place)
                section = name
                guard self.section(named: name) == nil else { continue }
                sections.append(Section(name: name, line: Line(path: path, number: index + 1, section: name)))
            } else {
                entries.append(try Self.entry(line, commands, at: place))
            }
        }
    }

    /// Tests the rules for commands, which run whatever the file says: only the user and root may write the file,
    /// and a catalog has a location or a command.
    ///
    /// - Parameter danger: a clause that names others who may write the file; `nil` if there are none.
    fileprivate func checkCommands(_ danger: String?) throws(UsageError) {
        let catalog = Options.catalog.row.name
        for entry in entries where Options.commands.contains(where: { $0.name == entry.name }) {
            guard let line = entry.source.line else { continue }
            if let danger { throw .badSetting(line, "'\(entry.name)' is refused, since \(danger)") }
            if entry.name == Options.catalogCommand.row.name, !values(of: catalog, in: line.section).isEmpty {
                throw .badSetting(line, "a section has either '\(catalog)' or '\(entry.name)', not both")
            }
        }
    }

    /// The named catalog of a name.
    func section(named name: String) -> Section? {
        sections.first { $0.name == name }
    }

    /// The values of an option: those of a section, or the general ones if `section` is `nil`. A place is a value of
    /// `--map`.
    func values(of name: String, in section: String?) -> [GivenValue] {
        entries.filter { $0.name == name && $0.source.line?.section == section }
    }

    /// Tests if a text could be a catalog's name: nothing that is a URL, an absolute or relative path, or an option.
    static func isCatalogName(_ text: String) -> Bool {
        guard let first = text.first, first.isLetter || first.isNumber else { return false }
        return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" || $0 == "-" }
    }

    private static func entry(_ text: String, _ table: CommandTable, at line: Line) throws(UsageError) -> GivenValue {
        guard let sign = text.firstIndex(of: "=") else {
            throw .badSetting(line, "the line is neither 'key = value' nor '[name]'")
        }
        let key = text[..<sign].trimmed
        let written = text[text.index(after: sign)...]
        // A command or a place may have a `#`.
        let isVerbatim = CatalogShape.Part(rawValue: key) != nil || Options.commands.contains { $0.name == key }
        let value = (isVerbatim ? written : withoutComment(written)).trimmed
        guard !value.unicodeScalars.contains("\u{fffd}") else {
            throw .badSetting(line, "the line is not valid UTF-8")
        }
        let options = table.settings + Options.settingsOnly
        let option = options.first { $0.name == key }
        let isOfSection = CatalogShape.Part(rawValue: key) != nil || option?.isOfSection == true
        if isOfSection, line.section == nil {
            throw .badSetting(line, "'\(key)' belongs in a catalog's section, after a line '[name]'")
        }
        if let part = CatalogShape.Part(rawValue: key) {
            do {
                _ = try CatalogShape([part: value])
            } catch {
                throw .badSetting(line, "\(error)")
            }
            return GivenValue(name: Options.map.row.name, text: "\(key)=\(value)", source: .setting(line))
        }
        guard let option else {
            let isColumn = line.section != nil && CatalogShape.Part.columnNames[key] != nil
            if !isColumn, let other = table.options.first(where: { $0.name == key }) {
                throw .badSetting(line, "'\(key)' is not a setting; give '\(other.spelling)' on the command line")
            }
            let names = options.map(\.name)
            let nearest =
                line.section == nil
                ? NearestWord.to(key, among: names) : CatalogShape.Part.nearest(to: key, besides: names)
            throw .badSetting(line, "unknown key '\(key)'", nearest: nearest)
        }
        let entry = GivenValue(name: key, text: value, source: .setting(line))
        guard option.accepts(value) else { throw .unusable(entry, of: option) }
        return entry
    }

    /// The name in a line `[name]`.
    private static func name(in text: String, at line: Line) throws(UsageError) -> String {
        let name = text.dropFirst().dropLast().trimmed
        guard text.last == "]", isCatalogName(name) else {
            throw .badSetting(line, "'\(text)' is not a name of letters, digits, '.', '_' and '-' in brackets")
        }
        return name
    }

    /// A text without a comment at its end, which begins after a space.
    private static func withoutComment(_ text: Substring) -> Substring {
        let start = zip(text.indices, text.indices.dropFirst()).first { text[$0].isWhitespace && text[$1] == "#" }
        return text[..<(start?.0 ?? text.endIndex)]
    }
}

/// Finds and reads the settings file.
enum SettingsFile {
    /// The file's absolute path (XDG Base Directory Specification); `nil` if no variable leads to it.
    static func path(in environment: Environment) -> String? {
        environment.programDirectory(in: .configurationHome).map { $0 + "/config" }
    }

    /// Reads the file; without one, there are no settings.
    ///
    /// It blocks, so it is called on the main thread, before there are tasks.
    ///
    /// - Throws: ``UsageError``.
    static func read(in environment: Environment, of commands: CommandTable) throws(UsageError) -> Settings {
        guard let path = path(in: environment) else { return .none }
        let text: String
        let danger: String?
        do throws(FileError) {
            // A pipe's writer is not waited for.
            let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
            let status = try file.status()
            danger = try self.danger(of: status, at: path)
            guard status.kind != .other else { throw FileError(.read, path, EACCES) }
            // Some file systems say 0 of every file.
            text = String(decoding: try file.readAll(max(status.byteCount, 1 << 16)), as: UTF8.self)
        } catch {
            guard error.errorNumber != ENOENT, error.errorNumber != ENOTDIR else { return .none }
            throw UsageError(
                "the settings file '\(path)' cannot be read: \(error.reason)", see: nil, status: .configuration)
        }
        let settings = try Settings(text, path: path, of: commands)
        try settings.checkCommands(danger)
        return settings
    }

    /// The others who may write the file: a clause; `nil` if no one else may.
    private static func danger(of file: FileStatus, at path: String) throws(FileError) -> String? {
        guard file.isTrusted else { return "this file belongs to another user, or everyone can write to it" }
        for path in [path, try FileSystem.target(of: path)] {
            let directory = FileSystem.directoryPrefix(of: path)
            guard try FileSystem.status(of: directory)?.isTrusted != false else {
                return "'\(directory)' belongs to another user, or everyone can write to it"
            }
        }
        return nil
    }

    // MARK: For help

    /// The settings file's path, for people.
    static let places = "$XDG_CONFIG_HOME/suppliergo/config, else ~/.config/suppliergo/config"

    /// The keys that say where the parts of a catalog are, and their meaning.
    static let placeKeys = CatalogShape.Part.allCases.map(\.rawValue).joined(separator: ", ")
    static let meaningOfPlaces = """
        Where the records, the pages, the fields and the details are, as for '--map': names separated by dots, or a \
        text with paths in braces, such as '{first} {last}'.
        """

    /// The settings file's rules, for people; one paragraph each.
    static let rules = """
        A line is 'key = value': the keys are the options' long names. Options override environment variables, and \
        those override the settings file. 'sort', 'group', 'columns' and 'width' are for cards on standard output and \
        for 'browse': an export has all suppliers and fields, whatever the file says.

        A line '[work]' begins the section of a catalog of that name, which '--catalog work' chooses; its values \
        override those above the first section. A file of that name is './work'. 'insecure' and 'allow-private-hosts', \
        which are true or false, belong in a catalog's section, and so does 'ignore': fields, separated by commas, \
        that 'list --changes' does not compare.

        A '#' at the beginning of a line or after a space begins a comment. Paths are relative to the settings file's \
        directory, or begin with '~/'. The key 'header' can be given several times; header fields are sent only to the \
        catalog of their own section, and not to a catalog that an option or a variable gives.

        In place of 'catalog', a section can have 'catalog-command', whose output is the catalog. The first line that \
        'token-command' prints is the bearer token for the catalog's server. Both are run with 'sh -c' when the \
        catalog is read, and only if the settings file and its directory belong to you or root, and not everyone can \
        write to them. In a command a '#' begins no comment.
        """.split(separator: "\n\n").map { String($0) }
}
