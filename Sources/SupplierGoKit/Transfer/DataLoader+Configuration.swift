extension DataLoader.Configuration {
    /// Finds the most transfers at once that there are descriptors for, and memory if there can be no files for large
    /// bodies. It makes such a file to see.
    func findTransferLimit() -> Int {
        let hasFiles = FileDescriptor.temporary(orIn: temporaryDirectory) != nil
        return min(DataLoader.transferLimit, hasFiles ? .max : DataLoader.memoryTransferLimit)
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
