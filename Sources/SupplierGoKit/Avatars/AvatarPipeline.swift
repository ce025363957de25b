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

    /// Delivers the outcomes that need no server.
    ///
    /// - Returns: the downloads to be started for the other suppliers.
    private func settle(_ waiters: [Waiter]) async -> [AvatarDownload] {
        var outcomes: [AvatarOutcome] = []
        var downloads: [AvatarDownload] = []
        var joinedCount = 0
        for (waiter, download) in await lookUp(waiters, &outcomes) {
            if let result = await download.resultWithoutServer(at: URL(string: download.key.text)) {
                outcomes.append(outcome(waiter, result))
                pending.forget(download.key)
                continue
            }
            switch pending.join(download.key, waiter) {
            case .new: downloads.append(download)
            case .joined: joinedCount += 1
            case .failed(let failure): outcomes.append(outcome(waiter, .failed(failure)))
            }
        }
        window.freeSlots(joinedCount)
        window.deliver(outcomes)
        return downloads
    }

    /// Looks suppliers' avatars up, all in one trip to the disk.
    ///
    /// - Parameter outcomes: receives those of suppliers whose endpoint is absent or invalid.
    private func lookUp(
        _ waiters: [Waiter], _ outcomes: inout [AvatarOutcome]
    ) async -> [(Waiter, AvatarDownload)] {
        var keyed: [(waiter: Waiter, key: CacheKey)] = []
        keyed.reserveCapacity(waiters.count)
        for waiter in waiters {
            guard let avatar = waiter.supplier.avatar else {
                outcomes.append(outcome(waiter, .none))
                continue
            }
            do throws(EndpointError) {
                keyed.append((waiter, CacheKey(avatarAt: try resolver.address(of: avatar))))
            } catch {
                outcomes.append(outcome(waiter, .failed(.endpoint(error))))
            }
        }
        let held = await loader.held(for: keyed.map(\.key))
        return zip(keyed, held).map { pair, held in
            (pair.waiter, AvatarDownload(of: pair.key, held: held, in: self))
        }
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
