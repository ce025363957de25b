import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct DiskCacheUsageTests {
    private let temporary: TemporaryDirectory
    private let cache: DiskCache
    private let catalogs = CacheKey.Namespace(name: "catalogs")

    init() throws {
        (temporary, cache) = try DiskCache.temporary()
    }

    @Test func countsNothingWhereThereIsNoDirectory() async throws {
        #expect(try await cache.usage() == DiskCache.Usage(directory: cache.directory))
        #expect(try await cache.clear() == DiskCache.Usage(directory: cache.directory))
        #expect(try temporary.files().isEmpty)
    }

    @Test func countsEntriesAndBytesByNamespace() async throws {
        try await fill(cache)
        let usage = try await cache.usage()
        #expect(usage["images"] == DiskCache.Usage.Amount(entryCount: 50, byteCount: 1275))
        #expect(usage["catalogs"] == DiskCache.Usage.Amount(entryCount: 1, byteCount: 7))
        #expect(usage["others"] == DiskCache.Usage.Amount())
        #expect(usage.total == DiskCache.Usage.Amount(entryCount: 51, byteCount: 1282))
    }

    @Test func countsOnlyEntries() async throws {
        try await fill(cache)
        for path in ["cache/note.txt", "cache/images/note.txt", "cache/images/00/note.txt", "cache/Photos/00/a.png"] {
            try temporary.write([1], to: path)
        }
        let stem = String(repeating: "0", count: 38)
        try temporary.write([], to: "cache/images/00/\(stem).png")
        #expect(try await cache.usage().total.entryCount == 51)
    }

    @Test func clearsAllThatItMade() async throws {
        try await fill(DiskCache(directory: cache.directory))
        let usage = try await cache.usage()
        #expect(try await cache.clear().amounts == usage.amounts)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: cache.directory).isEmpty)
        #expect(try await cache.clear() == DiskCache.Usage(directory: cache.directory))
    }

    @Test func clearsNothingThatSomebodyElseMade() async throws {
        try await fill(DiskCache(directory: cache.directory))
        let foreign = [
            "cache/Photos/00/a.png", "cache/images/00/holiday.png", "cache/images/note.txt", "cache/locks/mine.lock",
            "cache/note.txt", "cache/writers/novel.txt",
        ]
        for path in foreign { try temporary.write([1], to: path) }
        try await cache.clear()
        #expect(try temporary.files() == (foreign + ["cache/CACHEDIR.TAG"]).sorted())
    }

    @Test func leavesATagThatSomebodyElseWrote() async throws {
        let tag = "Signature: 8a477f597d28d172789f06886806bc55\n# Somebody else's.\n"
        try temporary.write(Array(tag.utf8), to: "cache/CACHEDIR.TAG")
        try await fill(DiskCache(directory: cache.directory))
        try await cache.clear()
        #expect(try temporary.files() == ["cache/CACHEDIR.TAG"])
    }

    @Test func followsNoLinkOutOfItsDirectory() async throws {
        try await fill(DiskCache(directory: cache.directory))
        let elsewhere = DiskCache(directory: temporary.path(of: "elsewhere"))
        try await fill(elsewhere)
        try FileManager.default.createSymbolicLink(
            atPath: cache.directory + "/linked", withDestinationPath: elsewhere.directory + "/images")
        #expect(try await cache.clear().total.entryCount == 51)
        #expect(try await elsewhere.usage().total.entryCount == 51)
    }

    @Test func leavesAWriterAtWork() async throws {
        let key = CacheKey("https://x.test/a.jpg?as=png", in: .images)
        let other = DiskCache(directory: cache.directory)
        let writer = try await other.makeWriter(for: key)
        try await writer.write([1, 2])
        try await cache.clear()
        let entry = try await writer.commit()
        #expect(try await cache.entries(for: [key]) == [entry])
        #expect(try await cache.bytes(of: entry) == [1, 2])
    }

    @Test func findsAnEntryThatIsStoredWhileTheCacheIsCleared() async throws {
        let key = CacheKey("https://x.test/a.jpg", in: .images)
        let other = DiskCache(directory: cache.directory)
        _ = try await other.store([1], for: key)
        let writer = try await other.makeWriter(for: key)
        try await writer.write([2])
        try await cache.clear()
        let entry = try await writer.commit()
        #expect(try await cache.entries(for: [key]) == [entry])
    }

    @Test func isSafeWhileOthersStore() async throws {
        try await withThrowingTaskGroup(of: Void.self) { [cache] group in
            for number in 0..<300 {
                group.addTask {
                    if number % 30 == 0 {
                        try await cache.clear()
                    } else {
                        let key = CacheKey("https://x.test/\(number).png", in: .images)
                        let other = DiskCache(directory: cache.directory)
                        _ = try await other.store([1], for: key)
                    }
                }
            }
            try await group.waitForAll()
        }
        try await cache.clear()
        #expect(try await cache.usage().total.entryCount == 0)
        #expect(try temporary.files().isEmpty)
    }

    private func fill(_ cache: DiskCache) async throws {
        for number in 1...50 {
            let key = CacheKey("https://x.test/\(number).png", in: .images)
            let bytes = [UInt8](repeating: 1, count: number)
            _ = try await cache.store(bytes, for: key)
        }
        let key = CacheKey("https://x.test/catalog", in: catalogs)
        _ = try await cache.store(Array("content".utf8), for: key)
    }
}
