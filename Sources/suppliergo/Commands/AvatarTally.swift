import SupplierGoKit

/// Counts what became of avatars.
struct AvatarTally: Sendable, Hashable {
    /// How many suppliers' avatars came from the network.
    private(set) var networkCount = 0

    /// How many were in the cache.
    private(set) var cacheCount = 0

    /// How many failed.
    private(set) var failedCount = 0

    /// How many outcomes there were, those of suppliers without avatar included.
    private(set) var outcomeCount = 0

    /// How many bytes came from the network.
    private(set) var networkByteCount = 0

    /// Adds an outcome.
    mutating func add(_ outcome: AvatarOutcome) {
        outcomeCount += 1
        switch outcome.result {
        case .none: break
        case .loaded(let avatar) where avatar.source == .cache: cacheCount += 1
        case .loaded(let avatar):
            networkCount += 1
            networkByteCount += avatar.byteCount
        case .failed: failedCount += 1
        }
    }

    /// The counts in one clause.
    var summary: String {
        let network = Count.formatted(networkCount)
        let cache = Count.formatted(cacheCount)
        return "avatars: \(network) from the network, \(cache) in the cache, \(Count.formatted(failedCount)) failed"
    }
}
