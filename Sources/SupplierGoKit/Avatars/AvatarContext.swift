import FoundationEssentials

/// The loader, the rules and the waiting list that all avatars of a pipeline share.
struct AvatarContext: Sendable {
    let loader: SupplierLoader
    let delivery: AvatarDelivery
    let policy: CachePolicy
    let pending: PendingDownloads

    /// Whether avatars that are in the cache are put into the further tier too.
    let fillsTier: Bool

    init(loader: SupplierLoader, delivery: AvatarDelivery, pending: PendingDownloads) {
        let configuration = loader.configuration
        self.loader = loader
        self.delivery = delivery
        self.pending = pending
        policy = CachePolicy(
            isOffline: configuration.isOffline, isRefreshing: configuration.isRefreshing, startedAt: .now)
        fillsTier = configuration.fillsStore && loader.tier != nil && !configuration.isOffline
    }

    /// Decides what to do about an avatar.
    func decision(for key: CacheKey, _ entry: CacheEntry?, _ failure: StoredFailure?) -> CachePolicy.Decision {
        policy.decision(for: entry, failure: failure, isLocal: key.isLocalAvatar, at: .now) {
            URL(string: key.text).map { loader.originFields(for: $0) } ?? HTTPFields()
        }
    }

    /// The result of a decision, or `nil` if the avatar's server must be asked.
    ///
    /// - Parameters:
    ///   - isOfTier: whether the avatar is in the further tier, and not in the cache.
    ///   - avatar: reads the avatar, as coming from a source; `nil` if it is gone.
    func result(
        of decision: CachePolicy.Decision, for key: CacheKey, isOfTier: Bool,
        avatar: (LoadedAvatar.Source) async -> LoadedAvatar?
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
        in entry: CacheEntry?, _ source: LoadedAvatar.Source, image: [UInt8]? = nil, status: HTTPStatus? = nil,
        because reason: AvatarFailure? = nil
    ) async -> LoadedAvatar? {
        guard let entry else { return nil }
        var bytes = delivery == .bytes ? image : nil
        if delivery == .bytes, image == nil {
            do {
                bytes = try await loader.cache?.bytes(of: entry)
            } catch {
                return nil
            }
        }
        return LoadedAvatar(
            source: source, status: status, byteCount: entry.byteCount, bytes: bytes, file: entry.file,
            staleReason: reason)
    }
}

extension CacheKey {
    /// Whether it is the key of an avatar in a file, which may be read offline too.
    var isLocalAvatar: Bool { text.utf8.starts(with: "file:".utf8) }
}

extension EndpointResolver {
    /// The key of a supplier's avatar in the cache; `nil` where it has none, or an invalid endpoint.
    package func key(of supplier: Supplier) -> CacheKey? {
        guard let avatar = supplier.avatar, case .success(let address) = Result(catching: { try address(of: avatar) })
        else { return nil }
        return CacheKey(avatarAt: address)
    }
}
