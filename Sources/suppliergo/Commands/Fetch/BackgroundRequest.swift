import FoundationEssentials
import SupplierGoKit

/// What `list --avatars detach` tells the process that it leaves the avatars to, but for the suppliers.
///
/// It holds secrets, such as header fields, and so travels in the environment, which only the user can read, and not in
/// the command line, which everybody can.
struct BackgroundRequest: Codable, Sendable, Hashable {
    /// The environment variable that it travels in.
    static let variable = "SUPPLIERGO_BACKGROUND_REQUEST"

    private enum Location: Codable, Hashable {
        case remote(URL)
        case file(path: String)
        case standardInput
    }

    private struct Field: Codable, Hashable {
        let name: String
        let value: String
    }

    private let catalog: Location
    private let originFields: [Field]
    private let isRefreshing: Bool
    private let allowsPrivateHosts: Bool
    private let avatarByteLimit: Int
    private let concurrency: Int
    private let connectionsPerHost: Int
    private let idleMilliseconds: Int64
    private let retryLimit: Int
    private let certificateAuthorityFile: String?
    private let verifiesCertificates: Bool
    private let proxy: String?

    /// The absolute path of the cache's directory.
    let cacheDirectory: String

    /// How many bytes the cache's entries may have together.
    let cacheByteLimit: Int

    /// Asks for the avatars of a loader's catalog.
    init(loader: SupplierLoader, dataLoader: DataLoader.Configuration, cache: DiskCache) {
        catalog =
            switch loader.location {
            case .remote(let url): .remote(url)
            case .file(let path): .file(path: path)
            case .standardInput: .standardInput
            }
        originFields = loader.configuration.originFields.fields.map { Field(name: $0.name, value: $0.value) }
        isRefreshing = loader.configuration.isRefreshing
        allowsPrivateHosts = loader.avatarReach == .anywhere
        avatarByteLimit = loader.configuration.avatarByteLimit
        concurrency = dataLoader.concurrency
        connectionsPerHost = dataLoader.connectionsPerHost
        idleMilliseconds = Int64(dataLoader.idleTimeout / .milliseconds(1))
        retryLimit = dataLoader.retryLimit
        certificateAuthorityFile = dataLoader.certificateAuthorityFile
        verifiesCertificates = dataLoader.verifiesCertificates
        proxy = dataLoader.proxy
        cacheDirectory = cache.directory
        cacheByteLimit = cache.byteLimit
    }

    /// Where the catalog was read from: endpoints are resolved against it.
    var location: CatalogLocation {
        switch catalog {
        case .remote(let url): .remote(url)
        case .file(let path): .file(path: path)
        case .standardInput: .standardInput
        }
    }

    /// How avatars are loaded.
    var loaderConfiguration: SupplierLoader.Configuration {
        var configuration = SupplierLoader.Configuration()
        configuration.originFields = HTTPFields(
            originFields.compactMap { HTTPFields.Field(name: $0.name, value: $0.value) })
        configuration.isRefreshing = isRefreshing
        configuration.allowsPrivateHosts = allowsPrivateHosts
        configuration.avatarByteLimit = avatarByteLimit
        configuration.avatarsInFlight = max(configuration.avatarsInFlight, 2 * concurrency)
        return configuration
    }

    /// How transfers go.
    var dataLoaderConfiguration: DataLoader.Configuration {
        var configuration = DataLoader.Configuration()
        configuration.concurrency = concurrency
        configuration.connectionsPerHost = connectionsPerHost
        configuration.idleTimeout = .milliseconds(idleMilliseconds)
        configuration.retryLimit = retryLimit
        configuration.certificateAuthorityFile = certificateAuthorityFile
        configuration.verifiesCertificates = verifiesCertificates
        configuration.proxy = proxy
        return configuration
    }
}
