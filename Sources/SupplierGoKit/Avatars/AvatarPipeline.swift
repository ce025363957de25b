import FoundationEssentials
import Synchronization

/// Loads the avatars of suppliers that arrive in batches: looks a batch up, settles what the cache can answer, and
/// downloads the rest in a bounded window.
///
/// What it keeps does not grow with the suppliers. Besides its transfer an avatar costs mostly file calls; these run on
/// its task's thread.
final class AvatarPipeline: Sendable {
    typealias Waiter = PendingDownloads.Waiter

    let loader: SupplierLoader
    let delivery: AvatarDelivery
    let policy: CachePolicy
    let window: AvatarWindow
    let pending: PendingDownloads

    /// Whether the store is told too what the cache answers.
    let fillsStore: Bool
    private let batches: ProducedStream<[Supplier]>
    private let resolver: EndpointResolver

    /// Whether the cache is worth looking into before avatars are claimed: until a lookup finds nothing, and again from the
    /// first entry that is found after a claim.
    let findsEntries = Atomic(true)

    init(
        loader: SupplierLoader, batches: ProducedStream<[Supplier]>, delivery: AvatarDelivery,
        priority: DataRequest.Priority
    ) {
        self.loader = loader
        self.batches = batches
        self.delivery = delivery
        let configuration = loader.configuration
        policy = CachePolicy(
            isOffline: configuration.isOffline, isRefreshing: configuration.isRefreshing, startedAt: .now)
        fillsStore = configuration.fillsStore && loader.tier != nil && !configuration.isOffline
        window = AvatarWindow(size: configuration.avatarsInFlight)
        let resolver = EndpointResolver(against: loader.location, trusting: loader.edits)
        self.resolver = resolver
        pending = PendingDownloads(priority: priority) { supplier in resolver.key(of: supplier) }
    }

    /// Delivers one outcome per supplier.
    ///
    /// - Throws: `CancellationError` once the reader is gone; what the batches throw.
    func run() async throws {
        defer { window.finish() }
        try await withThrowingDiscardingTaskGroup { group in
            while let batch = try await batches.next() {
                pending.append(batch)
                while case let leftCount = pending.leftCount, leftCount > 0 {
                    let count = try await window.takeSlots(upTo: leftCount)
                    for download in await settle(pending.takeNext(count)) {
                        group.addTask { await self.run(download) }
                    }
                }
            }
        }
    }

    /// Changes the priority of suppliers' avatars.
    func prioritize(_ suppliers: [Supplier], as priority: DataRequest.Priority) async {
        for request in pending.prioritize(suppliers, as: priority) { await loader.dataLoader.prioritize(request) }
    }

    /// Looks avatars up, all in one trip to the disk, and delivers the outcomes that need no server.
    ///
    /// - Returns: the downloads to be started for the other suppliers.
    private func settle(_ waiters: [Waiter]) async -> [AvatarDownload] {
        var outcomes: [AvatarOutcome] = []
        var downloads: [AvatarDownload] = []
        outcomes.reserveCapacity(waiters.count)
        let (keyed, keys) = keys(of: waiters, &outcomes)
        let (recalled, unrecalled) = pending.recall(keys)
        var (entries, unknown) = (recalled.map { $0?.entry }, unrecalled)
        for (index, entry) in zip(unknown, await lookUp(unknown.map { keys[$0] })) { entries[index] = entry }
        unknown.removeAll { entries[$0] != nil }
        let failures = await loader.failures(for: unknown.map { keys[$0] })
        for (index, key) in keys.enumerated() {
            let (waiter, entry) = (waiters[keyed[index]], entries[index])
            let failure = entry == nil ? failures[key] : nil
            let isSettledHere = !fillsStore || recalled[index] != nil
            if isSettledHere,
                let result = await result(
                    of: decision(for: key, entry, failure), for: key, isOfStore: recalled[index]?.isOfStore ?? false,
                    avatar: { await avatar(in: entry, $0) })
            {
                outcomes.append(outcome(waiter, result, recalled[index]?.unstored))
                pending.forget(key)
                continue
            }
            switch pending.join(key, waiter) {
            case .new: downloads.append(AvatarDownload(of: key, entry: entry, failure: failure, in: self))
            case .joined: window.freeSlot()
            case .failed(let failure): outcomes.append(outcome(waiter, .failed(failure)))
            }
        }
        window.deliver(outcomes)
        return downloads
    }

    /// The keys of suppliers' avatars in the cache, and the indices of those suppliers.
    ///
    /// - Parameter outcomes: receives those of suppliers whose endpoint is absent or invalid.
    private func keys(of waiters: [Waiter], _ outcomes: inout [AvatarOutcome]) -> ([Int], [CacheKey]) {
        var (indices, keys): ([Int], [CacheKey]) = ([], [])
        indices.reserveCapacity(waiters.count)
        keys.reserveCapacity(waiters.count)
        for index in waiters.indices {
            guard let avatar = waiters[index].supplier.avatar else {
                outcomes.append(outcome(waiters[index], .none))
                continue
            }
            do throws(EndpointError) {
                keys.append(CacheKey(avatarAt: try resolver.address(of: avatar)))
                indices.append(index)
            } catch {
                outcomes.append(outcome(waiters[index], .failed(.endpoint(error))))
            }
        }
        return (indices, keys)
    }

    /// Runs a download, and delivers an outcome to each of its waiters.
    private func run(_ download: AvatarDownload) async {
        let start = ContinuousClock.now
        func outcomes(
            _ waiters: [Waiter], _ result: AvatarOutcome.Result, _ metrics: TransferMetrics? = nil,
            _ unstored: AvatarOutcome.Unstored? = nil
        ) -> [AvatarOutcome] {
            waiters.map { waiter in
                AvatarOutcome(
                    supplier: waiter.supplier, position: waiter.position, result: result,
                    duration: .now - start, metrics: metrics, unstored: unstored)
            }
        }
        let key = download.key
        var download = download
        do {
            let (result, metrics) = try await download.run { stale in
                window.deliver(sharing: outcomes(pending.takeWaiters(for: key), stale), isLast: false)
            }
            let waiters = pending.end(key, result, download.tiers.lasting(delivering: delivery))
            window.deliver(sharing: outcomes(waiters, result, metrics, download.tiers.unstored))
        } catch {
            // The reader is gone: no outcome is wanted any more.
            window.cancel()
        }
    }

    private func outcome(
        _ waiter: Waiter, _ result: AvatarOutcome.Result, _ unstored: AvatarOutcome.Unstored? = nil
    ) -> AvatarOutcome {
        AvatarOutcome(supplier: waiter.supplier, position: waiter.position, result: result, unstored: unstored)
    }
}

// MARK: - What the cache holds

extension AvatarPipeline {
    /// Looks avatars up, all in one trip to the disk; none where the cache held nothing of the last ones.
    private func lookUp(_ keys: [CacheKey]) async -> [CacheEntry?] {
        guard !keys.isEmpty, policy.isOffline || findsEntries.load(ordering: .relaxed) else {
            return Array(repeating: nil, count: keys.count)
        }
        let entries = await loader.entries(for: keys)
        findsEntries.store(entries.contains { $0 != nil }, ordering: .relaxed)
        return entries
    }

    /// What to do about an avatar.
    func decision(for key: CacheKey, _ entry: CacheEntry?, _ failure: StoredFailure?) -> CachePolicy.Decision {
        policy.decision(for: entry, failure: failure, isLocal: key.isLocalAvatar, at: .now) {
            URL(string: key.text).map { loader.originFields(for: $0) } ?? HTTPFields()
        }
    }

    /// The result, where no server has to be asked; otherwise `nil`.
    ///
    /// - Parameters:
    ///   - isOfStore: whether the store holds it, and not the cache.
    ///   - avatar: the avatar that is held, as coming from a source; `nil` where it is gone.
    func result(
        of decision: CachePolicy.Decision, for key: CacheKey, isOfStore: Bool,
        avatar: (LoadedAvatar.Source) async -> LoadedAvatar?
    ) async -> AvatarOutcome.Result? {
        switch decision {
        case .use(let isStale):
            return await avatar(isStale ? .stale : isOfStore ? .store : .cache).map { .loaded($0) }
        case .skip(let failure):
            guard let url = URL(string: key.text) else { return nil }
            let until = failure.retryAt ?? failure.failedAt
            return .failed(.missing(url, failure.status ?? HTTPStatus(404), since: failure.failedAt, until: until))
        case .fail: return URL(string: key.text).map { .failed(.offline($0)) }
        case .revalidate, .fetch: return nil
        }
    }

    /// The avatar in an entry; `nil` where it is gone.
    ///
    /// - Parameter held: its bytes, where they are at hand.
    func avatar(
        in entry: CacheEntry?, _ source: LoadedAvatar.Source, held: [UInt8]? = nil, status: HTTPStatus? = nil,
        because reason: AvatarFailure? = nil
    ) async -> LoadedAvatar? {
        guard let entry else { return nil }
        var bytes = delivery == .bytes ? held : nil
        if delivery == .bytes, held == nil {
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
