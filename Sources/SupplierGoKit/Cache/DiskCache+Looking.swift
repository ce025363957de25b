import FoundationEssentials

extension DiskCache {
    /// Calls a function with another one that tells what is kept under a key, on a thread that may block.
    ///
    /// A look costs two file calls where the entry has the extension that the key's text ends in, and one where there is
    /// none. Whoever has many keys for several threads calls this several times at once.
    ///
    /// - Throws: what `body` throws; looking throws ``CacheError``, where the cache cannot be read at all.
    public func withLookup<Value: Sendable>(
        _ body: @escaping @Sendable (_ look: (CacheKey) throws -> CacheEntry?) throws -> Value
    ) async throws -> Value {
        try await BlockingPool.shared.run { [layout] in
            var lookup = CacheLookup(layout)
            return try body { key in
                do throws(FileError) {
                    return try lookup.entry(for: key)
                } catch {
                    throw CacheError(error)
                }
            }
        }
    }
}
