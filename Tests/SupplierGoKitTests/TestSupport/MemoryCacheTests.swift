import SupplierGoKit
import TestSupport
import Testing

struct MemoryCacheTests {
    private static let namespace = CacheKey.Namespace(name: "things")
    private let key = CacheKey("one", in: namespace)

    @Test func keepsBytesUnderKeys() async throws {
        let cache = MemoryCache([CacheKey("old", in: Self.namespace): [9]])
        let bytes = [UInt8](repeating: 7, count: 2500)
        let entry = try await cache.store(bytes, for: key)
        #expect(entry == CacheEntry(key: key, file: nil, byteCount: 2500, storedAt: cache.storedAt))
        let keys = [CacheKey("none", in: Self.namespace), key, CacheKey("old", in: Self.namespace)]
        #expect(try await cache.entries(for: keys).map { $0?.byteCount } == [nil, 2500, 1])
        #expect(try await cache.bytes(of: entry) == bytes)
        var chunks: [[UInt8]] = []
        for try await chunk in try await cache.chunks(of: entry) { chunks.append(chunk) }
        #expect(chunks.map(\.count) == [1000, 1000, 500])
    }

    @Test func keepsNothingOfAWriterBeforeItCommits() async throws {
        let cache = MemoryCache()
        let writer = try await cache.makeWriter(for: key)
        try await writer.write([1])
        try await writer.write([2])
        #expect(cache[key] == nil)
        #expect(try await writer.commit().byteCount == 2)
        #expect(cache[key] == [1, 2])
        #expect(cache.contents.writerCount == 1)
    }

    @Test func failsWhereItIsTold() async throws {
        let error = CacheError.notADirectory(path: "/x")
        await #expect(throws: error) { try await MemoryCache(readError: error).entries(for: []) }
        await #expect(throws: error) {
            try await MemoryCache(writeError: error).store([1], for: key)
        }
    }
}
