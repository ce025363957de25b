import Synchronization

/// Loads the avatars of suppliers that arrive in batches: looks a batch up, settles what the cache can answer, and
/// downloads the rest in a bounded window. Details are loaded in the same way (``Part``).
///
/// Its memory does not grow with the suppliers. Besides its transfer an avatar costs mostly file calls; these run on
/// its task's thread.
final class AvatarPipeline: Sendable {
    let window: AvatarWindow
    let pending = PendingDownloads()

    /// The fleet's store if there is one, which asks the loader that waits as hosts wish, which asks the network.
    let dataLoader: any DataLoading

    let cache: (any DataCaching)?

    /// The cache if it is the kit's own. The pipeline then runs on a thread for files.
    let disk: DiskCache?
    let policy: CachePolicy
    let delivery: AvatarOutcome.Delivery

    /// The longest wait for another process that is downloading an avatar.
    let claimTimeout: Duration

    /// The part of suppliers that it loads: what is said here of avatars holds for details too.
    let part: Part

    /// Makes the request for an avatar, without conditions.
    let request: @Sendable (URL) -> DataRequest

    private let batches: ProducedStream<[Supplier]>
    private let priority: DataRequest.Priority
    private let priorities = SupplierQueue.Priorities()

    /// The cache is worth looking into before avatars are claimed: until a lookup finds nothing, and again from
    /// the first entry that is found after a claim.
    private let findsEntries = Atomic(true)

    /// The tasks that wait for their next download; `nil` once there is none left.
    private let idleTasks = Lock<[CheckedContinuation<AvatarDownload?, Never>]?>([])

    /// Creates a pipeline; a `SupplierLoader` does so in `AvatarPipeline+Loader`, which also makes ``request``.
    ///
    /// - Parameters:
    ///   - batches: the suppliers.
    ///   - priority: their avatars' priority, unless it is changed.
    ///   - part: the part of them that is loaded.
    ///   - windowSize: how many avatars may be ahead of the reader, at least 1.
    ///   - dataLoader: asks the avatars' servers.
    ///   - cache: keeps avatars; `nil` for none.
    ///   - policy: decides whether the cache answers.
    ///   - delivery: the content of outcomes.
    ///   - claimTimeout: the longest wait for another process that is downloading an avatar.
    ///   - request: makes the request for an avatar.
    init(
        of batches: ProducedStream<[Supplier]>, at priority: DataRequest.Priority, loading part: Part,
        windowSize: Int, by dataLoader: any DataLoading, into cache: (any DataCaching)?, policy: CachePolicy,
        delivery: AvatarOutcome.Delivery, claimTimeout: Duration, request: @escaping @Sendable (URL) -> DataRequest
    ) {
        (self.batches, self.priority, self.part) = (batches, priority, part)
        (self.dataLoader, self.cache, disk, self.policy) = (dataLoader, cache, cache as? DiskCache, policy)
        (self.delivery, self.claimTimeout, self.request) = (delivery, claimTimeout, request)
        window = AvatarWindow(size: windowSize)
    }

    /// Delivers one outcome per supplier.
    ///
    /// - Throws: `CancellationError` once the reader is gone.
    func run() async throws {
        defer { window.finish() }
        try await withThrowingDiscardingTaskGroup { group in
            defer { for task in idleTasks.withLock({ $0.take() }) ?? [] { task.resume(returning: nil) } }
            var position = 0
            while let suppliers = try await batches.next() {
                var queue = SupplierQueue(of: suppliers, from: position, at: priority)
                position += suppliers.count
                while queue.count > 0 {
                    let count = try await window.takeSlots(upTo: queue.count)
                    queue.update(by: priorities)
                    for download in await settle(count, of: &queue) {
                        if let task = idleTasks.withLock({ $0?.popLast() }) {
                            task.resume(returning: download)
                        } else {
                            group.addTask { await self.finishAll(from: download) }
                        }
                    }
                }
                priorities.reset()
            }
        }
    }

    /// Changes the priority of suppliers that were read and not started.
    func prioritize(_ suppliers: [Supplier], as priority: DataRequest.Priority) {
        priorities.change(suppliers.map(\.id), to: priority)
    }

    /// Looks the next avatars up, all in one call of the cache, and delivers the outcomes that need no server.
    ///
    /// - Returns: the avatars to be downloaded.
    private func settle(_ count: Int, of queue: inout SupplierQueue) async -> [AvatarDownload] {
        var (outcomes, downloads) = (Queue<AvatarOutcome>(), [AvatarDownload]())
        let candidates = takeNext(count, of: &queue, &outcomes)
        await lookUp(candidates)
        for download in candidates {
            download.decide()
            if let result = await download.settledResult() {
                outcomes.append(download.outcome(result))
                continue
            }
            switch pending.join(download) {
            case .new: downloads.append(download)
            case .joined: window.free(slotCount: 1)
            case .failed(let failure): outcomes.append(download.outcome(.failed(failure)))
            }
        }
        window.deliver(&outcomes, freeing: outcomes.count)
        // A stale avatar whose server is asked may have had no response lately.
        await lookUpFailures(of: downloads.filter { $0.entry != nil })
        return downloads
    }

    /// Takes the next suppliers, and returns those whose avatars have a key in the cache.
    ///
    /// - Parameter outcomes: receives those of suppliers whose endpoint is absent or invalid.
    private func takeNext(
        _ count: Int, of queue: inout SupplierQueue, _ outcomes: inout Queue<AvatarOutcome>
    ) -> [AvatarDownload] {
        var candidates: [AvatarDownload] = []
        candidates.reserveCapacity(count)
        queue.takeNext(count) { (supplier: consuming Supplier, position, priority) in
            do throws(AvatarOutcome.Error) {
                guard let key = try part.key(supplier) else {
                    return outcomes.append(AvatarOutcome(supplier: supplier, position: position, result: .none))
                }
                candidates.append(AvatarDownload(of: key, for: supplier, at: position, priority, in: self))
            } catch {
                outcomes.append(AvatarOutcome(supplier: supplier, position: position, result: .failed(error)))
            }
        }
        return candidates
    }

    /// Finishes one download after another, so that its task's memory is used again.
    private func finishAll(from first: AvatarDownload) async {
        var next = Optional(first)
        while let download = next.take() {
            await finish(download)
            next = await withCheckedContinuation { task in
                if idleTasks.withLock({ $0?.append(task) }) == nil { task.resume(returning: nil) }
            }
            idleTasks.order()
        }
    }

    /// Downloads an avatar, and delivers an outcome for each supplier that waits for it.
    private func finish(_ download: AvatarDownload) async {
        let start = ContinuousClock.now
        do throws(CancellationError) {
            let result = try await download.run { stale in deliver(stale, of: download, since: start, isLast: false) }
            if download.wasFound { findsEntries.store(true, ordering: .relaxed) }
            deliver(result, of: download, since: start)
        } catch {
            // The reader is gone: no outcome is wanted any more.
            pending.remove(download)
            window.cancel()
        }
    }

    /// Delivers a result for the suppliers that wait for a download.
    ///
    /// - Parameter isLast: whether the download has ended.
    @inline(never)
    private func deliver(
        _ result: AvatarOutcome.Result, of download: AvatarDownload, since start: ContinuousClock.Instant,
        isLast: Bool = true
    ) {
        let duration = ContinuousClock.now - start
        let waiting = isLast ? pending.end(download, result) : pending.takeWaiting(for: download)
        var outcomes = Queue<AvatarOutcome>()
        if waiting.isFirst { outcomes.append(download.outcome(result, duration, download.metrics)) }
        for other in waiting.joined { outcomes.append(other.outcome(result, duration, download.metrics)) }
        window.deliver(&outcomes, freeing: isLast ? 1 : 0)
    }
}

// MARK: - Looking up

extension AvatarPipeline {
    /// Looks avatars up in the cache that are neither remembered nor in flight: first entries, then failures.
    ///
    /// Entries are not looked up if the cache had none of the last ones.
    private func lookUp(_ downloads: [AvatarDownload]) async {
        var unknown = pending.recall(downloads)
        if !unknown.isEmpty, policy.isOffline || findsEntries.load(ordering: .relaxed) {
            let entries = await cache?.readableEntries(for: unknown.map(\.key)) ?? []
            for (download, entry) in zip(unknown, entries) { download.entry = entry }
            unknown.removeAll { $0.entry != nil }
            findsEntries.store(unknown.count < entries.count, ordering: .relaxed)
        }
        await lookUpFailures(of: unknown)
    }

    private func lookUpFailures(of downloads: [AvatarDownload]) async {
        guard !downloads.isEmpty, let cache else { return }
        let failures = await cache.readableFailures(for: downloads.map { CacheKey(failureOf: $0.key) })
        for (download, failure) in zip(downloads, failures) { download.failure = failure }
    }
}

extension AvatarPipeline {
    /// The part of suppliers that it loads: their avatars, or their details.
    ///
    /// A `SupplierLoader` makes both. Everything else about a download is the same for them.
    struct Part: Sendable {
        /// The key of a supplier's part in the cache, whose text is its URL; `nil` if it has none.
        let key: @Sendable (Supplier) throws(AvatarOutcome.Error) -> CacheKey?

        /// Checks that a response has the whole part.
        let check: @Sendable (AvatarResponse) throws(AvatarOutcome.Error) -> Void

        /// The cache's bytes are such a part; a cache of another program may have others.
        let isUsable: @Sendable ([UInt8]) -> Bool

        /// The most bytes that it may have.
        let byteLimit: Int

        /// The most time that a transfer may take; `nil` for the loader's own limit.
        var timeLimit: Duration?

        /// It is of use however old it is, so that the last one is shown whenever its server fails. One whose server
        /// gives no lifetime is asked for again each time, as a catalog is. 404 and 410 drop it, as an avatar.
        var keepsLast = false

        /// Machines share it in a store, if there is one.
        var isShared = false

        /// The key of a supplier's part; `nil` also if its address is invalid.
        func validKey(of supplier: Supplier) -> CacheKey? { try? key(supplier) }
    }
}
