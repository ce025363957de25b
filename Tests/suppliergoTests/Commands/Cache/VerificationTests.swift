import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import SupplierGoKit
@testable import suppliergo

@Suite struct VerificationTests {
    private let temporary: TemporaryDirectory
    private let keys = ["a", "b"].map { CacheKey(avatarAt: "https://x.test/\($0).png") }
    private let bytes: [[UInt8]] = [Array("the first one's bytes".utf8), Array("the second".utf8)]

    init() throws {
        temporary = try TemporaryDirectory()
    }

    /// A cache with two entries and a failure, which is not verified.
    private func cache(usesAttributes: Bool) async throws -> DiskCache {
        let cache = DiskCache(directory: temporary.path, usesAttributes: usesAttributes)
        for (key, bytes) in zip(keys, bytes) { _ = try await cache.store(bytes, for: key) }
        let failure = StoredResponse.Failure(url: "u", status: nil, reason: "r", failedAt: .now, retryAt: nil)
        try await cache.storeFailure(failure, for: CacheKey(failureOf: CacheKey(avatarAt: "https://x.test/c.png")))
        return cache
    }

    private func path(of key: CacheKey, in cache: DiskCache) async throws -> String {
        try #require(try await cache.entries(for: [key])[0]?.file)
    }

    @Test(arguments: [true, false]) func verifiesEveryEntry(usesAttributes: Bool) async throws {
        let cache = try await cache(usesAttributes: usesAttributes)
        let whole = try await cache.verify()
        #expect(whole.whole == DiskCache.Usage.Amount(entryCount: 2, byteCount: bytes.joined().count))
        #expect(whole.broken == [])
        let path = try await path(of: keys[1], in: cache)
        try FileDescriptor(opening: path, O_RDWR).write([0], at: 3)
        let result = try await cache.verify()
        #expect(result.broken == [path])
        #expect(result.whole.entryCount == 1)
        #expect(try await cache.entries(for: keys)[1] == nil)
    }

    @Test(arguments: [true, false]) func dropsAnEntryInAnotherOnesPlace(usesAttributes: Bool) async throws {
        let cache = try await cache(usesAttributes: usesAttributes)
        let (own, other) = (try await path(of: keys[0], in: cache), try await path(of: keys[1], in: cache))
        try FileSystem.rename(other, to: own)
        #expect(try await cache.verify().broken == [own])
    }

    @Test(arguments: [true, false]) func aFailureBeforeTheEntryIsNone(usesAttributes: Bool) async throws {
        let cache = try await cache(usesAttributes: usesAttributes)
        let failed = CacheKey(avatarAt: "https://x.test/c.png")
        #expect(cache.hasFailure(for: failed) && !cache.hasFailure(for: keys[0]))
        _ = try await cache.store(bytes[0], for: failed)
        #expect(!cache.hasFailure(for: failed))
    }

    @Test func dropsFilesThatSomebodyPutThere() async throws {
        let cache = try await cache(usesAttributes: true)
        let path = try await path(of: keys[0], in: cache)
        try FileSystem.rename(temporary.write(bytes[0], to: "other"), to: path)
        #expect(try await cache.verify().broken == [path])
    }

    @Test(arguments: ["notes", "avatars/notes", "locks/notes"]) func leavesOtherFiles(name: String) async throws {
        try temporary.write([1], to: name)
        #expect(try await DiskCache(directory: temporary.path).verify().broken == [])
        #expect(try temporary.files() == [name])
    }
}
