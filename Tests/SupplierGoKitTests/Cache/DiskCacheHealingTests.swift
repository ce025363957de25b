import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import SupplierGoKit

/// A directory in the place of an entry's file, with a file in it.
@Suite struct DiskCacheHealingTests {
    private let temporary: TemporaryDirectory
    private let cache: DiskCache
    private let key = CacheKey("https://x.test/a.png", in: .images)

    init() throws {
        (temporary, cache) = try DiskCache.temporary()
    }

    private func makeDirectory(_ fileExtension: String = "png") throws {
        let path = cache.files.layout.entryPath(of: key, fileExtension)
        try temporary.write([1], to: String(path.dropFirst(temporary.path.count + 1)) + "/below/file")
    }

    @Test(arguments: ["png", "jpg"]) func storesInItsPlace(_ fileExtension: String) async throws {
        try makeDirectory(fileExtension)
        try makeDirectory("png")
        #expect(try await cache.entries(for: [key]) == [nil])
        let stored = try await cache.store([1, 2], fileExtension: fileExtension, for: key)
        #expect(try await cache.entries(for: [key]) == [stored])
        #expect(try await cache.bytes(of: stored) == [1, 2])
    }

    @Test func storesAFailureInItsPlace() async throws {
        let path = cache.files.layout.failurePath(of: key)
        try temporary.write([1], to: String(path.dropFirst(temporary.path.count + 1)) + "/file")
        #expect(try await cache.failures(for: [key]) == [nil])
        let failure = StoredFailure(url: key.text, status: nil, reason: "r", failedAt: .now, retryAt: nil)
        try await cache.storeFailure(failure, for: key)
        #expect(try await cache.failures(for: [key]) == [failure])
    }

    @Test func isFoundWhenTheCacheIsVerified() async throws {
        try makeDirectory()
        #expect(try await cache.verify().broken == [cache.files.layout.entryPath(of: key, "png")])
        #expect(try await cache.verify().broken == [])
        #expect(try temporary.files().isEmpty)
    }

    @Test func isRemovedWhenTheCacheIsCleared() async throws {
        try makeDirectory()
        try await cache.clear()
        #expect(try FileManager.default.subpathsOfDirectory(atPath: cache.directory).isEmpty)
    }
}
