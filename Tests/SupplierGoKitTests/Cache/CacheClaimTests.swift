import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1))) struct CacheClaimTests {
    private let temporary: TemporaryDirectory
    private let key = CacheKey("https://x.test/a.png", in: .images)

    init() throws {
        temporary = try TemporaryDirectory()
    }

    @Test func hasOneHolderInACacheAndAcrossCaches() async throws {
        let caches = [DiskCache(directory: temporary.path), DiskCache(directory: temporary.path)]
        let claim = try #require(try await caches[0].claim(key))
        for cache in caches { #expect(try await cache.claim(key) == nil) }
        let other = CacheKey("https://x.test/b.png", in: .images)
        #expect(try await caches[1].claim(other) != nil)
        claim.release()
        for cache in caches { try await claimOnceFree(in: cache).release() }
    }

    @Test func endsWithItsHolder() async throws {
        let cache = DiskCache(directory: temporary.path)
        _ = try #require(try await cache.claim(key))
        try await claimOnceFree(in: cache).release()
    }

    @Test func outlivesItsCache() async throws {
        var cache: DiskCache? = DiskCache(directory: temporary.path)
        let claim = try #require(try await cache?.claim(key))
        cache = nil
        #expect(try await DiskCache(directory: temporary.path).claim(key) == nil)
        withExtendedLifetime(claim) {}
    }

    @Test func isHadByAllWhereNothingCanBeLocked() async throws {
        let cache = DiskCache(directory: "/proc/suppliergo")
        let claims = [try await cache.claim(key), try await cache.claim(key)]
        #expect(claims.allSatisfy { $0 != nil })
    }

    @Test func isLeftWithTheCache() async throws {
        let cache = DiskCache(directory: temporary.path(of: "cache"))
        let claim = try #require(try await cache.claim(key))
        try await DiskCache(directory: cache.directory).clear()
        let later = try #require(try await DiskCache(directory: cache.directory).claim(key))
        #expect(try await cache.claim(key) == nil)
        withExtendedLifetime((claim, later)) {}
    }

    /// A claim is released on a file thread, a moment after its holder has let go of it.
    private func claimOnceFree(in cache: DiskCache) async throws -> CacheClaim {
        while true {
            if let claim = try await cache.claim(key) { return claim }
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
