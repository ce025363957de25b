import Synchronization

/// Loads the avatars of suppliers that arrive in batches: looks a batch up, settles what the cache can answer, and
/// downloads the rest in a bounded window.
///
/// Its memory does not grow with the suppliers. Besides its transfer an avatar costs mostly file calls; these run on
/// its task's thread.
final class AvatarPipeline: Sendable {
    typealias Waiter = PendingDownloads.Waiter

    let window: AvatarWindow
    private let context: AvatarContext
    private let batches: ProducedStream<[Supplier]>
    private let priority: DataRequest.Priority
    private let priorities = SupplierQueue.Priorities()
    private let resolver: EndpointResolver

    /// Whether the cache is worth looking into before avatars are claimed: until a lookup finds nothing, and again from the
    /// first entry that is found after a claim.
    private let findsEntries = Atomic(true)

    /// Creates a pipeline.
    ///
    /// - Parameters:
    ///   - batches: the suppliers.
    ///   - priority: their avatars' priority, unless it is changed.
    ///   - resolver: resolves their avatars' endpoints.
    ///   - windowSize: how many avatars may be ahead of the reader, at least 1.
    ///   - context: what their avatars share.
    init(
        of batches: ProducedStream<[Supplier]>, at priority: DataRequest.Priority, resolver: EndpointResolver,
        windowSize: Int, in context: AvatarContext
    ) {
        self.batches = batches
        self.priority = priority
        self.resolver = resolver
        self.context = context
        window = AvatarWindow(size: windowSize)
    }

    /// Delivers one outcome per supplier.
    ///
    /// - Throws: `CancellationError` once the reader is gone; what the batches throw.
    func run() async throws {
        defer { window.finish() }
        try await withThrowingDiscardingTaskGroup { group in
            var queue = SupplierQueue(priority: priority)
            while try await fill(&queue) {
                let count = try await window.takeSlots(upTo: queue.nextCount)
                queue.update(by: priorities, searchingFor: context.searchTimeout)
                for download in await settle(queue.takeNext(count)) {
                    group.addTask { await self.finish(download) }
                }
            }
        }
    }

    /// Reads batches until suppliers are left, and among them the urgent ones, which are searched for a limited time.
    ///
    /// - Returns: whether suppliers are left.
    private func fill(_ queue: inout SupplierQueue) async throws -> Bool {
        queue.update(by: priorities, searchingFor: context.searchTimeout)
        while queue.count == 0 || queue.isSearching {
            var timer: Task<Void, any Error>?
            if queue.count > 0 {
                timer = Task { [batches, end = queue.searchEnd] in
                    try await Task.sleep(until: end, clock: .continuous)
                    batches.sendNow([])
                }
            }
            defer { timer?.cancel() }
            guard let batch = try await batches.next() else { break }
            queue.append(batch)
            queue.update(by: priorities, searchingFor: context.searchTimeout)
        }
        return queue.count > 0
    }

    /// Changes the priority of suppliers' avatars.
    func prioritize(_ suppliers: [Supplier], as priority: DataRequest.Priority) async {
        priorities.change(suppliers.map(\.id), to: priority)
        for request in context.pending.prioritize(suppliers, as: priority) {
            await context.dataLoader.prioritize(request)
        }
    }

    /// Looks avatars up, all in one trip to the disk, and delivers the outcomes that need no server.
    ///
    /// - Returns: the avatars to be downloaded.
    private func settle(_ waiters: [Waiter]) async -> [AvatarDownload] {
        var outcomes: [AvatarOutcome] = []
        var downloads: [AvatarDownload] = []
        let candidates = candidates(among: waiters, &outcomes)
        await lookUp(candidates.map(\.download))
        for (waiter, download) in candidates {
            if let result = await download.settledResult() {
                outcomes.append(outcome(waiter, result, download.ended?.unstored))
                continue
            }
            switch context.pending.join(download) {
            case .new: downloads.append(download)
            case .joined: window.freeSlot()
            case .failed(let failure): outcomes.append(outcome(waiter, .failed(failure)))
            }
        }
        window.deliver(outcomes)
        // A stale avatar whose server is asked may have had no response lately.
        await lookUpFailures(of: downloads.filter { $0.entry != nil })
        return downloads
    }

    /// The suppliers whose avatars have a key in the cache.
    ///
    /// - Parameter outcomes: receives those of suppliers whose endpoint is absent or invalid.
    private func candidates(
        among waiters: [Waiter], _ outcomes: inout [AvatarOutcome]
    ) -> [(waiter: Waiter, download: AvatarDownload)] {
        var candidates: [(waiter: Waiter, download: AvatarDownload)] = []
        candidates.reserveCapacity(waiters.count)
        for waiter in waiters {
            guard let avatar = waiter.supplier.avatar else {
                outcomes.append(outcome(waiter, .none))
                continue
            }
            do throws(Avatar.EndpointError) {
                let key = CacheKey(avatarAt: try resolver.address(of: avatar, for: waiter.supplier.id))
                candidates.append((waiter, AvatarDownload(of: key, for: waiter, in: context)))
            } catch {
                outcomes.append(outcome(waiter, .failed(.endpoint(error))))
            }
        }
        return candidates
    }

    /// Looks avatars up in the cache that are neither remembered nor in flight: first entries, then failures.
    ///
    /// Entries are not looked up if the cache had none of the last ones.
    private func lookUp(_ downloads: [AvatarDownload]) async {
        var unknown = context.pending.recall(downloads)
        if !unknown.isEmpty, context.policy.isOffline || findsEntries.load(ordering: .relaxed) {
            let entries = await context.entries(for: unknown.map(\.key))
            for (download, entry) in zip(unknown, entries) { download.entry = entry }
            unknown.removeAll { $0.entry != nil }
            findsEntries.store(unknown.count < entries.count, ordering: .relaxed)
        }
        await lookUpFailures(of: unknown)
    }

    private func lookUpFailures(of downloads: [AvatarDownload]) async {
        let failures = await context.failures(for: downloads.map(\.key))
        for (download, failure) in zip(downloads, failures) { download.failure = failure }
    }

    /// Downloads an avatar, and delivers an outcome to each of its waiters.
    private func finish(_ download: AvatarDownload) async {
        let start = ContinuousClock.now
        func outcomes(
            _ waiters: [Waiter], _ result: AvatarOutcome.Result, _ metrics: DataLoader.Metrics? = nil,
            _ unstored: AvatarOutcome.Unstored? = nil
        ) -> [AvatarOutcome] {
            let duration = ContinuousClock.now - start
            return waiters.map { waiter in
                AvatarOutcome(
                    supplier: waiter.supplier, position: waiter.position, result: result, duration: duration,
                    metrics: metrics, unstored: unstored)
            }
        }
        do {
            let (result, metrics) = try await download.run { stale in
                let waiters = context.pending.takeWaiters(for: download, keepingThem: context.updatesStale)
                window.deliver(
                    sharing: outcomes(waiters, stale), isLast: false, arePreliminary: context.updatesStale)
            }
            if download.wasFound { findsEntries.store(true, ordering: .relaxed) }
            let waiters = context.pending.end(download, result)
            window.deliver(sharing: outcomes(waiters, result, metrics, download.unstored))
        } catch {
            // The reader is gone: no outcome is wanted any more.
            context.pending.remove(download)
            window.cancel()
        }
    }

    private func outcome(
        _ waiter: Waiter, _ result: AvatarOutcome.Result, _ unstored: AvatarOutcome.Unstored? = nil
    ) -> AvatarOutcome {
        AvatarOutcome(supplier: waiter.supplier, position: waiter.position, result: result, unstored: unstored)
    }
}
