import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct DiskCacheReadingTests {
    private let temporary: TemporaryDirectory
    private let cache: DiskCache
    private let key = CacheKey("https://x.test/a.png", in: .images)
    private let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 11) }

    init() throws {
        (temporary, cache) = try DiskCache.temporary()
    }

    @Test func readsAnEntryInChunks() async throws {
        let entry = try await cache.store(bytes, for: key)
        var read: [UInt8] = []
        for try await chunk in try await cache.chunks(of: entry) { read += chunk }
        #expect(read == bytes)
    }

    @Test func missesAnEntryThatIsGone() async throws {
        let (entry, path) = try await makeEntry()
        try FileManager.default.removeItem(atPath: cache.directory)
        await expectMissing(entry, path)
    }

    @Test(arguments: [0, 1, 999_999, 1_000_001]) func missesAnEntryOfAnotherSize(_ size: Int) async throws {
        let (entry, path) = try await makeEntry()
        #expect(unsafe truncate(path, size) == 0)
        await expectMissing(entry, path)
    }

    @Test func followsNoLinkInAnEntrysPlace() async throws {
        let (entry, path) = try await makeEntry()
        let secret = try temporary.write(bytes, to: "secret")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: secret)
        #expect(try await cache.entries(for: [key]) == [nil])
        await expectMissing(entry, path)
    }

    @Test func readsNoPipeOrDirectoryInAnEntrysPlace() async throws {
        let (entry, path) = try await makeEntry()
        try FileManager.default.removeItem(atPath: path)
        #expect(unsafe mkfifo(path, 0o600) == 0)
        #expect(try await cache.entries(for: [key]) == [nil])
        await expectMissing(entry, path)
        try FileManager.default.removeItem(atPath: path)
        #expect(unsafe mkdir(path, 0o700) == 0)
        #expect(try await cache.entries(for: [key]) == [nil])
        await expectMissing(entry, path)
    }

    @Test func takesAnEmptyFileForNone() async throws {
        let (_, path) = try await makeEntry()
        #expect(unsafe truncate(path, 0) == 0)
        #expect(try await cache.entries(for: [key]) == [nil])
        let entry = try await cache.store([1], for: key)
        #expect(try await cache.entries(for: [key]) == [entry])
    }

    @Test func missesAnEntryWithoutAFile() async {
        let entry = CacheEntry(key: key, file: nil, byteCount: 1, storedAt: Date())
        await expectMissing(entry, key.text)
    }

    private func makeEntry() async throws -> (CacheEntry, path: String) {
        let entry = try await cache.store(bytes, for: key)
        return (entry, try #require(entry.file))
    }

    private func expectMissing(_ entry: CacheEntry, _ path: String) async {
        await #expect(throws: CacheError.missing(path: path)) { _ = try await cache.bytes(of: entry) }
        await #expect(throws: CacheError.missing(path: path)) {
            for try await _ in try await cache.chunks(of: entry) {}
        }
    }
}
