extension DiskCache {
    /// Takes the right to load what belongs under a key; `nil` where another has it, in this process or any other.
    ///
    /// Where the cache's file system cannot lock, or its directory cannot be made, everybody has every right.
    ///
    /// - Throws: `CancellationError` where the task was cancelled before.
    public func claim(_ key: CacheKey) async throws -> CacheClaim? {
        try Task.checkCancellation()
        let place = ClaimTable.place(of: key)
        return await BlockingPool.shared.run { [state] in
            do throws(FileError) {
                guard try state.claims.take(place, preparing: state.prepare) else { return nil }
            } catch {
                // Loading twice is better than not at all.
                return CacheClaim {}
            }
            return CacheClaim { BlockingPool.shared.submit { state.claims.release(place) } }
        }
    }
}
