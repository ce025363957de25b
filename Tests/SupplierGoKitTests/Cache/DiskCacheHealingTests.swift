import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import SupplierGoKit

/// A directory with a file in it in the place of a file, and a file in the place of a directory.
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

    private static let obstacles =
        [
            "USAGE/file", "LASTRUN/file", "CACHEDIR.TAG/file", "locks/claims/file",
            "locks/\(ProcessLock.fileName(for: "x"))/file", "failures", "writers", "locks", "images/3f",
        ] + [CacheKey.Namespace.avatars, .catalogs, .pages, .indexes].map(\.name)

    private func path(of obstacle: String) -> String {
        cache.directory + "/" + (obstacle.hasSuffix("/file") ? String(obstacle.dropLast(5)) : obstacle)
    }

    @Test(arguments: obstacles) func verifyingRemovesWhatIsInTheWay(_ obstacle: String) async throws {
        try temporary.write([1], to: "cache/" + obstacle)
        #expect(try await cache.verify().broken == [path(of: obstacle)])
        #expect(try temporary.files() == [])
        #expect(try await cache.verify().broken == [])
        let stored = try await cache.store([1, 2], fileExtension: "png", for: key)
        #expect(try await cache.entries(for: [key]) == [stored])
    }

    @Test(arguments: obstacles) func clearingRemovesWhatIsInTheWay(_ obstacle: String) async throws {
        try temporary.write([1], to: "cache/" + obstacle)
        try await cache.clear()
        #expect(try FileManager.default.subpathsOfDirectory(atPath: cache.directory).isEmpty)
    }

    @Test(arguments: ["notes", "images/notes", "locks/notes"]) func leavesOtherFiles(_ name: String) async throws {
        try temporary.write([1], to: "cache/" + name)
        #expect(try await cache.verify().broken == [])
        try await cache.clear()
        #expect(try temporary.files() == ["cache/" + name])
    }

    @Test func storesWhereADirectoryIsInThePlaceOfItsCount() async throws {
        for name in ["USAGE", "LASTRUN"] { try temporary.write([1], to: "cache/\(name)/file") }
        #expect(try await cache.lastRun() == nil)
        let stored = try await cache.store([1, 2], fileExtension: "png", for: key)
        #expect(try await cache.entries(for: [key]) == [stored])
        #expect(try await cache.prune().total.entryCount == 0)
        let run = CacheRunRecord(hitCount: 1, missCount: 2)
        try await cache.note(run)
        #expect(try await cache.lastRun() == run)
    }
}
