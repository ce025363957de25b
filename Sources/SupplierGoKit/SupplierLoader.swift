import FoundationEssentials

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

        /// Whether servers are asked even about what is fresh, and about what they said is gone; a failure then leaves what the
        /// cache has. Default `false`.
        public var isRefreshing = false

        /// Whether one bad record ends the catalog with ``CatalogFault/badRecord(_:)``. Default `false`.
        public var isStrict = false

        /// The most pages that a catalog may have, at least 1. Default 10,000.
        public var pageLimit = 10_000

        /// Header fields for the catalog's own origin only, never for another. Default none.
        public var originFields = HTTPFields()

        /// Whether a catalog from a public address may name avatars on addresses that are not
        /// (``DataRequest/Reach/publicOnly``). Default `false`.
        public var allowsPrivateHosts = false

        /// The most bytes an avatar may have. Default 10,485,760.
        public var avatarByteLimit = 10_485_760

        /// How many avatars are looked after at once: waiting for their transfer, in transfer, or being stored; at least
        /// 1. Default 128, so that a loader of 64 transfers at once is never short of work.
        public var avatarsInFlight = 128

        /// How long another one that is asking for the catalog is waited for: it may be held up by its own reader.
        var turnPatience = Duration.seconds(3)

        /// Creates the default configuration.
        public init() {}
    }

    /// Where the catalog is.
    public let location: CatalogLocation

    /// How to load.
    public let configuration: Configuration

    /// The catalog's origin, for one at a URL.
    let origin: Origin?

    /// The header fields for a request: the configuration's at the catalog's own origin, none at another.
    func originFields(for url: @autoclosure () -> URL) -> HTTPFields {
        let fields = configuration.originFields
        guard !fields.isEmpty, let origin, Origin(url()) == origin else { return HTTPFields() }
        return fields
    }

    /// Where avatars may be loaded from, as far as is known of where the catalog came from: one that is local, or that was
    /// read from addresses that are not public, may name avatars anywhere.
    public var avatarReach: DataRequest.Reach {
        guard !configuration.allowsPrivateHosts, case .remote(let url) = location else { return .anywhere }
        return provenance.isInner(at: url) ? .anywhere : .publicOnly
    }

    let dataLoader: any DataLoading

    /// Where the catalog came from.
    let provenance = CatalogProvenance()
    private(set) var cache: (any DataCaching)?

    /// The same loader without its cache: what it loads is looked for and kept nowhere.
    public var uncached: SupplierLoader {
        var loader = self
        loader.cache = nil
        return loader
    }

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - location: where the catalog is.
    ///   - configuration: how to load.
    ///   - dataLoader: what loads the catalog and the avatars.
    ///   - cache: what keeps avatars and the catalog's last good body, by the rules of RFC 9111; `nil` for nothing.
    public init(
        location: CatalogLocation, configuration: Configuration = Configuration(), dataLoader: any DataLoading,
        cache: (any DataCaching)?
    ) {
        self.location = location
        if case .remote(let url) = location { origin = Origin(url) } else { origin = nil }
        self.configuration = configuration
        self.dataLoader = dataLoader
        self.cache = cache
    }
}
