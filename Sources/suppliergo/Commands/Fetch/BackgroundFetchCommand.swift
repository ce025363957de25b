import FoundationEssentials
import SupplierGoFleet
import SupplierGoKit

/// Loads the avatars of the suppliers on standard input into the cache; started by `list --avatars detach`.
///
/// It has no terminal, so it says nothing.
struct BackgroundFetchCommand: Command {
    static let description = CommandDescription(
        name: "background-fetch", overview: "Load the avatars of the suppliers on standard input.", isHidden: true,
        readsSettings: false)

    private let request: String

    /// Takes the request from the environment; without one there is no such command.
    init(_ arguments: Arguments) throws(UsageError) {
        guard let text = arguments.environment.variables[BackgroundRequest.variable] else {
            throw UsageError("unknown command '\(Self.description.name)'", see: .program)
        }
        request = text
    }

    /// Reads the suppliers to the end, so that the other process can exit, then loads their avatars.
    func run(on console: Console) async throws -> ExitStatus {
        let request = try JSONDecoder().decode(BackgroundRequest.self, from: Data(request.utf8))
        return try await DataLoader.with(request.dataLoader) { dataLoader in
            let cache = DiskCache(directory: request.cacheDirectory, byteLimit: request.cacheByteLimit)
            let listed = SupplierLoader(location: .standardInput, dataLoader: dataLoader, cache: nil)
            var suppliers: [Supplier] = []
            for try await batch in listed.suppliers() { suppliers += batch.suppliers }
            var loader = SupplierLoader(
                location: try request.catalog, configuration: request.loader, dataLoader: dataLoader, cache: cache)
            if let store = request.store {
                do {
                    loader.store = try await AvatarStore(at: store, in: console.environment, by: dataLoader)
                } catch ObjectStoreLocation.Error.noCredentials {
                    // The list has said so: the avatars' servers are asked.
                }
            }
            for await outcome in loader.avatars(for: suppliers, delivering: .files) {
                if let error = outcome.result.cacheFailure { throw error }
            }
            return .done
        }
    }
}

extension Session {
    /// Leaves suppliers' avatars to a background process, unless one already runs for the same catalog and cache, or all
    /// of them are fresh in the cache.
    ///
    /// That process inherits the lock that keeps a second one from starting, and so holds it for as long as it lives.
    ///
    /// - Parameter isAskedFor: whether the user is told that another process is fetching them.
    func leaveAvatars(of suppliers: [Supplier], isAskedFor: Bool) async throws {
        guard !loader.configuration.isOffline else { return }
        let suppliers = try await withoutFreshAvatars(suppliers)
        guard !suppliers.isEmpty else { return }
        guard let lock = try ProcessLock.acquire(named: lockName, in: cache) else {
            if isAskedFor { console.note("a background process is already fetching the avatars") }
            return
        }
        var environment = console.environment.variables
        environment[EnvironmentVariable.token.rawValue] = nil
        environment[BackgroundRequest.variable] = String(
            decoding: try JSONEncoder().encode(backgroundRequest), as: UTF8.self)
        var formatter = RecordFormatter(.ndjson, catalog: .standardInput, isForTerminal: false)
        var records: [UInt8] = []
        for supplier in suppliers {
            formatter.append(ListedSupplier(supplier: supplier, avatar: nil), into: &records)
        }
        // The lock's descriptor must stay open here until that process has its own.
        defer { withExtendedLifetime(lock) {} }
        do throws(SystemFailure) {
            try Program.startDetached(
                arguments: [BackgroundFetchCommand.description.name], environment: environment, input: records,
                keeping: lock.fileDescriptor)
        } catch {
            let reason = FileError.text(of: error.errorNumber)
            console.warn("the avatars are not fetched: this process could not \(error.operation): \(reason)")
        }
    }

    /// The suppliers whose avatars have to be fetched or revalidated.
    private func withoutFreshAvatars(_ suppliers: [Supplier]) async throws -> [Supplier] {
        // A file that an edit names needs no fetching, and only this process may read it.
        let suppliers = suppliers.filter { supplier in
            guard let avatar = supplier.avatar else { return false }
            return !supplier.editedFields.contains(.avatar) || !avatar.endpoint.hasPrefix("file:")
        }
        guard !loader.configuration.isRefreshing else { return suppliers }
        let entries = try await loader.cachedAvatars(for: suppliers)
        return zip(suppliers, entries).compactMap { supplier, entry in
            let isFresh = entry.map { Freshness(of: $0, assuming: .avatars).isFresh(at: .now) } ?? false
            return isFresh ? nil : supplier
        }
    }

    /// All settings of this session; the other process cannot know the address of the catalog's server.
    private var backgroundRequest: BackgroundRequest {
        var configuration = loader.configuration
        configuration.allowsPrivateHosts = loader.avatarReach == .anywhere
        return BackgroundRequest(
            catalog: loader.location, loader: configuration, dataLoader: options.dataLoader,
            cacheDirectory: cache.directory, cacheByteLimit: cache.byteLimit, store: options.store)
    }

    /// The lock's name: one for each catalog, since the cache's directory holds the lock.
    private var lockName: String {
        switch loader.location {
        case .remote(let url): "avatars " + url.absoluteString
        case .file(let path): "avatars " + path
        case .command(let name): "avatars command:" + name
        case .standardInput: "avatars -"
        }
    }
}

/// The request to a background process, apart from the suppliers.
///
/// It holds secrets, such as header fields. So it travels in the environment, which only the user can read, and not in
/// the command line, which everyone can.
struct BackgroundRequest: Codable, Sendable, Hashable {
    /// The environment variable that it travels in.
    static let variable = "SUPPLIERGO_BACKGROUND_REQUEST"

    /// The catalog's location as text: endpoints are resolved against it.
    private let location: String

    private let isRefreshing: Bool
    private let allowsPrivateHosts: Bool
    private let fillsStore: Bool
    private let avatarByteLimit: Int
    private let avatarsInFlight: Int

    /// Pairs of names and values.
    private let originFields: [[String]]

    private let concurrency: Int
    private let connectionsPerHost: Int?
    private let idleTimeout: Duration
    private let retryLimit: Int
    private let certificateAuthorityFile: String?
    private let verifiesCertificates: Bool
    private let proxy: String?

    /// The absolute path of the cache's directory.
    let cacheDirectory: String

    /// The most bytes of all entries of the cache.
    let cacheByteLimit: Int

    /// The object store behind the cache, as `s3://BUCKET/PREFIX`; `nil` for none. Its credentials are in the environment.
    let store: String?

    init(
        catalog: CatalogLocation, loader: SupplierLoader.Configuration, dataLoader: DataLoader.Configuration,
        cacheDirectory: String, cacheByteLimit: Int, store: String?
    ) {
        location =
            switch catalog {
            case .remote(let url): url.absoluteString
            case .file(let path): URL(filePath: path, directoryHint: .notDirectory).absoluteString
            case .standardInput, .command: "-"
            }
        isRefreshing = loader.isRefreshing
        allowsPrivateHosts = loader.allowsPrivateHosts
        fillsStore = loader.fillsStore
        avatarByteLimit = loader.avatarByteLimit
        avatarsInFlight = loader.avatarsInFlight
        originFields = loader.originFields.fields.map { [$0.name, $0.value] }
        concurrency = dataLoader.concurrency
        connectionsPerHost = dataLoader.connectionsPerHost
        idleTimeout = dataLoader.idleTimeout
        retryLimit = dataLoader.retryLimit
        certificateAuthorityFile = dataLoader.certificateAuthorityFile
        verifiesCertificates = dataLoader.verifiesCertificates
        proxy = dataLoader.proxy
        self.cacheDirectory = cacheDirectory
        self.cacheByteLimit = cacheByteLimit
        self.store = store
    }

    /// Where the catalog was read from.
    var catalog: CatalogLocation {
        get throws(CatalogLocation.ParseError) { try CatalogLocation(location, relativeTo: "/") }
    }

    /// The options for avatars.
    var loader: SupplierLoader.Configuration {
        var loader = SupplierLoader.Configuration()
        loader.isRefreshing = isRefreshing
        loader.allowsPrivateHosts = allowsPrivateHosts
        loader.fillsStore = fillsStore
        loader.avatarByteLimit = avatarByteLimit
        loader.avatarsInFlight = avatarsInFlight
        loader.originFields = HTTPFields(
            originFields.compactMap { $0.count == 2 ? HTTPFields.Field(name: $0[0], value: $0[1]) : nil })
        return loader
    }

    /// The options for transfers.
    var dataLoader: DataLoader.Configuration {
        var dataLoader = DataLoader.Configuration()
        dataLoader.concurrency = concurrency
        dataLoader.connectionsPerHost = connectionsPerHost
        dataLoader.idleTimeout = idleTimeout
        dataLoader.retryLimit = retryLimit
        dataLoader.certificateAuthorityFile = certificateAuthorityFile
        dataLoader.verifiesCertificates = verifiesCertificates
        dataLoader.proxy = proxy
        return dataLoader
    }
}
