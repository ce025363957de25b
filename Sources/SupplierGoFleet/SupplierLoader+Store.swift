public import SupplierGoKit

extension SupplierLoader {
    /// Avatars that many machines share: a cache that is asked after the loader's own, before the avatars' servers.
    /// Default `nil`, for none.
    public var store: AvatarStore? {
        get { sharedStore as? AvatarStore }
        set { sharedStore = newValue }
    }

    /// The reason why the store lacks a supplier's avatar, as far as this process has tried to put it; `nil` if the
    /// store has it, or there is no store.
    public func unstored(_ supplier: Supplier) -> AvatarStore.Unstored? {
        guard let store else { return nil }
        return EndpointResolver(against: location, trusting: edits).key(of: supplier).flatMap(store.unstored)
    }

    /// Puts avatars for which the cache answered into a store that is filled
    /// (``AvatarStore/init(at:dataLoader:isFilled:)``), unless that has one as recent. Does nothing otherwise.
    ///
    /// - Parameter outcomes: the outcomes of avatars, in any number.
    /// - Throws: `CancellationError` if the task was cancelled; a store that fails lists the avatars
    ///   (``unstored(_:)``).
    public func fillStore(after outcomes: [AvatarOutcome]) async throws {
        guard let store, store.isFilled, !configuration.isOffline, let cache else { return }
        let resolver = EndpointResolver(against: location, trusting: edits)
        var seen: Set<CacheKey> = []
        let found = outcomes.filter(\.isOfCache).compactMap { resolver.key(of: $0.supplier) }
        let keys = found.filter { !$0.isLocalAvatar && !$0.isSigned && seen.insert($0).inserted }
        for start in stride(from: 0, to: keys.count, by: configuration.avatarsInFlight) {
            try await withThrowingDiscardingTaskGroup { group in
                for key in keys[start...].prefix(configuration.avatarsInFlight) {
                    group.addTask { try await store.fill(key, from: cache) }
                }
            }
        }
    }
}

extension AvatarOutcome {
    /// The cache answered, or knew that the avatar is missing.
    fileprivate var isOfCache: Bool {
        switch result {
        case .none: false
        case .loaded(let avatar): avatar.isOfCache
        case .failed(let error): if case .missing = error { metrics == nil } else { false }
        }
    }
}
