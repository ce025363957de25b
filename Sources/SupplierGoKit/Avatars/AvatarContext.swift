/// The parts, the rules and the waiting list that all avatars of a pipeline share.
///
/// An object, since every avatar has it.
final class AvatarContext: Sendable {
    let dataLoader: any DataLoading

    /// The kit's own loader behind ``dataLoader``, if it is that.
    let ownLoader: DataLoader?
    let cache: (any DataCaching)?
    let tier: (any AvatarTier)?
    let delivery: AvatarOutcome.Delivery
    let policy: CachePolicy
    let pending: PendingDownloads
    let suspects: SuspectAvatars

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
        dataLoader: any DataLoading, ownLoader: DataLoader?, cache: (any DataCaching)?, tier: (any AvatarTier)?,
        delivery: AvatarOutcome.Delivery, policy: CachePolicy, pending: PendingDownloads, suspects: SuspectAvatars,
        fillsTier: Bool, updatesStale: Bool, byteLimit: Int, claimTimeout: Duration, searchTimeout: Duration,
        request: @escaping @Sendable (URL) -> DataRequest
    ) {
        self.dataLoader = dataLoader
        self.ownLoader = ownLoader
        self.cache = cache
        self.tier = tier
        self.delivery = delivery
        self.policy = policy
        self.pending = pending
        self.suspects = suspects
        self.fillsTier = fillsTier
        self.updatesStale = updatesStale
        self.byteLimit = byteLimit
        self.claimTimeout = claimTimeout
        self.searchTimeout = searchTimeout
        self.request = request
    }

    /// Decides what to do about an avatar.
    func decision(for key: CacheKey, _ entry: CacheEntry?, _ failure: StoredFailure?) -> CachePolicy.Decision {
        policy.decision(for: entry, failure: failure, isLocal: key.isLocalAvatar, at: .now) {
            URL(string: key.text).map { request($0).originFields } ?? HTTPFields()
        }
    }

    /// The result of a decision, or `nil` if the avatar's server must be asked.
    ///
    /// - Parameters:
    ///   - isOfTier: whether the avatar is in the further tier, and not in the cache.
    ///   - avatar: reads the avatar, as coming from a source; `nil` if it is gone.
    func result(
        of decision: CachePolicy.Decision, for key: CacheKey, isOfTier: Bool,
        avatar: (AvatarOutcome.Loaded.Source) async -> AvatarOutcome.Loaded?
    ) async -> AvatarOutcome.Result? {
        switch decision {
        case .use(let isStale):
            return await avatar(isStale ? .stale : isOfTier ? .store : .cache).map { .loaded($0) }
        case .skip(let failure):
            guard let url = URL(string: key.text) else { return nil }
            let until = failure.retryAt ?? failure.failedAt
            return .failed(.missing(url, failure.status ?? HTTPStatus(404), since: failure.failedAt, until: until))
        case .fail: return URL(string: key.text).map { .failed(.offline($0)) }
        case .revalidate, .fetch: return nil
        }
    }

    /// The avatar in an entry, or `nil` if it is gone.
    ///
    /// - Parameter image: its bytes, if they are at hand.
    func avatar(
        in entry: CacheEntry?, _ source: AvatarOutcome.Loaded.Source, image: [UInt8]? = nil, status: HTTPStatus? = nil,
        because reason: AvatarOutcome.Error? = nil
    ) async -> AvatarOutcome.Loaded? {
        guard let entry else { return nil }
        var bytes = delivery == .bytes ? image : nil
        if delivery == .bytes, image == nil {
            do {
                bytes = try await cache?.bytes(of: entry)
            } catch {
                return nil
            }
        }
        return AvatarOutcome.Loaded(
            source: source, status: status, byteCount: entry.byteCount, bytes: bytes, file: entry.file,
            staleReason: reason)
    }
}

// MARK: - Looking up

extension AvatarContext {
    /// The entry under each key. A cache that cannot be read has none: storing the first avatar will throw its error.
    func entries(for keys: [CacheKey]) async -> [CacheEntry?] {
        do {
            if let entries = try await cache?.entries(for: keys) { return entries }
        } catch {
            // As above.
        }
        return Array(repeating: nil, count: keys.count)
    }

    /// The last failure under each key.
    func failures(for keys: [CacheKey]) async -> [StoredFailure?] {
        do {
            if !keys.isEmpty, let failures = try await cache?.failures(for: keys) { return failures }
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
