import SupplierGoKit

/// The values that ``LoadingOptions`` are read from.
extension Arguments {
    /// The option, variable or setting by which servers' certificates are not verified, or `nil` if they are.
    var insecureSource: String? {
        let flag = Options.insecure
        guard command.takes(flag.row), let given = value(of: flag.row), given.text == "true" else { return nil }
        return switch given.source {
        case .option: "'\(flag.spelling)'"
        case .variable(let variable): "the environment variable \(variable.rawValue)"
        case .setting(let line): "'\(flag.row.name)' in \(line)"
        }
    }

    /// The cache.
    ///
    /// - Parameter isNeeded: false if a user without a home directory gets one that keeps nothing. Default `true`.
    func cache(isNeeded: Bool = true) throws(UsageError) -> DiskCache {
        DiskCache(directory: try cacheDirectory(isNeeded: isNeeded), byteLimit: self[Options.cacheByteLimit])
    }

    /// The cache's directory (XDG Base Directory Specification); empty if it is not needed, and there is none.
    func cacheDirectory(isNeeded: Bool = true) throws(UsageError) -> String {
        if let path = self[Options.cacheDirectory] ?? environment.programDirectory(in: .cacheHome) { return path }
        let hasHome = environment[.home] != nil
        guard hasHome || isNeeded else { return "" }
        let problem = hasHome ? "is not an absolute path" : "is not set, and the user has no home directory"
        throw .badVariable(.home, problem + ": give '--cache-dir DIR' to say where the cache is")
    }

    /// The store of the user's own edits, or `nil` if no variable leads to one.
    var edits: EditStore? { environment.programDirectory(in: .dataHome).map { EditStore(directory: $0 + "/edits") } }

    /// The same for a command that needs it.
    func editStore() throws(UsageError) -> EditStore {
        guard let edits else { throw .badVariable(.home, "does not name a directory in which edits can be kept") }
        return edits
    }

    /// The place that counts of each part of the catalog.
    var places: [CatalogShape.Part: GivenValue] {
        values(of: Options.map.row).reduce(into: [:]) { places, given in
            guard case let (part, place)?? = Options.map.read(given.text) else { return }
            places[part] = GivenValue(name: part.rawValue, text: place, source: given.source)
        }
    }

    /// The shape of a catalog at a location; `nil` if it has none yet.
    ///
    /// - Throws: ``UsageError``, with a status by the place that gave a part (``UsageError/unusable(_:from:for:)``).
    func shape(of catalog: CatalogLocation?) throws(UsageError) -> CatalogShape {
        let places = places
        do {
            let shape = try CatalogShape(places.mapValues(\.text))
            if let catalog { try shape.checkDetails(of: catalog) }
            return shape
        } catch {
            throw .unusable(error, from: places[error.part]?.source, for: command)
        }
    }

    func catalogLocation() throws(UsageError) -> CatalogLocation {
        let option = Options.catalog.row
        guard let given = value(of: option) else {
            if let section, hasCatalogCommand(section) { return .command(name: section.name) }
            throw missingCatalog
        }
        return try location(given.text, from: given.source)
    }

    /// The location that a text is, which was given somewhere.
    func location(_ text: String, from source: ValueSource) throws(UsageError) -> CatalogLocation {
        do {
            return try CatalogLocation(text, relativeTo: environment.directory)
        } catch {
            throw .unusable(error, from: source, for: command)
        }
    }

    var hasCatalog: Bool { value(of: Options.catalog.row) != nil || section.map(hasCatalogCommand) == true }

    private var missingCatalog: UsageError {
        guard let section else {
            if let option = NearestWord.catalogOption(among: words) {
                return command.misuse("no catalog to read", nearest: option)
            }
            return command.misuse(
                "no catalog to read: give '--catalog LOCATION' or set "
                    + "\(EnvironmentVariable.catalog.rawValue), or put 'catalog = LOCATION' into the settings file")
        }
        return .badSetting(
            section.line,
            "the catalog '\(section.name)' has no location; give it a line 'catalog = LOCATION'")
    }

    /// True if a command prints a named catalog; false if it has a location.
    func hasCatalogCommand(_ section: Settings.Section) -> Bool {
        settings.values(of: Options.catalogCommand.row.name, in: section.name).last?.text.isEmpty == false
    }

    /// The values of `--header`: first those of the command line, then those of the settings file, in which paths are
    /// made absolute.
    var headers: [(header: HeaderSource, source: ValueSource)] {
        let option = Options.header.row
        // The output of a command has no server to send them to.
        let hasLocation = value(of: Options.catalog.row) != nil
        let values = given(option) + (hasLocation ? values(of: option).filter { $0.source != .option } : [])
        return values.compactMap { given in
            guard let header = HeaderSource(given.text) else { return nil }
            guard case .file(let path) = header, path != "-", given.source != .option else {
                return (header, given.source)
            }
            return (.file(path: absolutePath(path, from: given.source)), given.source)
        }
    }

    /// The bearer token of the environment. If the environment names a catalog too, the token belongs to its origin.
    func token() throws(UsageError) -> HeaderFields.Field? {
        guard let token = environment[.token], !hasCatalogWord else { return nil }
        guard let field = HeaderSource.bearer(token) else {
            throw .badVariable(.token, "holds a control character, which no header field may")
        }
        guard let name = environment[.catalog] else { return field }
        let own = settings.section(named: name).map { location(of: $0) } ?? name
        guard let origin = origin(of: own),
            origin == self.origin(of: value(of: Options.catalog.row)?.text)
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
            // The caller that reads the catalog reports it.
            return nil
        }
    }

    /// The words that name suppliers (``SupplierMatches``): an empty one would match every supplier.
    func supplierWords() throws(UsageError) -> [String] {
        guard words.allSatisfy({ !$0.trimmed.isEmpty }) else { throw command.misuse("the id is empty") }
        return words
    }
}
