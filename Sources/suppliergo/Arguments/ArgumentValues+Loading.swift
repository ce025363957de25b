import SupplierGoKit

extension ArgumentValues {
    /// What every command that reads a catalog is told.
    func loadingArguments() throws(ArgumentError) -> LoadingArguments {
        guard !words.has(.offline) || !words.has(.refresh) else {
            throw .contradiction(.offline, .refresh, command: command)
        }
        var loader = SupplierLoader.Configuration()
        loader.isOffline = words.has(.offline)
        loader.isRefreshing = words.has(.refresh)
        loader.isStrict = words.has(.strict)
        loader.pageLimit = try count(.pageLimit) ?? loader.pageLimit
        loader.avatarByteLimit = try byteCount(.avatarByteLimit) ?? loader.avatarByteLimit
        loader.allowsPrivateHosts = words.has(.allowPrivateHosts)
        var dataLoader = DataLoader.Configuration()
        dataLoader.concurrency = try count(.concurrency) ?? dataLoader.concurrency
        loader.avatarsInFlight = max(loader.avatarsInFlight, 2 * dataLoader.concurrency)
        dataLoader.connectionsPerHost = try count(.connectionsPerHost) ?? dataLoader.connectionsPerHost
        dataLoader.idleTimeout = try duration(.timeout) ?? dataLoader.idleTimeout
        dataLoader.retryLimit = try count(.retries, from: 0) ?? dataLoader.retryLimit
        // Of the variables curl's own comes first, as in curl.
        let authorities =
            words[.certificateAuthorityFile] ?? surroundings[.curlCertificateFile] ?? surroundings[.certificateFile]
        dataLoader.certificateAuthorityFile = authorities.map(surroundings.absolutePath)
        dataLoader.verifiesCertificates = !words.has(.insecure)
        dataLoader.proxy = words[.proxy]
        return LoadingArguments(
            location: try location(), loader: loader, dataLoader: dataLoader, headers: try headers(),
            token: try token())
    }

    private func location() throws(ArgumentError) -> CatalogLocation {
        if let text = words[.catalog] {
            do {
                return try CatalogLocation(text, relativeTo: surroundings.directory)
            } catch {
                throw .badCatalog(error, command: command)
            }
        }
        guard let text = surroundings[.catalog] else { throw .missingCatalog(command: command) }
        do {
            return try CatalogLocation(text, relativeTo: surroundings.directory)
        } catch {
            throw .badVariable(.catalog, reason: "is unusable: \(error.description)")
        }
    }

    private func headers() throws(ArgumentError) -> [HeaderSource] {
        var headers: [HeaderSource] = []
        for given in words.options where given.option == .header {
            guard let text = given.value, let header = HeaderSource(text) else { throw .badHeader(command: command) }
            headers.append(header)
        }
        return headers
    }

    private func token() throws(ArgumentError) -> HTTPFields.Field? {
        guard let token = surroundings[.token] else { return nil }
        guard let field = HTTPFields.Field(name: "Authorization", value: "Bearer " + token) else {
            throw .badVariable(.token, reason: "holds a control character, which no header field may")
        }
        return field
    }
}
