import SupplierGoKit

/// `suppliergo config`: prints every setting and its source.
struct ConfigCommand: Command {
    static let description = CommandDescription(
        name: "config", overview: "Print every setting and its source.",
        discussion: """
            The value of each setting, and whether it comes from an option, the environment, the settings file or a \
            default. Options have the same meaning as for other commands. Secrets are not printed.
            """,
        options: [Options.map.row],
        examples: [("suppliergo config --catalog work", "the settings for a named catalog")],
        takesEverySetting: true)

    /// A setting: the option's long name, its value without secrets, and its source, or `nil` for a default.
    private typealias Value = (name: String, text: String?, source: ValueSource?)

    /// The settings in the order in which help names the options, then the named catalogs in the file's order.
    private var values: [Value] = []

    /// Looks up every setting.
    ///
    /// - Throws: ``UsageError`` if a value is unusable: every printed value works elsewhere.
    init(_ arguments: Arguments) throws(UsageError) {
        for option in arguments.commands.settings + [Options.ignoredPaths.row] {
            values += try Self.values(of: option, in: arguments)
        }
        values += Options.commands.compactMap(arguments.value).filter { !$0.text.isEmpty }.map { command in
            Value(name: command.name, text: String.hiddenSecret, source: command.source)
        }
        _ = try arguments.shape(of: arguments.hasCatalog ? try arguments.catalogLocation() : nil)
        let places = arguments.places
        values += CatalogShape.Part.allCases.compactMap { places[$0] }.map { place in
            let isURL = place.name == CatalogShape.Part.next.rawValue
            let text = isURL ? place.text.asShownURL : place.text.hidingSecrets
            return Value(name: place.name, text: text, source: place.source)
        }
        if try arguments.token() != nil {
            values.append(Value(name: "token", text: String.hiddenSecret, source: .variable(.token)))
        }
        values += arguments.settings.sections.map { section in
            let command = arguments.hasCatalogCommand(section) ? Options.catalogCommand.row.name : nil
            let text = arguments.location(of: section)?.hidingSecrets ?? command
            // The name stands before the value already.
            let line = Settings.Line(path: section.line.path, number: section.line.number)
            return Value(name: "[\(section.name)]", text: text, source: .setting(line))
        }
    }

    private static func values(of option: OptionDescription, in arguments: Arguments) throws(UsageError) -> [Value] {
        if option == Options.header.row { return headers(in: arguments) }
        if option == Options.catalog.row, let section = arguments.section {
            let location = try arguments.catalogLocation()
            if case .command = location {
                return [Value(name: option.name, text: EditStore.name(of: location), source: .setting(section.line))]
            }
        }
        let given = arguments.value(of: option)
        if option == Options.cacheDirectory.row {
            let hasHome = arguments.environment[.cacheHome]?.hasPrefix("/") == true
            let source = given?.source ?? (hasHome ? .variable(.cacheHome) : nil)
            return [Value(name: option.name, text: try arguments.cacheDirectory(), source: source)]
        }
        guard let given else {
            if option == Options.proxy.row, case let values = proxies(in: arguments.environment), !values.isEmpty {
                return values
            }
            let text = option.defaultText ?? (option.isFlag ? "false" : nil)
            return [Value(name: option.name, text: text, source: nil)]
        }
        if option == Options.catalog.row { _ = try arguments.catalogLocation() }
        var text = given.text
        switch option.value.completion {
        case .files, .directories: break
        default: text = option == Options.proxy.row ? text.hidingProxySecrets : text.hidingSecrets
        }
        return [Value(name: option.name, text: text, source: given.source)]
    }

    /// The proxies of the environment: for http, for https, and for those of the two that have none.
    private static func proxies(in environment: Environment) -> [Value] {
        let variables: [[EnvironmentVariable]] = [
            ["http_proxy"], ["https_proxy", "HTTPS_PROXY"], ["all_proxy", "ALL_PROXY"],
        ]
        return variables.compactMap { $0.first { environment[$0] != nil } }.prefix(2).map {
            Value(name: Options.proxy.row.name, text: environment[$0]?.hidingProxySecrets, source: .variable($0))
        }
    }

    /// Every header field that would be sent; a value may always be a secret.
    private static func headers(in arguments: Arguments) -> [Value] {
        let option = Options.header.row
        let headers = arguments.headers
        guard !headers.isEmpty else { return [Value(name: option.name, text: nil, source: nil)] }
        return headers.map { header, source in
            let text =
                switch header {
                case .field(let field): "\(field.name): \(String.hiddenSecret)"
                case .file(let path): "@" + (path == "-" ? path : arguments.absolutePath(path, from: source))
                }
            return Value(name: option.name, text: text, source: source)
        }
    }

    func run(on console: Console) throws -> ExitStatus {
        try console.print(table.text)
        return .done
    }

    /// One line a setting: name, value and source.
    private var table: FieldTable {
        let rows = values.map { value in
            (value.name.visibleText, (value.text ?? "none").visibleText, (value.source?.text ?? "default").visibleText)
        }
        // A long value does not move the sources of all the others.
        let valueWidth = rows.map(\.1.displayWidth).filter { $0 <= 48 }.max() ?? 0
        return FieldTable(fields: rows.map { .init($0, $1.padded(toWidth: valueWidth) + "  " + $2) })
    }
}

extension ValueSource {
    /// The source for people.
    fileprivate var text: String {
        switch self {
        case .option: "option"
        case .variable(let variable): "environment \(variable.rawValue)"
        case .setting(let line): "\(line)" + (line.section.map { " [\($0)]" } ?? "")
        }
    }
}
