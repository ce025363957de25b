import SupplierGoKit
import SupplierGoTesting

/// Somebody else's cache that returns entries and bytes other than those it was given, or throws errors.
struct AlteredCache: DataCaching {
    let cache: MemoryCache

    /// Returns the entries that it returns in place of those it has.
    var entries: @Sendable ([CacheEntry?]) -> [CacheEntry?] = { $0 }

    /// Returns the bytes that it returns in place of an entry's.
    var bytes: @Sendable (CacheEntry, [UInt8]) throws -> [UInt8] = { $1 }

    func entries(for keys: [CacheKey]) async throws -> [CacheEntry?] { entries(try await cache.entries(for: keys)) }

    func bytes(of entry: CacheEntry) async throws -> [UInt8] { try bytes(entry, await cache.bytes(of: entry)) }

    func chunks(of entry: CacheEntry) async throws -> ByteChunks {
        let rest = Watched([try await bytes(of: entry)][...])
        return ByteChunks { rest.update { $0.popFirst() } }
    }

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

    func failures(for keys: [CacheKey]) async throws -> [StoredFailure?] { try await cache.failures(for: keys) }

    func storeFailure(_ failure: StoredFailure, for key: CacheKey) async throws {
        try await cache.storeFailure(failure, for: key)
    }

    func claim(_ key: CacheKey) async throws -> CacheClaim? { try await cache.claim(key) }
}
