import FoundationEssentials

extension SupplierLoader {
    /// Streams what became of each supplier's avatar, as each comes in: one outcome per supplier, one transfer per
    /// distinct URL.
    ///
    /// A failure is an outcome, never an error. The order is that of arrival. Loading starts at once, and goes no
    /// further ahead of the reader than ``Configuration/avatarsInFlight``. Cancelling the task that reads, or dropping
    /// the stream, ends what is on its way.
    public func avatars(
        for suppliers: [Supplier], delivering delivery: AvatarDelivery = .bytes,
        priority: DataRequest.Priority = .normal
    ) -> AvatarStream {
        let batches = ProducedStream<[Supplier]>(capacity: 1) { channel in _ = await channel.send(suppliers) }
        return avatars(in: batches, delivery, priority)
    }

    /// Streams what became of the avatars of suppliers that are still coming in, in batches of any size, as
    /// ``avatars(for:delivering:priority:)`` does of those that are there.
    ///
    /// What is kept does not grow with the suppliers: up to 16 batches are read ahead, and then no more than the avatars'
    /// progress asks for. A URL that comes again after its transfer has ended is found in the
    /// cache; only without a cache is it asked for again.
    public func avatars<Batches: AsyncSequence<[Supplier], Never> & Sendable>(
        for batches: Batches, delivering delivery: AvatarDelivery = .bytes, priority: DataRequest.Priority = .normal
    ) -> AvatarStream {
        let read = ProducedStream<[Supplier]>(capacity: 16) { channel in
            for await suppliers in batches {
                guard await channel.send(suppliers) else { return }
            }
        }
        return avatars(in: read, delivery, priority)
    }

    private func avatars(
        in batches: ProducedStream<[Supplier]>, _ delivery: AvatarDelivery, _ priority: DataRequest.Priority
    ) -> AvatarStream {
        let channel = BoundedChannel<AvatarParcel>(capacity: AvatarRun.parcelsAhead)
        let run = AvatarRun(
            loader: self, batches: batches, delivery: delivery, ledger: AvatarLedger(priority: priority),
            channel: channel)
        // Each avatar takes file calls, and little besides: they are made where the task is.
        let task = Task(executorPreference: BlockingPool.shared) {
            do {
                try await run.deliverAll()
                channel.finish()
            } catch {
                // Only a cancelled task gets here: nobody waits for an outcome any more.
                channel.cancel()
            }
        }
        return AvatarStream(run: run, task: task)
    }

    /// The keys of suppliers' avatars; `nil` where one has none, or names nothing that may be loaded.
    func avatarKeys(of suppliers: [Supplier]) -> [CacheKey?] {
        let resolver = EndpointResolver(against: location)
        return suppliers.map { supplier in
            guard let avatar = supplier.avatar,
                case .success(let address) = Result(catching: { try resolver.address(of: avatar) })
            else { return nil }
            return CacheKey(avatarAt: address)
        }
    }

    /// What the cache holds of each supplier's avatar, in the suppliers' order, without asking any server: the entry,
    /// or `nil` where there is none, or no avatar.
    ///
    /// - Throws: ``CacheError``, where the cache cannot be read at all.
    public func cachedAvatars(for suppliers: [Supplier]) async throws -> [CacheEntry?] {
        guard let cache else { return suppliers.map { _ in nil } }
        let keys = avatarKeys(of: suppliers)
        var entries = try await cache.entries(for: keys.compactMap(\.self)).makeIterator()
        return keys.map { key in key == nil ? nil : entries.next() ?? nil }
    }
}
