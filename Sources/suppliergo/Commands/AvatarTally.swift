import SupplierGoKit

/// Counts what became of avatars.
struct AvatarTally: Sendable, Hashable {
    /// How many suppliers' avatars came from the network.
    private(set) var networkCount = 0

    /// How many came from files that the catalog names.
    private(set) var fileCount = 0

    /// How many were in the cache.
    private(set) var cacheCount = 0

    /// How many were in the cache, and are still right as their servers say.
    private(set) var revalidatedCount = 0

    /// How many were in the cache, and may be out of date.
    private(set) var staleCount = 0

    /// How many of those that came are not kept.
    private(set) var unkeptCount = 0

    /// How many failed.
    private(set) var failedCount = 0

    /// How many outcomes there were, those of suppliers without avatar included.
    private(set) var outcomeCount = 0

    /// How many bytes came from the network and from files.
    private(set) var byteCount = 0

    /// Adds what became of a supplier's avatar.
    mutating func add(_ result: AvatarOutcome.Result) {
        outcomeCount += 1
        switch result {
        case .none: break
        case .loaded(let avatar):
            switch avatar.source {
            case .network: networkCount += 1
            case .file: fileCount += 1
            case .cache: cacheCount += 1
            case .revalidated: revalidatedCount += 1
            case .stale: staleCount += 1
            }
            if avatar.cacheError != nil { unkeptCount += 1 }
            if avatar.source == .network || avatar.source == .file { byteCount += avatar.byteCount }
        case .failed: failedCount += 1
        }
    }

    /// The counts in one clause; what is rare is named only where there is any.
    var summary: String {
        var parts = ["\(Count.formatted(networkCount)) from the network"]
        if fileCount > 0 { parts.append("\(Count.formatted(fileCount)) from files") }
        if revalidatedCount > 0 { parts.append("\(Count.formatted(revalidatedCount)) revalidated") }
        parts.append("\(Count.formatted(cacheCount)) in the cache")
        if staleCount > 0 { parts.append("\(Count.formatted(staleCount)) stale") }
        parts.append("\(Count.formatted(failedCount)) failed")
        return "avatars: " + parts.joined(separator: ", ")
    }
}
