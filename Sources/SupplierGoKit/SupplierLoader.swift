/// Loads a catalog's suppliers and, apart from them, their avatars.
///
/// ```swift
/// let dataLoader = DataLoader()
/// let loader = SupplierLoader(location: location, dataLoader: dataLoader, cache: nil)
/// for try await batch in loader.suppliers() {
///     for supplier in batch.suppliers { print(supplier.fullname) }
/// }
/// await dataLoader.shutdown()
/// ```
public struct SupplierLoader: Sendable {
    /// How to load.
    public struct Configuration: Sendable {
        /// Whether the network is never touched: snapshots and cached avatars only. Default `false`.
        public var isOffline = false

        /// Whether avatars are asked for even where the cache has them. Default `false`.
        public var isRefreshing = false

        /// Whether one bad record ends the catalog with ``CatalogFault/badRecord(_:)``. Default `false`.
        public var isStrict = false

        /// Header fields for the catalog's own origin only, never for another. Default none.
        public var originFields = HTTPFields()

        /// The most bytes an avatar may have. Default 10,485,760.
        public var avatarByteLimit = 10_485_760

        /// How many avatars are on their way at once. Default 64.
        public var avatarsInFlight = 64

        /// Creates the default configuration.
        public init() {}
    }

    /// Where the catalog is.
    public let location: CatalogLocation

    /// How to load.
    public let configuration: Configuration

    let dataLoader: any DataLoading
    let cache: (any DataCaching)?

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - location: where the catalog is.
    ///   - configuration: how to load.
    ///   - dataLoader: what loads the catalog and the avatars.
    ///   - cache: what keeps avatars and the catalog's last good body; `nil` for nothing.
    public init(
        location: CatalogLocation, configuration: Configuration = Configuration(), dataLoader: any DataLoading,
        cache: (any DataCaching)?
    ) {
        self.location = location
        self.configuration = configuration
        self.dataLoader = dataLoader
        self.cache = cache
    }

    /// Streams the catalog's suppliers as its bytes arrive; nothing waits for an avatar.
    ///
    /// There is at least one batch, even of an empty catalog. The stream throws ``CatalogError``, after what was good
    /// has been delivered, or `CancellationError`.
    public func suppliers() -> SupplierStream {
        SupplierStream(pulling: { nil })
    }

    /// Streams what became of each supplier's avatar, as each comes in: one outcome per supplier, one transfer per
    /// distinct URL.
    ///
    /// A failure is an outcome, never an error. The order is that of arrival. Cancelling the task that reads, or
    /// dropping the stream, ends what is on its way.
    public func avatars(for suppliers: [Supplier], delivering delivery: AvatarDelivery = .bytes) -> AvatarStream {
        AvatarStream(pulling: { nil })
    }

    /// What the cache holds of each supplier's avatar, in the suppliers' order, without asking any server: the entry,
    /// or `nil` where there is none, or no avatar.
    ///
    /// - Throws: ``CacheError``, where the cache cannot be read at all.
    public func cachedAvatars(for suppliers: [Supplier]) async throws -> [CacheEntry?] {
        suppliers.map { _ in nil }
    }
}

/// Suppliers in batches, as the catalog arrives.
public struct SupplierStream: AsyncSequence, Sendable {
    /// Some suppliers.
    public typealias Element = SupplierBatch

    private let pull: @Sendable () async throws -> SupplierBatch?

    init(pulling pull: @escaping @Sendable () async throws -> SupplierBatch?) {
        self.pull = pull
    }

    /// Creates the stream's iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(pull: pull) }

    /// Pulls the batches one by one.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let pull: @Sendable () async throws -> SupplierBatch?

        /// The next batch, or `nil` at the end.
        public mutating func next() async throws -> SupplierBatch? { try await pull() }
    }
}

/// Avatars' outcomes, as they come in.
public struct AvatarStream: AsyncSequence, Sendable {
    /// One supplier's outcome.
    public typealias Element = AvatarOutcome

    private let pull: @Sendable () async -> AvatarOutcome?

    init(pulling pull: @escaping @Sendable () async -> AvatarOutcome?) {
        self.pull = pull
    }

    /// Creates the stream's iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(pull: pull) }

    /// Takes the outcomes one by one.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let pull: @Sendable () async -> AvatarOutcome?

        /// The next outcome, or `nil` at the end.
        public mutating func next() async -> AvatarOutcome? { await pull() }
    }
}
