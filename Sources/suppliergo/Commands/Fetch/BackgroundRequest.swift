import SupplierGoKit

/// The request to a background process, apart from the suppliers.
///
/// It holds secrets, such as header fields. So it travels in the environment, which only the user can read, and not in
/// the command line, which everyone can.
struct BackgroundRequest: Codable, Sendable, Hashable {
    /// The environment variable that it travels in.
    static let variable = "SUPPLIERGO_BACKGROUND_REQUEST"

    /// Where the catalog was read from: endpoints are resolved against it.
    let catalog: CatalogLocation

    private let isRefreshing: Bool
    private let allowsPrivateHosts: Bool
    private let fillsStore: Bool
    private let avatarByteLimit: Int
    private let avatarsInFlight: Int

    /// Pairs of names and values.
    private let originFields: [[String]]

    private let concurrency: Int
    private let connectionsPerHost: Int
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
        self.catalog = catalog
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
