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
            try console.output.write(CacheSummary(of: try await cache.usage()).text(in: format))
        case .clear:
            let removed = try await cache.clear().total
            let entries = Count.formatted(removed.entryCount) + (removed.entryCount == 1 ? " entry" : " entries")
            console.note("removed \(entries), \(ByteCount.formatted(removed.byteCount))")
        }
        try console.output.flush()
        return .done
    }
}
