extension DataLoader {
    /// A loader's options.
    public struct Configuration: Sendable, Hashable {
        /// The most transfers in flight at once, at least 1, and no more than the process has descriptors for. Default
        /// 128.
        public var concurrency = 128

        /// The most connections to one host at once, at least 1. Default `nil`, for a number that begins with 16,
        /// doubles up to 64 while transfers wait, and is halved after an error or a status such as 429. After the first
        /// of those it grows no more.
        public var connectionsPerHost: Int?

        /// A transfer ends when no byte arrives for this long, connecting included. Default 30 seconds.
        public var idleTimeout: Duration = .seconds(30)

        /// The most retries of a request that may succeed another time, at least 0. Default 3.
        ///
        /// A server that asks for a wait (`Retry-After`) of up to 5 minutes gets no request from the loader until then.
        public var retryLimit: Int {
            get { retryPolicy.limit }
            set { retryPolicy.limit = newValue }
        }

        /// A transfer ends when its whole body takes longer than this, from its start, with all its retries and waits.
        /// For a stream it holds up to the head, since its reader has the say after that. Default 10 minutes.
        public var timeLimit: Duration = .seconds(600)

        /// A PEM file of certificate authorities instead of the system's (`CURLOPT_CAINFO`). Default `nil`.
        public var certificateAuthorityFile: String?

        /// Servers' certificates are verified. Default `true`.
        public var verifiesCertificates = true

        /// A proxy's URL (`CURLOPT_PROXY`). Default `nil`, for the variables `http_proxy`, `https_proxy` and
        /// `no_proxy`.
        public var proxy: String?

        /// The `User-Agent` of each request (`CURLOPT_USERAGENT`); empty for none. Default the kit's name and version.
        public var userAgent = DataLoader.userAgent

        /// A directory for the bodies of more than 1 MiB if the system's one for temporary files cannot be written,
        /// such as the cache's. Default `nil`: they then stay in memory, and at most 8 transfers run at once.
        public var temporaryDirectory: String?

        /// Addresses of hosts, by `HOST:PORT`, that no name server is asked for (`CURLOPT_RESOLVE`). Default none.
        public var hostAddresses: [String: String] = [:]

        var retryPolicy = RetryPolicy()

        /// Creates the default configuration.
        public init() {}
    }
}

// MARK: - The most transfers at once

extension DataLoader {
    /// The most transfers at once that there are descriptors for, at least one. Every loader keeps to it.
    ///
    /// A transfer needs up to three: to look up a host's name, or for its connection, its body's file, and the file of
    /// a body that is complete and waits for its caller. The rest of the process needs fifteen, and two for each thread
    /// that works with files.
    static func transferLimit(
        descriptorLimit: Int = FileSystem.descriptorLimit,
        processorCount: Int = ProcessInfo.processInfo.activeProcessorCount
    ) -> Int {
        max(1, (descriptorLimit - 15 - max(2, processorCount)) / 3)
    }

    /// The most transfers at once whose bodies stay in memory however large they are.
    static let memoryTransferLimit = 8
}

extension DataLoader.Configuration {
    /// Finds the most transfers at once that there are descriptors for, and memory if there can be no files for large
    /// bodies. It makes such a file to see.
    func findTransferLimit() -> Int {
        let hasFiles = TemporaryFiles.makeUnnamed(orIn: temporaryDirectory) != nil
        return min(DataLoader.transferLimit(), hasFiles ? .max : DataLoader.memoryTransferLimit)
    }

    #if Curl
    /// The most connections that libcurl may have to one host.
    var connectionLimit: Int { connectionsPerHost ?? Host.adaptiveLimits.upperBound }
    #endif
}

extension DataLoader.Configuration: Redacted {
    /// The limits and the proxy, without its user and password.
    public var description: String {
        "\(concurrency) transfers, \(retryLimit) retries, \(idleTimeout.inSeconds)"
            + (proxy.map { ", through \(ProxyRules.url(of: $0).asShownURL)" } ?? "")
    }
}
