import SupplierGoKit
import SupplierGoTesting

/// Somebody else's cache around a cache in memory, to which it forwards the calls that it does not answer itself.
protocol ForwardingCache: DataCaching {
    var cache: MemoryCache { get }
}

extension ForwardingCache {
    func entries(for keys: [CacheKey]) async throws -> [CacheEntry?] { try await cache.entries(for: keys) }

    func bytes(of entry: CacheEntry) async throws -> [UInt8] { try await cache.bytes(of: entry) }

    func chunks(of entry: CacheEntry) async throws -> ByteChunks { try await cache.chunks(of: entry) }

    func store(
        _ bytes: [UInt8], fileExtension: String, response: StoredResponse?, for key: CacheKey
    ) async throws -> CacheEntry {
        try await cache.store(bytes, fileExtension: fileExtension, response: response, for: key)
    }

    func makeWriter(fileExtension: String, for key: CacheKey) async throws -> any CacheWriting {
        try await cache.makeWriter(fileExtension: fileExtension, for: key)
    }

    func refresh(_ entry: CacheEntry, with response: StoredResponse) async throws -> CacheEntry {
        try await cache.refresh(entry, with: response)
    }

    func remove(_ entry: CacheEntry) async throws { try await cache.remove(entry) }

    func failures(for keys: [CacheKey]) async throws -> [StoredResponse.Failure?] {
        try await cache.failures(for: keys)
    }

    func storeFailure(_ failure: StoredResponse.Failure, for key: CacheKey) async throws {
        try await cache.storeFailure(failure, for: key)
    }

    func claim(_ key: CacheKey) async throws -> CacheClaim? { try await cache.claim(key) }
}
