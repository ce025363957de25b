import SupplierGoKit
import SupplierGoTesting

/// Somebody else's cache that returns entries and bytes other than those it was given, or throws errors.
struct AlteredCache: ForwardingCache {
    let cache: MemoryCache

    /// Returns the entries that it returns in place of those it has.
    var entries: @Sendable ([CacheEntry?]) -> [CacheEntry?] = { $0 }

    /// Returns the bytes that it returns in place of an entry's.
    var bytes: @Sendable (CacheEntry, [UInt8]) throws(CacheError) -> [UInt8] = { $1 }

    func entries(for keys: [CacheKey]) async throws(CacheError) -> [CacheEntry?] {
        entries(try await cache.entries(for: keys))
    }

    func bytes(of entry: CacheEntry) async throws(CacheError) -> [UInt8] {
        try bytes(entry, await cache.bytes(of: entry))
    }

    func chunks(of entry: CacheEntry) async throws(CacheError) -> ByteChunks {
        let rest = Watched([try await bytes(of: entry)][...])
        return ByteChunks { rest.update { $0.popFirst() } }
    }
}
