/// The parts, the rules and the waiting list that all avatars of a pipeline share.
///
/// An object, since every avatar has it.
final class AvatarContext: Sendable {
    let dataLoader: any DataLoading

    let cache: (any DataCaching)?
    let tier: (any AvatarTier)?
    let delivery: AvatarOutcome.Delivery
    let policy: CachePolicy
    let pending: PendingDownloads

    /// Whether avatars that are in the cache are put into the further tier too.
    let fillsTier: Bool

    /// Whether a stale avatar that is delivered early is followed by a second outcome.
    let updatesStale: Bool

    /// The most bytes that an avatar may have.
    let byteLimit: Int

    /// The longest wait for another process that is downloading an avatar.
    let claimTimeout: Duration

    /// The longest search for suppliers whose priority was raised and that have not been read.
    let searchTimeout: Duration

    /// Makes the request for an avatar, without conditions.
    let request: @Sendable (URL) -> DataRequest

    init(
        dataLoader: any DataLoading, cache: (any DataCaching)?, tier: (any AvatarTier)?,
        delivery: AvatarOutcome.Delivery, policy: CachePolicy, pending: PendingDownloads, fillsTier: Bool,
        updatesStale: Bool, byteLimit: Int, claimTimeout: Duration, searchTimeout: Duration,
        request: @escaping @Sendable (URL) -> DataRequest
    ) {
        self.dataLoader = dataLoader
        self.cache = cache
        self.tier = tier
        self.delivery = delivery
        self.policy = policy
        self.pending = pending
        self.fillsTier = fillsTier
        self.updatesStale = updatesStale
        self.byteLimit = byteLimit
        self.claimTimeout = claimTimeout
        self.searchTimeout = searchTimeout
        self.request = request
    }
}

// MARK: - Looking up

extension AvatarContext {
    /// The entry under each key. A cache that cannot be read has none: storing the first avatar will throw its error.
    func entries(for keys: [CacheKey]) async -> [CacheEntry?] {
        do {
            if let entries = try await cache?.checkedEntries(for: keys) { return entries }
        } catch {
            // As above.
        }
        return Array(repeating: nil, count: keys.count)
    }

    /// The last failure under each key.
    func failures(for keys: [CacheKey]) async -> [StoredResponse.Failure?] {
        do {
            if !keys.isEmpty, let failures = try await cache?.checkedFailures(for: keys) { return failures }
        } catch {
            // As above.
        }
        return Array(repeating: nil, count: keys.count)
    }
}

extension CacheKey {
    /// Whether it is the key of an avatar in a file, which may be read offline too.
    var isLocalAvatar: Bool { text.utf8.starts(with: "file:".utf8) }
}

extension EndpointResolver {
    /// The key of a supplier's avatar in the cache; `nil` if it has none, or an invalid endpoint.
    package func key(of supplier: Supplier) -> CacheKey? {
        guard let avatar = supplier.avatar else { return nil }
        do throws(Avatar.EndpointError) {
            return CacheKey(avatarAt: try address(of: avatar, for: supplier.id))
        } catch {
            return nil
        }
    }
}
