import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct SnapshotDraftTests {
    private let url: URL

    init() throws {
        url = try #require(URL(string: "http://suppliers.example/catalog.json"))
    }

    private var page: Snapshot.Page {
        let response = StoredResponse(
            url: url.absoluteString, status: HTTPStatus(200), fields: HeaderFields(), requestedAt: .now,
            receivedAt: .now)
        return Snapshot.Page(address: url.absoluteString, response: response)
    }

    private func body(_ numbers: Range<UInt8>) -> CatalogLoad.Body {
        let chunks = ByteChunks(capacity: 1) { channel in
            for number in numbers {
                guard await channel.send([number]) else { return }
            }
        }
        return CatalogLoad.Body(chunks: chunks, page: page)
    }

    @Test func passesAChunkOnWhileItIsBeingWritten() async throws {
        let gate = Gate()
        let cache = MemoryCache(writing: gate)
        var draft = Snapshot.Draft(of: url, in: cache)
        var iterator = await draft.begin(body(0..<3)).chunks.makeAsyncIterator()
        #expect(try await iterator.next() == [0])
        #expect(cache[CacheKey(snapshotOf: url)] == nil)
        gate.open()
        #expect(try await iterator.next() == [1])
        #expect(try await iterator.next() == [2])
        #expect(try await iterator.next() == nil)
        #expect(try await draft.commit() != nil)
        #expect(cache[CacheKey(snapshotOf: url)] == [0, 1, 2])
    }

    @Test func keepsAllPages() async throws {
        let cache = MemoryCache()
        var draft = Snapshot.Draft(of: url, in: cache)
        for number: UInt8 in 1...3 {
            let page = await draft.begin(body(0..<number))
            #expect(page.byteOffset == [0, 2, 5][Int(number) - 1])
            for try await _ in page.chunks {}
        }
        _ = try await draft.commit()
        #expect(cache[CacheKey(snapshotOf: url)] == [0, 0x1e, 0, 1, 0x1e, 0, 1, 2])
        let snapshot = try #require(try await Snapshot(of: url, in: cache))
        #expect(snapshot.pages.count == 3)
        let pages = try await Snapshot.Reader(of: snapshot)
        for number: UInt8 in 1...3 {
            let page = try #require(await pages.next())
            #expect(page.byteOffset == [0, 2, 5][Int(number) - 1])
            var bytes: [UInt8] = []
            for try await chunk in page.chunks { bytes += chunk }
            #expect(bytes == Array(0..<number))
        }
        #expect(await pages.next() == nil)
    }

    /// The bytes that it would have renewed are gone, and that is no error.
    @Test func aSnapshotLeavesAloneWhatAnotherProcessHasStored() async throws {
        let (cache, key) = (MemoryCache(), CacheKey(snapshotOf: url))
        _ = try await cache.store([7], response: page.response, for: key)
        let snapshot = try #require(try await Snapshot(of: url, in: cache))
        _ = try await cache.store([8, 9], response: page.response, for: key)
        try await snapshot.refresh()
        #expect(cache[key] == [8, 9])
    }
}
