import SupplierGoKit

/// How many avatars came from where, and how many did not come. Suppliers may share one.
struct AvatarSummary: Sendable, Hashable {
    /// How many avatars came from each source.
    private(set) var counts: [LoadedAvatar.Source: Int] = [:]

    /// How many of those that came are not kept.
    private(set) var unkeptCount = 0

    /// Those that the store did not keep.
    private(set) var unstored = UnstoredAvatars()

    /// How many are not put into the store, since their servers sent them for this user only.
    private(set) var personalCount = 0

    /// How many failed.
    private(set) var failedCount = 0

    /// How many of those that failed are gone, as their servers say (404, 410).
    private(set) var goneCount = 0

    /// How many of those that failed have an endpoint that no request can be made of.
    private(set) var unaskableCount = 0

    /// How many outcomes there were, those of suppliers without avatar included.
    private(set) var outcomeCount = 0

    /// How many bytes came from the network and from files.
    private(set) var byteCount = 0

    /// The hash values of the endpoints that are counted: a million strings would take much more memory.
    private var counted: Set<Int> = []

    /// Counts a supplier's outcome, and what became of its avatar where another supplier has not brought that up before.
    mutating func add(_ outcome: AvatarOutcome) {
        outcomeCount += 1
        guard let avatar = outcome.supplier.avatar, counted.insert(avatar.endpoint.hashValue).inserted else { return }
        switch outcome.unstored {
        case .failed(let error): unstored.add(outcome.supplier, error)
        case .personal: personalCount += 1
        case nil: break
        }
        switch outcome.result {
        case .none: break
        case .loaded(let avatar):
            counts[avatar.source, default: 0] += 1
            if avatar.cacheError != nil { unkeptCount += 1 }
            if avatar.source == .network || avatar.source == .file { byteCount += avatar.byteCount }
        case .failed(let failure):
            failedCount += 1
            if failure.isGone { goneCount += 1 }
            if case .endpoint = failure { unaskableCount += 1 }
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

    /// What was fetched and what failed, in one clause; `nil` where nothing did.
    var clause: String? {
        let fetchedCount = count(.network, .file)
        let fetched = Count.formatted(fetchedCount, "avatar") + " fetched"
        switch (fetchedCount, failedCount) {
        case (0, 0): return nil
        case (0, _): return Count.formatted(failedCount, "avatar") + " failed"
        case (_, 0): return "\(fetched) (\(ByteCount.formatted(byteCount)))"
        default: return "\(fetched), \(Count.formatted(failedCount)) failed"
        }
    }
}

/// Avatars that the store did not keep, or still has though they are gone, of which the first few are named.
struct UnstoredAvatars: Sendable, Hashable {
    private static let namedLimit = 3

    private var names: [String] = []
    private var count = 0

    /// Why the first one is not stored.
    private var error: ObjectStoreError?

    /// Counts the avatar of a supplier.
    mutating func add(_ supplier: Supplier, _ error: ObjectStoreError) {
        count += 1
        self.error = self.error ?? error
        if names.count < Self.namedLimit { names.append("\(supplier.fullname) (id \(supplier.id))") }
    }

    /// Which are not stored, and why; `nil` where all are.
    var sentence: String? {
        guard let error else { return nil }
        let others = count - names.count
        let rest = others > 0 ? " and \(Count.formatted(others)) more" : ""
        return "\(Count.subject(count, "avatar")) not stored: \(names.joined(separator: ", "))\(rest): "
            + Failure.sentence(of: error)
    }
}
