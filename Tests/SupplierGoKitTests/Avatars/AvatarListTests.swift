import SupplierGoKit
import SupplierGoTesting
import TestSupport
import Testing

/// What a program needs that shows avatars in a list, by the public interface only.
@Suite(.timeLimit(.minutes(1)))
struct AvatarListTests {
    private let suppliers = SampleData.suppliers(3)

    private func loader(
        _ dataLoader: ScriptedDataLoader, cache: MemoryCache? = MemoryCache(),
        _ change: (inout SupplierLoader.Configuration) -> Void = { _ in }
    ) -> SupplierLoader {
        var configuration = SupplierLoader.Configuration()
        change(&configuration)
        return SupplierLoader(
            location: .remote(SampleData.catalogURL), configuration: configuration, dataLoader: dataLoader, cache: cache
        )
    }

    /// A cache with the first supplier's avatar, which may be shown while its server is asked.
    private func staleCache() async throws -> MemoryCache {
        let field = try #require(
            HeaderFields.Field(name: "Cache-Control", value: "max-age=0, stale-while-revalidate=900"))
        let reply = ScriptedDataLoader.Reply(
            steps: [.head, .chunk(SampleData.png(7))], fields: HeaderFields([field]))
        let cache = MemoryCache()
        for await _ in loader(ScriptedDataLoader([:], otherwise: reply), cache: cache).avatars(for: [suppliers[0]]) {}
        return cache
    }

    @Test func aFreshAvatarFollowsAStaleOne() async throws {
        let dataLoader = ScriptedDataLoader(suppliers: suppliers)
        let loader = loader(dataLoader, cache: try await staleCache()) { $0.updatesStaleAvatars = true }
        var shown: [[UInt8]?] = [], flags: [Bool] = []
        for await outcome in loader.avatars(for: [suppliers[0]]) {
            #expect(outcome.position == 0)
            shown.append(outcome.supplier.avatar?.bytes)
            flags.append(outcome.isPreliminary)
        }
        #expect(shown == [SampleData.png(7), SampleData.png(0)])
        #expect(flags == [true, false])
    }

    /// Preliminary outcomes hold no slot: a window of one supplier is enough for both.
    @Test func updatesDoNotFillTheWindow() async throws {
        let repeated = Array(repeating: suppliers[0], count: 40) + suppliers[1...]
        let dataLoader = ScriptedDataLoader(suppliers: suppliers)
        let loader = loader(dataLoader, cache: try await staleCache()) {
            $0.updatesStaleAvatars = true
            $0.avatarsInFlight = 1
        }
        var final: [Int] = []
        for await outcome in loader.avatars(for: repeated) where !outcome.isPreliminary {
            final.append(outcome.position)
        }
        #expect(final.sorted() == Array(repeated.indices))
    }

    @Test func aCancelledStreamEndsItsTransfersAndItsReader() async throws {
        let slow = ScriptedDataLoader.Reply(steps: [.waitFor(Gate()), .head])
        let dataLoader = ScriptedDataLoader([:], otherwise: slow)
        let (batches, sender) = AsyncThrowingStream<[Supplier], any Error>.makeStream()
        sender.yield(suppliers)
        let stream = loader(dataLoader).avatars(for: batches)
        let reader = Task { () -> Int in
            var count = 0
            for try await _ in stream { count += 1 }
            return count
        }
        try await dataLoader.until { $0.requests.count == 3 }
        stream.cancel()
        #expect(try await reader.value == 0)
        try await dataLoader.until { $0.inFlight == 0 }
    }

    @Test func aCancelledReadingOfACatalogsAvatarsIsNotComplete() async throws {
        let slow = ScriptedDataLoader.Reply(steps: [.waitFor(Gate()), .head])
        let dataLoader = ScriptedDataLoader(suppliers: suppliers, avatars: [suppliers[1].id: slow])
        let loader = loader(dataLoader)
        let reader = Task { for try await _ in loader.avatars(for: loader.suppliers()) {} }
        let silentReader = Task { [suppliers] in
            for await _ in loader.avatars(for: suppliers) {}
            return Task.isCancelled
        }
        try await dataLoader.until { $0.requests.count >= 4 }
        for task in [reader.cancel, silentReader.cancel] { task() }
        await #expect(throws: CancellationError.self) { try await reader.value }
        #expect(await silentReader.value)
    }

    @Test func oneLoaderShowsItsCacheAndThenAsksServers() async throws {
        let dataLoader = ScriptedDataLoader(suppliers: suppliers)
        let loader = loader(dataLoader)
        for await _ in loader.avatars(for: suppliers) {}
        for try await _ in loader.suppliers() {}
        let count = dataLoader.log.requests.count
        for try await batch in loader.offline.suppliers() { #expect(batch.suppliers == suppliers) }
        for await outcome in loader.offline.avatars(for: suppliers) { #expect(outcome.supplier.avatar?.bytes != nil) }
        #expect(dataLoader.log.requests.count == count)
        for await outcome in loader.refreshing.avatars(for: suppliers) { #expect(outcome.supplier.avatar != nil) }
        #expect(dataLoader.log.requests.count == count + 3)
    }
}
