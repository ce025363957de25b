import SupplierGoKit

extension ArgumentValues {
    /// What every command that reads a catalog is told.
    func loadingArguments() throws(ArgumentError) -> LoadingArguments {
        let mode = try networkMode()
        var loader = SupplierLoader.Configuration()
        loader.isOffline = mode == .offline
        loader.isRefreshing = mode == .refresh
        loader.isStrict = has(.strict)
        loader.pageLimit = try count(.pageLimit) ?? loader.pageLimit
        loader.avatarByteLimit = try byteCount(.avatarByteLimit) ?? loader.avatarByteLimit
        loader.allowsPrivateHosts = has(.allowPrivateHosts)
        var dataLoader = DataLoader.Configuration()
        dataLoader.concurrency = try count(.concurrency) ?? dataLoader.concurrency
        loader.avatarsInFlight = max(loader.avatarsInFlight, 2 * dataLoader.concurrency)
        dataLoader.connectionsPerHost = try count(.connectionsPerHost) ?? dataLoader.connectionsPerHost
        dataLoader.idleTimeout = try duration(.timeout) ?? dataLoader.idleTimeout
        dataLoader.retryLimit = try count(.retries, from: 0) ?? dataLoader.retryLimit
        dataLoader.certificateAuthorityFile = try path(.certificateAuthorityFile)
        let insecureSource = prevailing([.insecure])?.given.source
        dataLoader.verifiesCertificates = insecureSource == nil
        dataLoader.proxy = text(.proxy)
        return LoadingArguments(
            location: try location(), loader: loader, dataLoader: dataLoader, insecureSource: insecureSource,
            headers: try headers(), settingHeaders: try settingHeaders(), token: try token(), suggestion: suggestion)
    }

    /// Which of `--offline` and `--refresh` counts: that of the source that goes first.
    private func networkMode() throws(ArgumentError) -> Option? {
        let rivals: [Option] = [.offline, .refresh]
        guard let (option, given) = prevailing(rivals) else { return nil }
        let others = rivals.filter { $0 != option && prevailing([$0])?.given.source.rank == given.source.rank }
        guard !others.isEmpty else { return option }
        guard case .setting(let place) = given.source else {
            throw .contradiction(.offline, .refresh, command: command)
        }
        throw .badSetting(place, reason: "'offline' and 'refresh' exclude each other", nearest: nil)
    }

    /// Where the catalog is.
    func location() throws(ArgumentError) -> CatalogLocation {
        guard let given = given(.catalog) else {
            guard let section else { throw .missingCatalog(command: command) }
            throw .badSetting(
                section.place,
                reason: "the catalog '\(section.name)' has no location: give it a line 'catalog = LOCATION'",
                nearest: nil)
        }
        do {
            return try CatalogLocation(located(given), relativeTo: surroundings.directory)
        } catch {
            switch given.source {
            case .option: throw .badCatalog(error, command: command)
            case .variable(let variable): throw .badVariable(variable, reason: "is unusable: \(error.description)")
            case .setting(let place): throw .badSetting(place, reason: error.description, nearest: nil)
            }
        }
    }

    /// A catalog's location, with a path of the settings file made absolute.
    func located(_ given: GivenValue) -> String {
        guard case .setting = given.source, !given.text.isEmpty, given.text != "-", !given.text.contains("://") else {
            return given.text
        }
        return absolutePath(given.text, from: given.source)
    }

    /// What was most likely meant, in case the catalog's file does not exist: a named catalog, or a URL.
    private var suggestion: String? {
        guard section == nil, let text = text(.catalog) else { return nil }
        if Settings.isCatalogName(text), let name = NearestWord.to(text, among: settings.sections.map(\.name)) {
            return "the catalog '\(name)' of the settings file"
        }
        return CatalogLocation.addressMeant(by: text).map { "'\($0)'" }
    }

    private func headers() throws(ArgumentError) -> [HeaderSource] {
        guard let row = OptionDescription.of(.header, takenBy: command) else { return [] }
        var headers: [HeaderSource] = []
        for given in called(row) {
            guard let header = HeaderSource(given.text) else { throw .badHeader(command: command) }
            headers.append(header)
        }
        return headers
    }

    /// The header fields of the settings file.
    ///
    /// They belong to the catalog of their own part of the file: whoever names another catalog, in any other place, must
    /// not send it what may be a secret.
    func settingHeaders() throws(ArgumentError) -> [HeaderSource] {
        guard case .setting(let catalog)? = given(.catalog)?.source,
            let row = OptionDescription.of(.header, takenBy: command)
        else { return [] }
        var headers: [HeaderSource] = []
        for given in set(in: catalog.section, row) {
            guard let header = HeaderSource(given.text) else { throw .badHeader(command: command) }
            if case .file(let path) = header, path != "-" {
                headers.append(.file(path: absolutePath(path, from: given.source)))
            } else {
                headers.append(header)
            }
        }
        return headers
    }

    /// The bearer token of the environment.
    func token() throws(ArgumentError) -> HTTPFields.Field? {
        guard let token = surroundings[.token] else { return nil }
        guard let field = HTTPFields.Field(name: "Authorization", value: "Bearer " + token) else {
            throw .badVariable(.token, reason: "holds a control character, which no header field may")
        }
        return field
    }
}
