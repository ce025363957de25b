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
