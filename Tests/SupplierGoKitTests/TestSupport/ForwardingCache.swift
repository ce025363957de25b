import SupplierGoTesting

@testable import SupplierGoKit

extension MemoryCache {
    /// The failure under a key; `nil` if there is none.
    func failure(under key: CacheKey) -> StoredResponse.Failure? { self[key].flatMap { StoredResponse.Failure($0) } }
}

/// Somebody else's cache around a cache in memory, to which it forwards the calls that it does not answer itself.
protocol ForwardingCache: DataCaching {
    var cache: MemoryCache { get }
}

extension ForwardingCache {
    func entries(for keys: [CacheKey]) async throws(CacheError) -> [CacheEntry?] { try await cache.entries(for: keys) }

    func bytes(of entry: CacheEntry) async throws(CacheError) -> [UInt8] { try await cache.bytes(of: entry) }

    func chunks(of entry: CacheEntry) async throws(CacheError) -> ByteChunks { try await cache.chunks(of: entry) }

    func store(
        _ bytes: [UInt8], response: StoredResponse?, for key: CacheKey
    ) async throws(CacheError) -> CacheEntry {
        try await cache.store(bytes, response: response, for: key)
    }

    func makeWriter(for key: CacheKey) async throws(CacheError) -> any CacheWriting {
        try await cache.makeWriter(for: key)
    }

    func refresh(_ entry: CacheEntry, with response: StoredResponse) async throws(CacheError) -> CacheEntry {
        try await cache.refresh(entry, with: response)
    }

    func remove(_ entry: CacheEntry) async throws(CacheError) { try await cache.remove(entry) }

    func claim(_ key: CacheKey) async throws(CacheError) -> CacheClaim? { try await cache.claim(key) }
}
