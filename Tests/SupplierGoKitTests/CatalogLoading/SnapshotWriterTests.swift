import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct SnapshotWriterTests {
    private let url: URL

    init() throws {
        url = try #require(URL(string: "http://suppliers.example/catalog.json"))
    }

    private func page(_ numbers: Range<UInt8>) -> RemotePages.Page {
        let chunks = ByteChunks(capacity: 1) { channel in
            for number in numbers {
                guard await channel.send([number]) else { return }
            }
        }
        let response = StoredResponse(
            url: url.absoluteString, status: HTTPStatus(200), fields: HeaderFields(), requestedAt: .now,
            receivedAt: .now)
        return RemotePages.Page(address: url.absoluteString, response: response, body: .sent(chunks))
    }

    private func writer(_ cache: any DataCaching) -> SnapshotWriter {
        SnapshotWriter(of: url, replacing: nil, checksums: nil, in: cache)
    }

    @Test func passesAChunkOnWhileItIsBeingWritten() async throws {
        let gate = Gate()
        let cache = MemoryCache(writing: gate)
        let writer = writer(cache)
        var iterator = try await writer.begin(page(0..<3)).chunks.makeAsyncIterator()
        #expect(try await iterator.next() == [0])
        #expect(cache[CacheKey(snapshotOf: url)] == nil)
        gate.open()
        #expect(try await iterator.next() == [1])
        #expect(try await iterator.next() == [2])
        #expect(try await iterator.next() == nil)
        #expect(try await writer.finish() != nil)
        #expect(cache[CacheKey(snapshotOf: url)] == [0, 1, 2])
    }

    @Test func keepsNothingOfWhatIsDiscarded() async throws {
        let gate = Gate()
        let cache = MemoryCache(writing: gate)
        let writer = writer(cache)
        var iterator = try await writer.begin(page(0..<1)).chunks.makeAsyncIterator()
        #expect(try await iterator.next() == [0])
        gate.open()
        await writer.discard()
        #expect(cache[CacheKey(snapshotOf: url)] == nil)
        #expect(cache.contents.discardCount == 1)
    }

    /// The bytes that it would have renewed are gone, and that is no error.
    @Test func leavesASnapshotAloneThatAnotherProcessHasStored() async throws {
        let (cache, key) = (MemoryCache(), CacheKey(snapshotOf: url))
        let response = page(0..<1).response
        _ = try await cache.store([7], fileExtension: "json", response: response, for: key)
        let snapshot = try #require(try await Snapshot(of: url, in: cache))
        let writer = SnapshotWriter(of: url, replacing: snapshot, checksums: nil, in: cache)
        let page = RemotePages.Page(address: url.absoluteString, response: response, body: .unchanged(0))
        for try await _ in try await writer.begin(page).chunks {}
        _ = try await cache.store([8, 9], fileExtension: "json", response: response, for: key)
        #expect(try await writer.finish() == nil)
        #expect(cache[key] == [8, 9])
    }
}
