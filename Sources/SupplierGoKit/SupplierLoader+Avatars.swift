import FoundationEssentials

extension SupplierLoader {
    /// Streams what becomes of each supplier's avatar: one outcome per supplier, one transfer per distinct URL.
    ///
    /// A failure is an outcome, never an error. Outcomes come in the order of arrival. Loading starts at once, and goes
    /// no further ahead of the reader than ``Configuration/avatarsInFlight``. Cancelling the reading task, or dropping the
    /// stream, ends what is in flight.
    public func avatars(
        for suppliers: [Supplier], delivering delivery: AvatarDelivery = .bytes,
        priority: DataRequest.Priority = .normal
    ) -> AvatarStream<Never> {
        let batches = ProducedStream<[Supplier]>(capacity: 1) { channel in _ = await channel.send(suppliers) }
        return avatars(in: batches, failure: Lock(nil), delivery, priority)
    }

    /// Streams what becomes of the avatars of suppliers that are still arriving, in batches of any size, as
    /// ``avatars(for:delivering:priority:)`` does for an array.
    ///
    /// Memory does not grow with the number of suppliers: at most 16 batches are read ahead. A URL that comes again after
    /// its download ended is found in the cache; without a cache it is downloaded again. What the batches throw is thrown
    /// after the last outcome.
    public func avatars<Batches: AsyncSequence & Sendable>(
        for batches: Batches, delivering delivery: AvatarDelivery = .bytes, priority: DataRequest.Priority = .normal
    ) -> AvatarStream<Batches.Failure> where Batches.Element == [Supplier] {
        avatars(for: batches, \.self, delivery, priority)
    }

    /// Streams what becomes of the avatars of a catalog's suppliers while the catalog is being read:
    /// `avatars(for: suppliers())`.
    ///
    /// The catalog's errors are thrown after the last outcome. Bad records are left out in silence: a program that
    /// reports them reads ``suppliers(renderedBy:)`` itself.
    public func avatars(
        for suppliers: SupplierStream, delivering delivery: AvatarDelivery = .bytes,
        priority: DataRequest.Priority = .normal
    ) -> AvatarStream<SupplierStream.Failure> {
        avatars(for: suppliers, \.suppliers, delivery, priority)
    }

    /// What becomes of one supplier's avatar.
    ///
    /// - Throws: `CancellationError`; a failure is an outcome.
    public func avatar(
        for supplier: Supplier, delivering delivery: AvatarDelivery = .bytes, priority: DataRequest.Priority = .high
    ) async throws -> AvatarOutcome {
        var outcomes = avatars(for: [supplier], delivering: delivery, priority: priority).makeAsyncIterator()
        guard let outcome = await outcomes.next() else { throw CancellationError() }
        return outcome
    }

    private func avatars<Batches: AsyncSequence & Sendable>(
        for batches: Batches, _ suppliers: @escaping @Sendable (Batches.Element) -> [Supplier],
        _ delivery: AvatarDelivery, _ priority: DataRequest.Priority
    ) -> AvatarStream<Batches.Failure> {
        let failure = Lock<Batches.Failure?>(nil)
        let read = ProducedStream<[Supplier]>(capacity: 16) { channel in
            do throws(Batches.Failure) {
                for try await batch in batches {
                    guard await channel.send(suppliers(batch)) else { return }
                }
            } catch {
                failure.withLock { $0 = error }
            }
        }
        return avatars(in: read, failure: failure, delivery, priority)
    }

    private func avatars<Failure: Error>(
        in batches: ProducedStream<[Supplier]>, failure: Lock<Failure?>, _ delivery: AvatarDelivery,
        _ priority: DataRequest.Priority
    ) -> AvatarStream<Failure> {
        let pipeline = AvatarPipeline(loader: self, batches: batches, delivery: delivery, priority: priority)
        let task = Task(executorPreference: BlockingPool.shared) {
            do {
                try await pipeline.run()
            } catch {
                // The reader is gone.
                pipeline.window.cancel()
            }
        }
        return AvatarStream(of: pipeline, in: task, failure: failure)
    }

    /// What the cache holds of each supplier's avatar, in the suppliers' order, without asking any server: the entry, or
    /// `nil` where there is none, or no avatar.
    ///
    /// - Throws: ``CacheError``, where the cache cannot be read at all.
    public func cachedAvatars(for suppliers: [Supplier]) async throws -> [CacheEntry?] {
        guard let cache else { return suppliers.map { _ in nil } }
        let resolver = EndpointResolver(against: location)
        let keys = suppliers.map(resolver.key)
        var entries = try await cache.entries(for: keys.compactMap(\.self)).makeIterator()
        return keys.map { key in key == nil ? nil : entries.next() ?? nil }
    }
}
