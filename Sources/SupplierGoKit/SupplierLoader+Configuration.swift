extension SupplierLoader {
    /// The options of a loader.
    public struct Configuration: Sendable, Hashable {
        /// The network is never touched: snapshots and cached avatars only. Default `false`.
        public var isOffline = false

        /// Servers are asked even about what is fresh, about what they said is gone, and before the end of a wait, and
        /// a catalog that has become empty is accepted. A catalog that cannot be had is an error: its snapshot is read
        /// only if the server says that it is unchanged. A failure leaves the cache as it is. Default `false`.
        ///
        /// Without it a host is not asked again, in later runs either, before the end of the wait that it asked for
        /// (`Retry-After` with status 429 or 503, at most a day), nor an avatar requested within ten minutes after its
        /// server accepted a connection and then sent nothing until the timeout
        /// (``DataLoadError/Reason/suspended(until:after:)``). The cache keeps these waits. With it, those that were
        /// noted before the loader was created do not count.
        public var isRefreshing = false

        /// Waits of hosts do not count if they were noted before this date. Default: all count.
        package var waitsSince = Date.distantPast

        /// Avatars that were found to be gone before this date are asked for again. Default: none is.
        package var failuresSince = Date.distantPast

        /// A catalog that fails is an error, although there is a snapshot. Default `false`.
        package var refusesStandIns = false

        /// A catalog that fails or has become empty is replaced by its snapshot in spite of ``isRefreshing``.
        var keepsSuppliers = false

        /// The catalog is wanted as it is now.
        var insists: Bool { isRefreshing && !keepsSuppliers }

        /// A snapshot is read in place of a catalog that fails.
        var allowsStandIns: Bool { !insists && !refusesStandIns }

        /// One bad record ends the catalog with ``CatalogError/badRecord(_:)``. Default `false`.
        public var isStrict = false

        /// The places of the catalog's parts. Default: those of catalogs in our own names.
        public var shape = CatalogShape.plain

        /// The most pages that a catalog may have, at least 1. Default 10,000.
        public var pageLimit = 10_000

        /// Header fields for the catalog's own origin only, never for another. Default none.
        public var originFields = HeaderFields()

        /// A catalog from a public address may name avatars on addresses that are not
        /// (``DataRequest/Reach/publicOnly``). Default `false`.
        public var allowsPrivateHosts = false

        /// The addresses that avatars may be loaded from, as another process has found out. Default `nil`: those
        /// that the catalog came from decide.
        package var avatarReach: DataRequest.Reach?

        /// The most bytes an avatar may have. Default 10,485,760.
        public var avatarByteLimit = 10_485_760

        /// The number of avatars that may be ahead of the reader of an ``AvatarStream``: in flight, or delivered and
        /// not yet read; at least 1. Default 256, twice as many as a loader has transfers at once: others start while
        /// the files of those that have come are written.
        public var avatarsInFlight = 256 {
            didSet { precondition(avatarsInFlight > 0, "at least one avatar is in flight") }
        }

        /// The longest wait for another reading that is loading the catalog.
        var catalogClaimTimeout = Duration.seconds(3)

        /// The longest that a reader may let a batch wait before another reading may load the catalog too.
        var readerRestLimit = Duration.milliseconds(100)

        /// The time that a file must not have changed before an index of it is kept: a change within the file system's
        /// resolution of times would not show.
        var fileSettlingTime = Duration.seconds(2)

        /// The longest wait for an avatar that another process is downloading, since that process may have been
        /// stopped.
        var avatarClaimTimeout = Duration.seconds(60)

        /// Creates the default configuration.
        public init() {}
    }
}
