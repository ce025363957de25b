import SupplierGoKit

/// `suppliergo cache path|info|clear`: looks after the cache.
struct CacheCommand: Sendable {
    /// What to do.
    enum Task: Sendable {
        case path
        case info(CacheFormat)
        case clear
    }

    let task: Task
    let arguments: CommonArguments
    let console: Console

    /// Does it.
    func run() async throws -> ExitStatus {
        let cache = DiskCache(directory: arguments.cacheDirectory)
        switch task {
        case .path:
            try console.output.write(arguments.cacheDirectory + "\n")
        case .info(let format):
            try console.output.write(CacheUsageText(try await cache.usage(), directory: cache.directory).text(in: format))
        case .clear:
            let removed = try await cache.clear()
            try console.output.write(CacheUsageText.removed(removed))
        }
        try console.output.flush()
        return .done
    }
}
