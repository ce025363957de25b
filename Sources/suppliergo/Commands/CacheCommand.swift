import SupplierGoKit

/// `suppliergo cache path|info|clear`: looks after the cache.
struct CacheCommand: Sendable {
    /// What there is to do.
    enum Job: Sendable {
        case path
        case info(CacheFormat)
        case clear
    }

    let job: Job
    let arguments: CommonArguments
    let console: Console

    /// Does it.
    func run() async throws -> ExitStatus {
        let cache = DiskCache(directory: arguments.cacheDirectory)
        switch job {
        case .path: try console.output.write(cache.directory + "\n")
        case .info(let format):
            let summary = CacheSummary(of: try await cache.usage(), in: cache.directory)
            try console.output.write(summary.bytes(in: format))
        case .clear:
            let removed = try await cache.clear()
            let bytes = ByteCount.formatted(removed.byteCount)
            console.note("removed \(CacheSummary.entries(removed.entryCount)), \(bytes)")
        }
        try console.output.flush()
        return .done
    }
}
