extension DiskCache {
    /// Takes the right to load what belongs under a key; `nil` where another has it, in this process or any other.
    ///
    /// Where the cache's file system cannot lock, or its directory cannot be made, everybody has every right.
    ///
    /// - Throws: `CancellationError` where the task was cancelled before.
    public func claim(_ key: CacheKey) async throws -> CacheClaim? {
        try Task.checkCancellation()
        return await BlockingPool.shared.run { [state] in Self.claims(on: [key], in: state)[0] }
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
            let claims = Self.claims(on: keys, in: state)
            for index in keys.indices {
                if let claim = claims[index] {
                    claimed.append(ClaimedEntry(claim: claim, entry: try lookup.entry(for: keys[index])))
                } else {
                    claimed.append(nil)
                }
            }
            return claimed
        }
    }

    private static func claims(on keys: [CacheKey], in state: DiskCacheState) -> [CacheClaim?] {
        let places = keys.map(ClaimTable.place)
        return zip(places, state.claims.take(places, preparing: state.prepare)).map { place, answer in
            switch answer {
            case .taken: CacheClaim(on: place, in: state.claims)
            case .refused: nil
            // Loading twice is better than not at all.
            case .unlockable: CacheClaim {}
            }
        }
    }
}
