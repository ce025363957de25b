import FoundationEssentials
import SupplierGoKit

/// `suppliergo cache path|info|verify|prune|clear`: looks after the cache.
struct CacheCommand: Sendable {
    /// What there is to do.
    enum Job: Sendable, Hashable {
        case path
        case info(SummaryFormat)
        case verify

        /// How many bytes may be left, and for how many days entries may lie unused; `nil` for the limit, and for ever.
        case prune(byteLimit: Int?, days: Int?)
        case clear
    }

    let job: Job
    let arguments: CommonArguments
    let console: Console

    /// Does it.
    func run() async throws -> ExitStatus {
        let cache = arguments.cache
        var status = ExitStatus.done
        switch job {
        case .path: try console.output.write(cache.directory + "\n")
        case .info(let format):
            let summary = CacheSummary(
                of: try await cache.usage(), limit: cache.byteLimit, lastRun: try await cache.lastRun())
            try console.output.write(summary.text(in: format))
        case .verify: status = try await verify(cache)
        case .prune(let byteLimit, let days):
            let age = days.map { TimeInterval($0) * 86_400 }
            say("removed", try await cache.prune(downTo: byteLimit, unusedFor: age).total)
        case .clear: say("removed", try await cache.clear().total)
        }
        try console.output.flush()
        return status
    }

    /// Reads every entry, and names those that were broken.
    private func verify(_ cache: DiskCache) async throws -> ExitStatus {
        let counter = Lock(0)
        let total = try await cache.usage().total.entryCount
        let result = try await console.showingProgress(of: "entries") {
            Progress(done: min(counter.withLock { $0 }, total), total: total)
        } during: {
            try await cache.verify { count in counter.withLock { $0 = count } }
        }
        for path in result.broken { console.warn("\(path) was broken, and is removed") }
        say("verified", result.whole.total)
        return result.broken.isEmpty ? .done : .partlyDone
    }

    private func say(_ verb: String, _ amount: CacheUsage.Amount) {
        let entries = Count.formatted(amount.entryCount) + (amount.entryCount == 1 ? " entry" : " entries")
        console.note("\(verb) \(entries), \(ByteCount.formatted(amount.byteCount))")
    }
}
