import FoundationEssentials

/// Brings the avatars of suppliers that arrive in batches: looks a batch up, settles what the cache can answer, and
/// downloads the rest in a bounded window.
///
/// What it keeps does not grow with the suppliers. It runs on the file threads: most of what an avatar takes besides its
/// transfer is file calls, which are made where its task is.
final class AvatarPipeline: Sendable {
    typealias Waiter = PendingDownloads.Waiter

    let loader: SupplierLoader
    let delivery: AvatarDelivery
    let policy: CachePolicy
    let window: AvatarWindow
    let pending: PendingDownloads
    private let batches: ProducedStream<[Supplier]>
    private let resolver: EndpointResolver

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
        window = AvatarWindow(size: configuration.avatarsInFlight)
        let resolver = EndpointResolver(against: loader.location)
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
        let entries = await loader.entries(for: keys)
        let failures = await loader.failures(for: keys.indices.filter { entries[$0] == nil }.map { keys[$0] })
        for (waiter, (key, entry)) in zip(keyed, zip(keys, entries)) {
            let download = AvatarDownload(of: key, entry: entry, failure: failures[key], in: self)
            if let result = await download.resultWithoutServer() {
                outcomes.append(outcome(waiters[waiter], result))
                pending.forget(key)
                continue
            }
            switch pending.join(key, waiters[waiter]) {
            case .new: downloads.append(download)
            case .joined: window.freeSlot()
            case .failed(let failure): outcomes.append(outcome(waiters[waiter], .failed(failure)))
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
        func outcomes(_ waiters: [Waiter], _ result: AvatarOutcome.Result, _ metrics: TransferMetrics? = nil)
            -> [AvatarOutcome]
        {
            waiters.map { waiter in
                AvatarOutcome(
                    supplier: waiter.supplier, position: waiter.position, result: result,
                    duration: .now - start, metrics: metrics)
            }
        }
        do {
            let (result, metrics) = try await download.run { stale in
                let waiters = pending.takeWaiters(for: download.key)
                window.deliver(sharing: outcomes(waiters, stale), isLast: false)
            }
            let waiters = pending.end(download.key, result)
            window.deliver(sharing: outcomes(waiters, result, metrics))
        } catch {
            // The reader is gone: no outcome is wanted any more.
            window.cancel()
        }
    }

    private func outcome(_ waiter: Waiter, _ result: AvatarOutcome.Result) -> AvatarOutcome {
        AvatarOutcome(supplier: waiter.supplier, position: waiter.position, result: result)
    }
}

extension EndpointResolver {
    /// The key of a supplier's avatar in the cache; `nil` where it has none, or an invalid endpoint.
    func key(of supplier: Supplier) -> CacheKey? {
        guard let avatar = supplier.avatar, case .success(let address) = Result(catching: { try address(of: avatar) })
        else { return nil }
        return CacheKey(avatarAt: address)
    }
}
