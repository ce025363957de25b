import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// How the snapshot takes over if the catalog's server fails.
@Suite(.timeLimit(.minutes(1)))
struct SnapshotTests {
    private let url: URL

    init() throws {
        url = try #require(URL(string: "http://suppliers.example/catalog.json"))
    }

    private func read(
        _ reply: ScriptedDataLoader.Reply, _ cache: any DataCaching, startsOver: Bool = false,
        rendered: Bool = false
    ) async -> (batches: [SupplierBatch], error: (any Error)?) {
        let loader = SupplierLoader(
            location: .remote(url), dataLoader: ScriptedDataLoader([url: reply]), cache: cache)
        var batches: [SupplierBatch] = []
        do {
            let stream = loader.suppliers(renderedBy: { rendered ? IDs() : nil }, startsOver: startsOver)
            for try await batch in stream { batches.append(batch) }
            return (batches, nil)
        } catch {
            return (batches, error)
        }
    }

    /// Writes ids.
    private struct IDs: SupplierRendering {
        func render(_ fields: FieldRanges, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
            for index in fields.id { output.append(text[index]) }
            return true
        }
    }

    private func cache(_ records: [String]) -> MemoryCache {
        MemoryCache([CacheKey(snapshotOf: url): Records.catalog(records)])
    }

    @Test(arguments: ["[]", #"{"title":"x","data":[]}"#, "[{}]", #"[7,{"nr":1}]"#], [false, true])
    func takesOverFromACatalogThatHasBecomeEmpty(body: String, startsOver: Bool) async throws {
        let cache = cache([Records.record(1), "{}", Records.record(2)])
        let kept = cache.contents.bytes
        let reply = ScriptedDataLoader.Reply.ok(Array(body.utf8), contentType: "application/json")
        let result = await read(reply, cache, startsOver: startsOver)
        #expect(result.error == nil)
        #expect(result.batches.flatMap(\.suppliers).map(\.id.rawValue) == ["1", "2"])
        let source = SupplierBatch.Source.snapshot(storedAt: cache.storedAt, reason: .becameEmpty(supplierCount: 2))
        #expect(result.batches.last?.source == source)
        let first = try #require(result.batches.firstIndex { $0.source == source })
        #expect(first == 0 || result.batches[first].startsOver)
        #expect(result.batches[first...].flatMap(\.badRecords).map(\.record) == [2])
        for (key, bytes) in kept { #expect(cache.contents.bytes[key] == bytes) }
    }

    @Test func acceptsAnEmptyCatalogThatWasEmptyOrIsRefreshed() async throws {
        let reply = ScriptedDataLoader.Reply.ok(Array("[]".utf8), contentType: "application/json")
        #expect(await read(reply, cache([])).batches.map(\.source) == [.location])
        #expect(await read(reply, cache(["{}"])).batches.map(\.source) == [.location])
        let cache = cache([Records.record(1)])
        var configuration = SupplierLoader.Configuration()
        configuration.isRefreshing = true
        let loader = SupplierLoader(
            location: .remote(url), configuration: configuration, dataLoader: ScriptedDataLoader([url: reply]),
            cache: cache)
        for try await batch in loader.suppliers() { #expect(batch.source == .location) }
        #expect(cache.contents.bytes[CacheKey(snapshotOf: url)] == Array("[]".utf8))
    }

    @Test func doesNotEmptyAListThatIsReadAgain() async throws {
        let reply = ScriptedDataLoader.Reply.ok(Array("[]".utf8), contentType: "application/json")
        let loader = SupplierLoader(
            location: .remote(url), dataLoader: ScriptedDataLoader([url: reply]), cache: cache([Records.record(1)]))
        var ids: [String] = []
        for try await batch in loader.refreshing.suppliers() { ids += batch.suppliers.map(\.id.rawValue) }
        #expect(ids == ["1"])
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
        let source = result.batches.first?.source
        guard case .snapshot(_, .status(url, HTTPStatus(code), retryAfter: nil, reason: nil)) = source else {
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

    @Test(arguments: [false, true])
    func doesNotFollowSuppliersThatWereDelivered(rendered: Bool) async throws {
        let records = (1...5).map { Records.record($0) }
        let cache = cache(records)
        let result = await read(.ok(Array("[\(records[1]),\(records[0]),{".utf8)), cache, rendered: rendered)
        let count =
            rendered ? result.batches.reduce(0) { $0 + $1.rendered.count } : result.batches.flatMap(\.suppliers).count
        #expect(count == 2)
        #expect(result.batches.allSatisfy { $0.source == .location })
        guard case .brokenOff(.syntax(.cutShort), cache.storedAt) = result.error as? CatalogError else {
            Testing.Issue.record("expected a catalog that broke off, found \(String(describing: result.error))")
            return
        }
        #expect(cache[CacheKey(snapshotOf: url)] == Records.catalog(records))
        // Without a snapshot there is nothing else to read.
        guard
            case .syntax(.cutShort) = await read(.ok(Array("[\(records[1]),{".utf8)), MemoryCache()).error
                as? CatalogError
        else {
            Testing.Issue.record("expected the error alone")
            return
        }
    }

    @Test func takesOverFromACatalogThatBrokeOffBeforeItsFirstSupplier() async throws {
        let result = await read(.ok(Array("[7,".utf8)), cache(["7", Records.record(1)]))
        #expect(result.error == nil)
        let first = try #require(result.batches.firstIndex { $0.source != .location })
        #expect(first == 0 || result.batches[first].startsOver)
        #expect(result.batches[first...].flatMap(\.badRecords).map(\.record) == [1])
        #expect(result.batches[first...].flatMap(\.suppliers).map(\.id.rawValue) == ["1"])
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
        #expect(result.batches.last?.snapshotError == error)
    }

    @Test func isReadFromItsBeginningWhereNothingWasShown() async throws {
        let records = (1...6).map { Records.record($0) }
        let broken = Array("[\(records[0...3].joined(separator: ",")),".utf8)
        let result = await read(.ok(broken), cache(Array(records[0...2])), startsOver: true)
        #expect(result.error == nil)
        let start = try #require(result.batches.firstIndex { $0.startsOver })
        #expect(result.batches.filter(\.startsOver).count == 1)
        #expect(result.batches[start...].flatMap(\.suppliers).map(\.id.rawValue) == ["1", "2", "3"])
        guard case .snapshot(_, .syntax(.cutShort)?) = result.batches[start].source else {
            Testing.Issue.record("expected the snapshot, found \(result.batches[start].source)")
            return
        }
    }

    @Test func isNotPublishedAfterAWriteThatFailed() async throws {
        let body = Records.catalog((1...200).map { Records.record($0) })
        let cache = MemoryCache()
        let failing = OnceFailingCache(cache)
        let result = await read(
            .chunks(stride(from: 0, to: body.count, by: 1000).map { Array(body[$0..<min($0 + 1000, body.count)]) }),
            failing)
        #expect(result.error == nil)
        #expect(result.batches.flatMap(\.suppliers).count == 200)
        #expect(result.batches.last?.snapshotError == OnceFailingCache.failure)
        #expect(cache[CacheKey(snapshotOf: url)] == nil)
    }

    @Test func saysThatBytesOfItAreGone() async throws {
        let cache = MemoryCache()
        let missing = CacheError.missing(path: "a")
        let result = await read(
            .ok(Records.catalog((1...2).map { Records.record($0) })), OnceFailingCache(cache, atEnd: missing))
        #expect(result.error == nil)
        #expect(result.batches.last?.snapshotError == missing)
        #expect(cache[CacheKey(snapshotOf: url)] == nil)
    }
}

/// A cache of a program's own, the second write to whose snapshot, or the end of writing it, throws an error.
private final class OnceFailingCache: ForwardingCache {
    static let failure = CacheError.refused(path: "", reason: "no signal in the tunnel")

    let cache: MemoryCache
    private let writeCount = Lock(0)
    private let endError: CacheError?

    init(_ cache: MemoryCache, atEnd error: CacheError? = nil) {
        self.cache = cache
        endError = error
    }

    func makeWriter(for key: CacheKey) async throws(CacheError) -> any CacheWriting {
        let writer = try await cache.makeWriter(for: key)
        return key.namespace == .catalogs ? Writer(writer, self) : writer
    }

    private struct Writer: CacheWriting {
        let writer: any CacheWriting
        let cache: OnceFailingCache

        init(_ writer: any CacheWriting, _ cache: OnceFailingCache) {
            self.writer = writer
            self.cache = cache
        }

        func write(_ chunk: [UInt8]) async throws(CacheError) {
            let count = cache.writeCount.withLock { count in
                count += 1
                return count
            }
            if count == 2 { throw OnceFailingCache.failure }
            try await writer.write(chunk)
        }

        func commit(response: StoredResponse?) async throws(CacheError) -> CacheEntry {
            if let error = cache.endError { throw error }
            return try await writer.commit(response: response)
        }
    }
}
