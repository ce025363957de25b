import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import SupplierGoKit

/// A directory in the place of one of the cache's files, or a file in the place of one of its directories.
@Suite struct DiskCacheObstacleTests {
    private let temporary: TemporaryDirectory
    private let cache: DiskCache
    private let key = CacheKey("https://x.test/a.png", in: .images)

    init() throws {
        (temporary, cache) = try DiskCache.temporary()
    }

    /// Puts a directory with a file in it at a path of the cache.
    private func makeDirectory(at path: String) throws {
        try temporary.write([1], to: String(path.dropFirst(temporary.path.count + 1)) + "/file")
    }

    private func expectStoringThrows(_ error: CacheError) async throws {
        await #expect(throws: error) { try await cache.store([1, 2], for: key) }
        #expect(try !temporary.files().contains { $0.contains(".tmp-") })
    }

    @Test func namesADirectoryInAnEntrysPlace() async throws {
        let path = cache.files.layout.entryPath(of: key)
        try makeDirectory(at: path)
        #expect(try await cache.entries(for: [key]) == [nil])
        try await expectStoringThrows(.notAFile(path: path))
    }

    @Test func namesADirectoryInThePlaceOfTheFileThatDatesWalks() async throws {
        let path = cache.files.layout.path(of: CacheLayout.walk)
        try makeDirectory(at: path)
        try await expectStoringThrows(.notAFile(path: path))
        await #expect(throws: CacheError.notAFile(path: path)) { try await cache.prune() }
        await #expect(throws: CacheError.notAFile(path: path)) { try await cache.clear() }
    }

    @Test(arguments: ["images", "locks"]) func namesAFileInADirectorysPlace(_ name: String) async throws {
        try temporary.write([1], to: "cache/" + name)
        try await expectStoringThrows(.notADirectory(path: cache.directory + "/" + name))
    }

    @Test(arguments: ["notes", "images/notes", "locks/notes"]) func leavesOtherFiles(_ name: String) async throws {
        try temporary.write([1], to: "cache/" + name)
        #expect(try await cache.usage().total.entryCount == 0)
        try await cache.clear()
        #expect(try temporary.files() == ["cache/" + name])
    }

    @Test func doesNotUseADirectoryThatEveryoneCanWriteTo() async throws {
        _ = try await cache.store([1, 2], for: key)
        _ = unsafe chmod(cache.directory, 0o777)
        let other = DiskCache(directory: cache.directory)
        let error = CacheError.untrusted(path: cache.directory)
        await #expect(throws: error) { try await other.entries(for: [key]) }
        await #expect(throws: error) { try await other.store([1], for: key) }
        await #expect(throws: error) { try await other.clear() }
        _ = unsafe chmod(cache.directory, 0o1777)
        #expect(try await other.entries(for: [key]) != [nil])
    }
}
