extension DiskCache {
    /// Takes the right to load what belongs under a key; `nil` where another has it, in this process or any other.
    ///
    /// Where the cache's file system cannot lock, or its directory cannot be made, everybody has every right.
    ///
    /// - Throws: `CancellationError` where the task was cancelled before.
    public func claim(_ key: CacheKey) async throws -> CacheClaim? {
        try Task.checkCancellation()
        return await BlockingPool.shared.run { [state] in Self.claim(key, in: state) }
    }

    /// Takes the right to load what belongs under each key, and then looks what is there, in one trip to the disk; `nil`, in
    /// the keys' order, where another has the right.
    ///
    /// - Throws: ``CacheError``, where the cache cannot be read; `CancellationError` where the task was cancelled before.
    public func claimEntries(for keys: [CacheKey]) async throws -> [ClaimedEntry?] {
        try Task.checkCancellation()
        return try await onDisk { [layout, state] () throws(FileError) in
            var lookup = CacheLookup(layout)
            var claimed: [ClaimedEntry?] = []
            claimed.reserveCapacity(keys.count)
            for key in keys {
                if let claim = Self.claim(key, in: state) {
                    claimed.append(ClaimedEntry(claim: claim, entry: try lookup.entry(for: key)))
                } else {
                    claimed.append(nil)
                }
            }
            return claimed
        }
    }

    private static func claim(_ key: CacheKey, in state: DiskCacheState) -> CacheClaim? {
        let place = ClaimTable.place(of: key)
        do throws(FileError) {
            guard try state.claims.take(place, preparing: state.prepare) else { return nil }
        } catch {
            // Loading twice is better than not at all.
            return CacheClaim {}
        }
        return CacheClaim { BlockingPool.shared.submit { state.claims.release(place) } }
    }
}
