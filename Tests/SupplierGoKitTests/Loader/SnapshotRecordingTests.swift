import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct SnapshotRecordingTests {
    private let url: URL

    init() throws {
        url = try #require(URL(string: "http://suppliers.example/catalog.json"))
    }

    private func chunks(_ numbers: Range<UInt8>) -> ByteChunks {
        ByteChunks(capacity: 1) { channel in
            for number in numbers {
                guard await channel.send([number]) else { return }
            }
        }
    }

    @Test func passesAChunkOnWhileItIsBeingWritten() async throws {
        let gate = Gate()
        let cache = MemoryCache(writing: gate)
        let recording = SnapshotRecording(of: url, in: cache)
        var iterator = recording.passingOn(chunks(0..<3)).makeAsyncIterator()
        #expect(try await iterator.next() == [0])
        #expect(cache[CacheKey(snapshotOf: url)] == nil)
        gate.open()
        #expect(try await iterator.next() == [1])
        #expect(try await iterator.next() == [2])
        #expect(try await iterator.next() == nil)
        let result = await recording.finish(nil)
        #expect(result.entry != nil && result.error == nil)
        #expect(cache[CacheKey(snapshotOf: url)] == [0, 1, 2])
    }

    @Test func keepsNothingOfWhatIsDiscarded() async throws {
        let gate = Gate()
        let cache = MemoryCache(writing: gate)
        let recording = SnapshotRecording(of: url, in: cache)
        var iterator = recording.passingOn(chunks(0..<1)).makeAsyncIterator()
        #expect(try await iterator.next() == [0])
        gate.open()
        await recording.discard()
        #expect(cache[CacheKey(snapshotOf: url)] == nil)
        #expect(cache.contents.discardCount == 1)
        let result = await recording.finish(nil)
        #expect(result.entry == nil && result.error == nil)
    }
}
