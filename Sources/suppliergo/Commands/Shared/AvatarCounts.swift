import SupplierGoKit

/// The numbers of avatars by their outcome. Suppliers may share one.
struct AvatarCounts: Sendable, Hashable {
    /// From the network and from files.
    private var fetchedCount = 0

    /// The bytes of those.
    private var byteCount = 0

    /// Those that came and are not kept.
    private(set) var unkeptCount = 0

    /// Those not put into the store, since their servers sent them for this user only.
    private(set) var personalCount = 0

    private(set) var failedCount = 0

    /// Those that are gone, as their servers say (404, 410).
    private(set) var goneCount = 0

    /// Those with an endpoint that no request can be made of.
    private(set) var unaskableCount = 0

    /// All outcomes, those of suppliers without avatar included.
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
