import SupplierGoKit

/// How many avatars came from where, and how many did not come. Suppliers may share one.
struct AvatarCounts: Sendable, Hashable {
    /// How many came from the network and from files.
    private var fetchedCount = 0

    /// How many bytes those have.
    private var byteCount = 0

    /// How many of those that came are not kept.
    private(set) var unkeptCount = 0

    /// How many are not put into the store, since their servers sent them for this user only.
    private(set) var personalCount = 0

    /// How many failed.
    private(set) var failedCount = 0

    /// How many of those that failed are gone, as their servers say (404, 410).
    private(set) var goneCount = 0

    /// How many of those that failed have an endpoint that no request can be made of.
    private(set) var unaskableCount = 0

    /// How many outcomes there were, those of suppliers without avatar included.
    private var outcomeCount = 0

    /// The hash values of the endpoints that are counted: a million strings would take much more memory.
    private var counted: Set<Int> = []

    /// Counts a supplier's outcome.
    ///
    /// - Returns: whether its avatar is counted now, and was not for another supplier before.
    mutating func add(_ outcome: AvatarOutcome) -> Bool {
        outcomeCount += 1
        guard let avatar = outcome.supplier.avatar, counted.insert(avatar.endpoint.hashValue).inserted else {
            return false
        }
        if case .personal = outcome.unstored { personalCount += 1 }
        switch outcome.result {
        case .none: break
        case .loaded(let avatar):
            if avatar.cacheError != nil { unkeptCount += 1 }
            guard avatar.source == .network || avatar.source == .file else { break }
            fetchedCount += 1
            byteCount += avatar.byteCount
        case .failed(let failure):
            failedCount += 1
            if failure.isGone { goneCount += 1 }
            if case .endpoint = failure { unaskableCount += 1 }
        }
        return true
    }

    /// How far the avatars have come.
    ///
    /// - Parameter total: how many there will be; `nil` if that is not known yet.
    func progress(of total: Int?) -> Progress {
        Progress(done: outcomeCount, total: total, byteCount: byteCount, failed: failedCount)
    }

    /// The numbers of avatars that were fetched and that failed, in one clause; `nil` if there are none.
    var clause: String? {
        let fetched = Count.formatted(fetchedCount, "avatar") + " fetched"
        switch (fetchedCount, failedCount) {
        case (0, 0): return nil
        case (0, _): return Count.formatted(failedCount, "avatar") + " failed"
        case (_, 0): return "\(fetched) (\(ByteCount.formatted(byteCount)))"
        default: return "\(fetched), \(Count.formatted(failedCount)) failed"
        }
    }
}
