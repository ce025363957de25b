import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// How the snapshot takes over where the catalog's server fails.
@Suite(.timeLimit(.minutes(1)))
struct SnapshotTests {
    private let url: URL

    init() throws {
        url = try #require(URL(string: "http://suppliers.example/catalog.json"))
    }

    private func read(
        _ reply: ScriptedDataLoader.Reply, _ cache: MemoryCache
    ) async -> (batches: [SupplierBatch], error: (any Error)?) {
        let loader = SupplierLoader(
            location: .remote(url), dataLoader: ScriptedDataLoader([url: reply]), cache: cache)
        var batches: [SupplierBatch] = []
        do {
            for try await batch in loader.suppliers() { batches.append(batch) }
            return (batches, nil)
        } catch {
            return (batches, error)
        }
    }

    private func cache(_ records: [String]) -> MemoryCache {
        MemoryCache([CacheKey(snapshotOf: url): Records.catalog(records)])
    }

    @Test func takesOverFromAServerThatIsDown() async throws {
        let error = DataLoadError(.unreachable(reason: "down"), url)
        let cache = cache([Records.record(1), Records.record(2)])
        let result = await read(.failure(error), cache)
        #expect(result.error == nil)
        #expect(result.batches.flatMap(\.suppliers).map(\.id.rawValue) == ["1", "2"])
        #expect(result.batches.first?.source == .snapshot(storedAt: cache.storedAt, reason: .unreachable(error)))
    }

    @Test(arguments: [401, 404, 500])
    func takesOverFromAnErrorStatus(code: Int) async throws {
        let result = await read(.status(code), cache([Records.record(1)]))
        #expect(result.error == nil)
        guard case .snapshot(_, .status(url, HTTPStatus(code))) = result.batches.first?.source else {
            Testing.Issue.record("expected the snapshot")
            return
        }
    }

    @Test(arguments: ["<html>", "", "{\"error\":true}"])
    func takesOverFromWhatIsNoCatalog(body: String) async throws {
        let result = await read(.ok(Array(body.utf8)), cache([Records.record(1)]))
        #expect(result.error == nil)
        #expect(result.batches.flatMap(\.suppliers).map(\.id.rawValue) == ["1"])
    }

    @Test func takesOverInTheMiddleWithoutRepeatingWhatWasDelivered() async throws {
        let records = (1...5).map { Records.record($0) }
        let broken = Array("[\(Records.record(2)),\(Records.record(1)),\(Records.record(2)),{".utf8)
        let cache = cache(records + [Records.record(2), Records.record(2)])
        let result = await read(.ok(broken), cache)
        #expect(result.error == nil)
        #expect(result.batches.flatMap(\.suppliers).map(\.id.rawValue) == ["2", "1", "2", "3", "4", "5", "2"])
        #expect(result.batches.first?.source == .location)
        #expect(cache[CacheKey(snapshotOf: url)] == Records.catalog(records + [Records.record(2), Records.record(2)]))
    }

    @Test func throwsTheFirstCauseWhereTheSnapshotIsBrokenToo() async throws {
        let cache = MemoryCache([CacheKey(snapshotOf: url): Array("[".utf8)])
        let result = await read(.status(500), cache)
        #expect(result.error as? CatalogError == .status(url, HTTPStatus(500)))
    }

    @Test func throwsTheFirstCauseWhereTheCacheCannotBeRead() async throws {
        let cache = MemoryCache(readError: CacheError.notADirectory(path: "/x"))
        let result = await read(.status(500), cache)
        #expect(result.error as? CatalogError == .status(url, HTTPStatus(500)))
    }

    @Test func aCacheThatCannotBeWrittenCostsNoSupplier() async throws {
        let error = CacheError.notADirectory(path: "/x")
        let result = await read(.ok(Records.catalog([Records.record(1)])), MemoryCache(writeError: error))
        #expect(result.error == nil)
        #expect(result.batches.flatMap(\.suppliers).count == 1)
        #expect(result.batches.last?.snapshotError as? CacheError == error)
    }
}
