import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// A catalog that several want at once.
@Suite(.timeLimit(.minutes(1)))
struct CatalogClaimTests {
    private let setting: LoaderSetting
    private let catalog: URL

    init() throws {
        setting = try LoaderSetting()
        catalog = setting.catalog
    }

    /// A reading that waits for the others as long as a test may take.
    private func reading(
        _ dataLoader: ScriptedDataLoader, _ cache: MemoryCache, patience: Duration = .seconds(60)
    ) -> Task<[String], any Error> {
        let loader = setting.loader(dataLoader, cache: cache) { $0.catalogClaimTimeout = patience }
        return Task {
            var ids: [String] = []
            for try await batch in loader.suppliers() { ids += batch.suppliers.map(\.id.rawValue) }
            return ids
        }
    }

    @Test func isLoadedOnce() async throws {
        let gate = Gate()
        let bytes = Records.catalog([Records.record(1), Records.record(2)])
        let dataLoader = ScriptedDataLoader([
            catalog: ScriptedDataLoader.Reply(steps: [.waitFor(gate), .head, .chunk(bytes)])
        ])
        let cache = MemoryCache()
        let readings = (0..<3).map { _ in reading(dataLoader, cache) }
        try await cache.until { $0.claimCount >= 3 }
        gate.open()
        for reading in readings { #expect(try await reading.value == ["1", "2"]) }
        #expect(dataLoader.log.requests.count == 1)
    }

    @Test func isAskedForByTheNextOneWhereTheFirstOneGivesUp() async throws {
        let dataLoader = ScriptedDataLoader([
            catalog: ScriptedDataLoader.Reply(steps: [.waitFor(Gate()), .head])
        ])
        let cache = MemoryCache()
        let first = reading(dataLoader, cache)
        try await dataLoader.until { $0.requests.count >= 1 }
        let second = reading(dataLoader, cache)
        try await cache.until { $0.claimCount >= 2 }
        first.cancel()
        try await dataLoader.until { $0.requests.count >= 2 }
        second.cancel()
    }

    @Test func isAskedForWhereTheFirstOneTakesTooLong() async throws {
        let dataLoader = ScriptedDataLoader([
            catalog: ScriptedDataLoader.Reply(steps: [.waitFor(Gate()), .head])
        ])
        let cache = MemoryCache()
        let first = reading(dataLoader, cache)
        try await dataLoader.until { $0.requests.count >= 1 }
        let second = reading(dataLoader, cache, patience: .zero)
        try await dataLoader.until { $0.requests.count >= 2 }
        for reading in [first, second] { reading.cancel() }
    }

    @Test func isFoundInWhileAnotherReaderRests() async throws {
        let parts = (1...8).map { ($0 == 1 ? "[" : ",") + Records.record($0) } + ["]"]
        let steps = [.head] + parts.map { ScriptedDataLoader.Reply.Step.chunk(Array($0.utf8)) }
        let dataLoader = ScriptedDataLoader([catalog: ScriptedDataLoader.Reply(steps: steps)])
        let loader = setting.loader(dataLoader, cache: MemoryCache()) {
            $0.catalogClaimTimeout = .seconds(3600)
            $0.readerRestLimit = .zero
        }
        var resting = loader.suppliers().makeAsyncIterator()
        _ = try await resting.next()
        #expect(try await loader.supplier(withID: Supplier.ID(1)) != nil)
        #expect(dataLoader.log.requests.count == 2)
    }

    @Test func isAskedForAgainByAReadingThatBeginsLater() async throws {
        let bytes = Records.catalog([Records.record(1)])
        let dataLoader = ScriptedDataLoader([:], otherwise: .ok(bytes))
        let cache = MemoryCache()
        for count in 1...2 {
            #expect(try await reading(dataLoader, cache).value == ["1"])
            #expect(dataLoader.log.requests.count == count)
        }
        #expect(cache.contents.claims.isEmpty)
    }
}
