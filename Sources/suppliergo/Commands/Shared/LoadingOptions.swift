import SupplierGoFleet
import SupplierGoKit

/// The arguments of a command that reads a catalog and loads avatars.
struct LoadingOptions: Sendable {
    /// All words that they were read from.
    let commandLine: [String]

    let location: CatalogLocation

    /// The catalog as the command line gave it, or `nil` if it did not.
    let catalogWord: String?

    /// Header fields are not in it yet, since some may be in files.
    let loader: SupplierLoader.Configuration

    let dataLoader: DataLoader.Configuration

    let cache: DiskCache

    /// Whether anything is kept there.
    let usesCache: Bool

    /// The paths of fields that are not compared when changes are looked for.
    let ignoredPaths: [String]

    /// The object store behind the cache, as `s3://BUCKET/PREFIX`; `nil` for none.
    let store: String?

    /// Whether avatars go into the store that are in the cache already.
    let fillsStore: Bool

    /// The part of the avatars that is loaded; `nil` for all of them.
    let shard: Shard?

    /// The user's own edits, or `nil` if they are not applied.
    let edits: EditStore?

    /// The option, variable or setting by which servers' certificates are not verified, or `nil` if they are.
    let insecureSource: String?

    /// The header fields for the catalog's origin, or the files that hold them, in order.
    let headers: [HeaderSource]

    /// The header fields that the settings file has for the catalog's origin; one that was given otherwise takes precedence
    /// over those of its name.
    let settingHeaders: [HeaderSource]

    /// The bearer token for the catalog's origin; a header named `Authorization` takes precedence.
    let token: HeaderFields.Field?

    /// The settings' commands for the catalog, if any.
    let commands: CatalogCommands?

    /// The location that was most likely meant if the catalog's file does not exist: a noun phrase.
    let suggestion: String?

    /// Reads them.
    ///
    /// - Parameters:
    ///   - fillsStore: whether avatars go into the store that are in the cache already. Default `false`.
    ///   - isOffline: whether the network is never used, also without '--offline'. Default `false`.
    ///   - refusesStandIns: whether a catalog that fails is an error, although there is a snapshot. Default `false`.
    init(
        _ arguments: Arguments, fillsStore: Bool = false, isOffline: Bool = false, refusesStandIns: Bool = false
    ) throws(UsageError) {
        commandLine = arguments.commandLine
        var loader = SupplierLoader.Configuration()
        loader.isOffline = try arguments[Options.offline]
        loader.isRefreshing = try arguments[Options.refresh]
        if loader.isOffline, loader.isRefreshing {
            try arguments.refuse(Options.offline.row, with: [Options.refresh.row])
        }
        loader.isOffline = loader.isOffline || isOffline
        loader.isStrict = try arguments[Options.strict]
        loader.shape = try arguments.shape()
        loader.pageLimit = try arguments[Options.pageLimit]
        loader.avatarByteLimit = try arguments[Options.avatarByteLimit]
        loader.allowsPrivateHosts = try arguments[Options.allowPrivateHosts]
        loader.refusesStandIns = refusesStandIns
        self.fillsStore = fillsStore
        var dataLoader = try arguments.dataLoaderConfiguration()
        loader.avatarsInFlight = max(loader.avatarsInFlight, 2 * dataLoader.concurrency)
        insecureSource = arguments.insecureSource
        self.loader = loader
        location = try arguments.catalogLocation()
        catalogWord = arguments.called(Options.catalog.row).last?.text
        cache = try arguments.cache()
        store = try arguments[Options.store].flatMap { $0.isEmpty ? nil : $0 }
        usesCache = try arguments.usesCache(besides: store)
        dataLoader.temporaryDirectory = usesCache ? cache.directory : nil
        self.dataLoader = dataLoader
        ignoredPaths = try arguments.ignoredPaths()
        shard = try arguments.shard()
        edits = try arguments.readEdits()
        headers = try arguments.headers(arguments.called(Options.header.row))
        settingHeaders = try arguments.headers(arguments.settingHeaders())
        token = try arguments.token()
        commands = arguments.catalogCommands(silentFor: dataLoader.idleTimeout)
        suggestion = arguments.catalogSuggestion
    }
}

extension Arguments {
    func dataLoaderConfiguration() throws(UsageError) -> DataLoader.Configuration {
        var configuration = DataLoader.Configuration()
        configuration.concurrency = try self[Options.concurrency]
        configuration.connectionsPerHost = try self[Options.connectionsPerHost]
        configuration.idleTimeout = try self[Options.timeout]
        configuration.retryLimit = try self[Options.retries]
        configuration.certificateAuthorityFile = try self[Options.certificateAuthorityFile]
        configuration.verifiesCertificates = insecureSource == nil
        configuration.proxy = try self[Options.proxy]
        return configuration
    }

    /// The option, variable or setting by which servers' certificates are not verified, or `nil` if they are.
    var insecureSource: String? {
        let flag = Options.insecure
        guard command.takes(flag.row), let given = given(flag.row), given.text == "true" else { return nil }
        return switch given.source {
        case .option: "'\(flag.spelling)'"
        case .variable(let variable): "the environment variable \(variable.rawValue)"
        case .setting(let line): "'\(flag.row.name)' in \(line)"
        }
    }

    /// Whether anything is kept on this machine's disk.
    fileprivate func usesCache(besides store: String?) throws(UsageError) -> Bool {
        guard try self[Options.noLocal] else { return true }
        guard store == nil else { return false }
        throw command.misuse("'\(Options.noLocal.spelling)' needs '\(Options.store.spelling)'")
    }

    /// The paths of fields that the named catalog's settings leave out of comparisons.
    fileprivate func ignoredPaths() throws(UsageError) -> [String] {
        let option = Options.ignoredPaths
        guard let section, let given = set(in: section.name, option.row).last else { return option.defaultValue }
        guard let paths = option.read(given.text) else { throw unusable(given, of: option.row) }
        return paths
    }

    /// The cache.
    func cache() throws(UsageError) -> DiskCache {
        DiskCache(directory: try cacheDirectory(), byteLimit: try self[Options.cacheByteLimit])
    }

    /// The cache's directory (XDG Base Directory Specification).
    func cacheDirectory() throws(UsageError) -> String {
        if let path = try self[Options.cacheDirectory] { return path }
        if let path = environment.programDirectory(in: .cacheHome) { return path }
        let problem = environment[.home] == nil ? "is not set" : "is not an absolute path"
        throw .badVariable(.home, problem + ": give '--cache-dir DIR' to say where the cache is")
    }

    /// The directory of the user's own edits, or `nil` if no variable leads to one.
    var editsDirectory: String? {
        environment.programDirectory(in: .dataHome).map { $0 + "/edits" }
    }

    /// The edits that are applied, or `nil` for none.
    func readEdits() throws(UsageError) -> EditStore? {
        try self[Options.noEdits] ? nil : editsDirectory.map { EditStore(directory: $0) }
    }

    /// Where the user's own edits are kept.
    func editStore() throws(UsageError) -> EditStore {
        guard let directory = editsDirectory else {
            throw .badVariable(.home, "does not name a directory in which edits can be kept")
        }
        return EditStore(directory: directory)
    }

    func catalogLocation() throws(UsageError) -> CatalogLocation {
        let option = Options.catalog.row
        guard let given = given(option) else {
            if let section, catalogCommand(of: section) != nil { return .command(name: section.name) }
            throw missingCatalog
        }
        do {
            return try CatalogLocation(resolved(given, of: option), relativeTo: environment.directory)
        } catch {
            switch given.source {
            case .option: throw command.misuse(error.description)
            case .variable(let variable): throw .badVariable(variable, "is unusable: \(error.description)")
            case .setting(let line): throw .badSetting(line, error.description)
            }
        }
    }

    var hasCatalog: Bool { given(Options.catalog.row) != nil || section.flatMap(catalogCommand) != nil }

    private var missingCatalog: UsageError {
        guard let section else {
            if let option = NearestWord.catalogOption(among: words) {
                return command.misuse("there is no catalog to read", nearest: option)
            }
            return command.misuse(
                "there is no catalog to read: give '--catalog LOCATION' or set "
                    + "\(EnvironmentVariable.catalog.rawValue), or put 'catalog = LOCATION' into the settings file")
        }
        return .badSetting(
            section.line,
            "the catalog '\(section.name)' has no location: give it a line 'catalog = LOCATION'")
    }

    /// The commands that the settings have for the catalog. Like header fields, they belong to their own part of the file.
    func catalogCommands(silentFor limit: Duration) -> CatalogCommands? {
        var name = section?.name
        if name == nil {
            guard case .setting(let line)? = given(Options.catalog.row)?.source else { return nil }
            name = line.section
        }
        let commands = CatalogCommands(
            name: name, catalog: command(Options.catalogCommand, in: name),
            token: command(Options.tokenCommand, in: name), environment: environment.variables, limit: limit)
        return commands.catalog == nil && commands.token == nil ? nil : commands
    }

    /// The command that prints a named catalog, or `nil` if it has a location.
    func catalogCommand(of section: Settings.Section) -> String? { command(Options.catalogCommand, in: section.name) }

    private func command(_ option: Option<String?>, in section: String?) -> String? {
        set(in: section, option.row).last.flatMap { $0.text.isEmpty ? nil : $0.text }
    }

    /// The values of the settings file for `--header`.
    ///
    /// They belong to the catalog of their own part of the file: a catalog that is named elsewhere must not be sent what
    /// may be a secret.
    func settingHeaders() -> [GivenValue] {
        guard case .setting(let catalog)? = given(Options.catalog.row)?.source else { return [] }
        return set(in: catalog.section, Options.header.row)
    }

    /// Reads values of `--header`; a path in the settings file is made absolute.
    func headers(_ given: [GivenValue]) throws(UsageError) -> [HeaderSource] {
        var headers: [HeaderSource] = []
        for given in given {
            guard let header = HeaderSource(given.text) else {
                // The value is not repeated, since it may be a secret.
                throw command.misuse("the value of '\(Options.header.spelling)' is neither 'NAME: VALUE' nor '@FILE'")
            }
            if case .file(let path) = header, path != "-", given.source != .option {
                headers.append(.file(path: absolutePath(path, from: given.source)))
            } else {
                headers.append(header)
            }
        }
        return headers
    }

    /// The bearer token of the environment. If the environment names a catalog too, the token belongs to its origin.
    func token() throws(UsageError) -> HeaderFields.Field? {
        guard let token = environment[.token] else { return nil }
        guard let field = HeaderFields.Field(name: "Authorization", value: "Bearer " + token) else {
            throw .badVariable(.token, "holds a control character, which no header field may")
        }
        guard let name = environment[.catalog] else { return field }
        let own = settings.section(named: name).map { location(of: $0) } ?? name
        guard let origin = origin(of: own),
            origin == self.origin(of: given(Options.catalog.row).map { resolved($0, of: Options.catalog.row) })
        else { return nil }
        return field
    }

    /// The origin of a catalog's server; `nil` if the location has none.
    private func origin(of location: String?) -> Origin? {
        do {
            guard let location, case .remote(let url) = try CatalogLocation(location, relativeTo: environment.directory)
            else { return nil }
            return Origin(url)
        } catch {
            // Whoever reads the catalog says so.
            return nil
        }
    }

    /// The location that was most likely meant if the catalog's file does not exist: a named catalog, or a URL.
    fileprivate var catalogSuggestion: String? {
        guard section == nil, let text = given(Options.catalog.row)?.text else { return nil }
        if Settings.isCatalogName(text), let name = NearestWord.to(text, among: settings.sections.map(\.name)) {
            return "the catalog '\(name)' of the settings file"
        }
        return Self.addressMeant(by: text).map { "'\($0)'" }
    }

    /// The URL that a text was most likely meant to be: one without its scheme, as people read it off an address bar, or
    /// with too few slashes; `nil` if it looks like a path.
    private static func addressMeant(by text: String) -> String? {
        for scheme in ["http", "https"] where text.lowercased().hasPrefix(scheme + ":") {
            let rest = text.dropFirst(scheme.count + 1).drop { $0 == "/" }
            return rest.isEmpty ? nil : "\(scheme)://\(rest)"
        }
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let host = parts.first, let first = host.first, first.isLetter || first.isNumber else {
            return nil
        }
        let name = host.split(separator: ":", maxSplits: 1)[0]
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        let isHost = name == "localhost" || labels.count > 1 && (labels.last?.count ?? 0) > 1
        return isHost && labels.allSatisfy { !$0.isEmpty } ? "https://\(text)" : nil
    }
}
