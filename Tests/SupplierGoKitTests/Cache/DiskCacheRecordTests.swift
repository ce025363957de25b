import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct DiskCacheRecordTests {
    private let temporary: TemporaryDirectory
    private let cache: DiskCache
    private let key = CacheKey("https://x.test/a.png", in: .images)

    init() throws {
        (temporary, cache) = try DiskCache.temporary()
    }

    @Test func keepsWhatTheServerSaid() async throws {
        let response = try StoredResponse.sample()
        let stored = try await cache.store([1, 2], response: response, for: key)
        #expect(stored.response == response)
        #expect(try await cache.entries(for: [key]) == [stored])
        let writer = try await cache.makeWriter(for: key)
        try await writer.write([3])
        let written = try await writer.commit(response: response)
        #expect(written.response == response)
        #expect(try await cache.entries(for: [key]) == [written])
    }

    @Test func refreshesWhatTheServerSaid() async throws {
        let old = try await cache.store([1], response: .sample(), for: key)
        let response = try StoredResponse.sample(etag: "\"2\"")
        let new = try await cache.refresh(old, with: response)
        #expect(new.response == response)
        #expect(new.storedAt == old.storedAt)
        #expect(try await cache.entries(for: [key]) == [new])
        #expect(try await cache.bytes(of: new) == [1])
    }

    @Test(arguments: [(59.0, false), (-59, false), (61, true), (3600, true)])
    func writesNoRenewalOfAMinute(seconds: Double, isWritten: Bool) async throws {
        let first = try StoredResponse.sample()
        let old = try await cache.store([1], response: first, for: key)
        var later = first
        later.receivedAt += seconds
        later.requestedAt += seconds
        #expect(try await cache.refresh(old, with: later).response == later)
        #expect(try await cache.entries(for: [key])[0]?.response == (isWritten ? later : first))
    }

    @Test func refreshesNoOtherBytes() async throws {
        let old = try await cache.store([1], response: .sample(), for: key)
        let new = try await cache.store([1, 2], response: nil, for: key)
        let path = try #require(old.file)
        await #expect(throws: CacheError.missing(path: path)) { try await cache.refresh(old, with: .sample()) }
        #expect(try await cache.entries(for: [key]) == [new])
    }

    @Test func removesAnEntryButNoOther() async throws {
        let old = try await cache.store([1], for: key)
        let new = try await cache.store([1, 2], for: key)
        try await cache.remove(old)
        #expect(try await cache.entries(for: [key]) == [new])
        try await cache.remove(new)
        #expect(try await cache.entries(for: [key]) == [nil])
        try await cache.remove(new)
    }

    @Test(arguments: [false, true]) func keepsAFailureApartFromTheEntryThatItIsOf(hasStored: Bool) async throws {
        let other = CacheKey("https://x.test/b.png", in: .images)
        let failure = StoredResponse.Failure(
            url: key.text, status: HTTPStatus(404), reason: "gone", failedAt: .now, retryAt: .now + 3600)
        let keys = [other, key].map { CacheKey(failureOf: $0) }
        #expect(await cache.readableFailures(for: keys) == [nil, nil])
        if hasStored { _ = try await cache.store([1], for: other) }
        try await cache.storeFailure(failure, for: keys[1])
        #expect(await cache.readableFailures(for: keys) == [nil, failure])
        #expect(try await cache.usage().total.entryCount == (hasStored ? 1 : 0))
        #expect(try await cache.entries(for: [key]) == [nil])
    }

    @Test func knowsNothingOfBytesThatSomebodyWrote() async throws {
        let stored = try await cache.store([1, 2], response: .sample(), for: key)
        let path = try #require(stored.file)
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
        #expect(try await cache.entries(for: [key]).map { $0?.response } == [nil])
        #expect(unsafe truncate(path, 1) == 0)
        #expect(try await cache.entries(for: [key]) == [nil])
    }
}
