import SupplierGoKit

/// The object store that `cache info`, `verify` or `prune` looks after instead of the cache.
struct MaintainedStore: Sendable {
    /// The options that only a store needs.
    static let options = [Options.maintainedStore.row] + Options.transfers

    private let address: String
    private let dataLoader: DataLoader.Configuration
    private let insecureSource: String?

    /// Reads where the store is; `nil` where the cache is meant.
    init?(_ arguments: Arguments) throws(UsageError) {
        guard let address = try arguments.storeAddress(Options.maintainedStore) else { return nil }
        self.address = address
        dataLoader = try arguments.dataLoaderConfiguration()
        insecureSource = arguments.insecureSource
    }

    /// Does some work with the store's avatars, and returns when its transfers have ended.
    ///
    /// - Throws: ``ObjectStoreLocationError``, and whatever `body` does.
    func use<Value>(on console: Console, _ body: (AvatarStore) async throws -> Value) async throws -> Value {
        console.warnOfInsecurity(insecureSource)
        let dataLoader = DataLoader(configuration: dataLoader)
        do {
            let value = try await body(AvatarStore(at: address, in: console.environment, by: dataLoader))
            await dataLoader.shutdown()
            return value
        } catch {
            await dataLoader.shutdown()
            throw error
        }
    }
}

extension AvatarStore {
    /// Creates the avatars of the store at an address, with the credentials that the environment leads to.
    ///
    /// - Parameter shard: the part of the avatars that will be asked for. Default `nil`, for all.
    /// - Throws: ``ObjectStoreLocationError``.
    convenience init(
        at address: String, of shard: Shard? = nil, in environment: Environment, by dataLoader: DataLoader
    ) async throws {
        let location = try await ObjectStoreLocation(address, environment: environment.variables)
        self.init(ObjectStore(at: location, dataLoader: dataLoader), shard: shard)
    }
}
