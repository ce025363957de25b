import SupplierGoKit

/// How many avatars came from where, and how many did not come.
struct AvatarSummary: Sendable, Hashable {
    /// How many suppliers' avatars came from each source.
    private(set) var counts: [LoadedAvatar.Source: Int] = [:]

    /// How many of those that came are not kept.
    private(set) var unkeptCount = 0

    /// How many failed.
    private(set) var failedCount = 0

    /// How many of those that failed are gone, as their servers say (404, 410).
    private(set) var goneCount = 0

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
            counts[avatar.source, default: 0] += 1
            if avatar.cacheError != nil { unkeptCount += 1 }
            if avatar.source == .network || avatar.source == .file { byteCount += avatar.byteCount }
        case .failed(let failure):
            failedCount += 1
            if failure.isGone { goneCount += 1 }
        }
    }

    /// How many came from some sources.
    func count(_ sources: LoadedAvatar.Source...) -> Int {
        sources.reduce(0) { $0 + (counts[$1] ?? 0) }
    }

    /// How far the avatars have come.
    ///
    /// - Parameter total: how many there will be; `nil` where that is not known yet.
    func progress(of total: Int?) -> Progress {
        Progress(done: outcomeCount, total: total, byteCount: byteCount, failed: failedCount)
    }

    /// The counts in one clause; what is rare is named only where there is any.
    var clause: String {
        let counts: [(count: Int, name: String, isAlwaysNamed: Bool)] = [
            (count(.network), "from the network", true), (count(.file), "from files", false),
            (count(.revalidated), "revalidated", false), (count(.cache), "in the cache", true),
            (count(.stale), "stale", false), (failedCount, "failed", true),
        ]
        let parts = counts.filter { $0.count > 0 || $0.isAlwaysNamed }.map { "\(Count.formatted($0.count)) \($0.name)" }
        return "avatars: " + parts.joined(separator: ", ")
    }
}
