import SupplierGoKit

/// Every setting as one command line finds it, fit to be printed: nothing that may be a secret is in it.
struct CurrentSettings: Sendable {
    /// A setting.
    struct Value: Sendable {
        /// The option's long name, or what else the value is.
        let name: String

        /// The value, secrets left out; `nil` where there is none.
        let text: String?

        /// The same for programs.
        let json: any JSONWritable

        /// Where it was given; `nil` for a default.
        let source: ValueSource?
    }

    /// A named catalog.
    struct Catalog: Sendable {
        let name: String

        /// Where it is; `nil` where the settings file does not say.
        let location: String?

        /// The line that begins its section.
        let line: Settings.Line
    }

    /// What stands for a secret.
    static let hidden = "(hidden)"

    /// The settings file's absolute path; `nil` where there is none.
    let path: String?

    /// The settings, in the order help names the options in.
    private(set) var values: [Value] = []

    /// The named catalogs, in the settings file's order.
    let catalogs: [Catalog]

    /// Looks up every setting.
    ///
    /// - Throws: ``UsageError``, where a value is unusable: what is printed here works elsewhere.
    init(_ arguments: Arguments) throws(UsageError) {
        path = arguments.settings.path
        catalogs = arguments.settings.sections.map { section in
            Catalog(
                name: section.name, location: arguments.location(of: section)?.hidingCredentials, line: section.line)
        }
        for option in Options.settings { values += try Self.values(of: option, in: arguments) }
        if try arguments.token() != nil {
            values.append(Value(name: "token", text: Self.hidden, json: Self.hidden, source: .variable(.token)))
        }
    }

    private static func values(
        of option: OptionDescription, in arguments: Arguments
    ) throws(UsageError) -> [Value] {
        if option == Options.header.row { return try headers(in: arguments) }
        if option == Options.catalog.row, arguments.section != nil { _ = try arguments.catalogLocation() }
        let given = arguments.given(option)
        if let given, !option.accepts(given.text) { throw arguments.unusable(given, of: option) }
        if option == Options.cacheDirectory.row {
            let hasHome = arguments.environment[.cacheHome]?.hasPrefix("/") == true
            let source = given?.source ?? (hasHome ? .variable(.cacheHome) : nil)
            let directory = try arguments.cacheDirectory()
            return [Value(name: option.name, text: directory, json: directory, source: source)]
        }
        guard let given else {
            let text = option.defaultText ?? (option.isFlag ? "false" : nil)
            return [Value(name: option.name, text: text, json: option.defaultJSON ?? String?.none, source: nil)]
        }
        if option == Options.catalog.row { _ = try arguments.catalogLocation() }
        var text = arguments.resolved(given, of: option)
        switch option.value.completion {
        case .files, .directories: break
        default: text = option == Options.proxy.row ? text.hidingProxyCredentials : text.hidingCredentials
        }
        return [Value(name: option.name, text: text, json: option.json(text), source: given.source)]
    }

    /// Every header field that would be sent; a value may always be a secret.
    private static func headers(in arguments: Arguments) throws(UsageError) -> [Value] {
        let option = Options.header.row
        let given = arguments.called(option) + arguments.settingHeaders()
        guard !given.isEmpty else { return [Value(name: option.name, text: nil, json: String?.none, source: nil)] }
        return zip(given, try arguments.headers(given)).map { given, header in
            let text =
                switch header {
                case .field(let field): "\(field.name): \(hidden)"
                case .file(let path): "@" + (path == "-" ? path : arguments.absolutePath(path, from: given.source))
                }
            return Value(name: option.name, text: text, json: text, source: given.source)
        }
    }
}

extension Arguments {
    /// Where a named catalog is; `nil` where the settings file does not say.
    func location(of section: Settings.Section) -> String? {
        let option = Options.catalog.row
        return set(in: section.name, option).last.map { resolved($0, of: option) }
    }
}
