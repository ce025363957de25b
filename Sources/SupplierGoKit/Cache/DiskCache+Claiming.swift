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

    /// Takes the right to load what belongs under a key, and then looks what is there, in one trip to the disk; `nil` where
    /// another has the right.
    ///
    /// - Throws: ``CacheError``, where the cache cannot be read; `CancellationError` where the task was cancelled before.
    public func claimEntry(_ key: CacheKey) async throws -> (claim: CacheClaim, entry: CacheEntry?)? {
        try Task.checkCancellation()
        return try await onDisk { [layout, state] () throws(FileError) in
            guard let claim = Self.claim(key, in: state) else { return nil }
            return (claim, try Self.entry(for: key, in: layout))
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
