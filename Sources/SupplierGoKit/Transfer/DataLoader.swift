/// Loads over HTTP with libcurl, and from files.
public struct DataLoader: DataLoading {
    /// How to load.
    public struct Configuration: Sendable, Hashable {
        /// How many transfers are in flight at once. Default 64.
        public var concurrency = 64

        /// How many connections there are to one host at once. Default 16.
        public var connectionsPerHost = 16

        /// A transfer ends when no byte arrives for this long, connecting included. Default 30 seconds.
        public var idleTimeout: Duration = .seconds(30)

        /// A PEM file of certificate authorities instead of the system's (`CURLOPT_CAINFO`). Default `nil`.
        public var certificateAuthorityFile: String?

        /// Whether servers' certificates are verified. Default `true`.
        public var verifiesCertificates = true

        /// A proxy's URL (`CURLOPT_PROXY`); `nil` for what `http_proxy`, `https_proxy` and `no_proxy` say.
        public var proxy: String?

        /// Creates the default configuration.
        public init() {}
    }

    /// Creates a loader.
    public init(configuration: Configuration = Configuration()) {}

    /// Starts loading, and returns with the header section.
    public func stream(for request: DataRequest) async throws -> DataStream {
        throw DataLoadError.loaderIsShutDown
    }

    /// Ends all transfers and the loader's thread, and returns when they are gone; later requests throw
    /// ``DataLoadError/loaderIsShutDown``.
    public func shutdown() async {}
}
