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
        let channel = BoundedChannel<AvatarOutcome>(capacity: configuration.avatarsInFlight)
        let run = AvatarRun(
            loader: self, suppliers: suppliers, delivery: delivery, priority: priority, channel: channel)
        let task = Task {
            await run.deliverAll()
            channel.finish()
        }
        return AvatarStream(channel: channel, task: task)
    }

    /// What the cache holds of each supplier's avatar, in the suppliers' order, without asking any server: the entry,
    /// or `nil` where there is none, or no avatar.
    ///
    /// - Throws: ``CacheError``, where the cache cannot be read at all.
    public func cachedAvatars(for suppliers: [Supplier]) async throws -> [CacheEntry?] {
        guard let cache else { return suppliers.map { _ in nil } }
        let keys = suppliers.map { supplier in
            supplier.avatar.flatMap { avatar -> CacheKey? in
                guard case .success(let url) = Result(catching: { try avatar.resolved(against: location) }) else {
                    return nil
                }
                return CacheKey(avatar: url)
            }
        }
        var entries = try await cache.entries(for: keys.compactMap(\.self)).makeIterator()
        return keys.map { key in key == nil ? nil : entries.next() ?? nil }
    }
}
