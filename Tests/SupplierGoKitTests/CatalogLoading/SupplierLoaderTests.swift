import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct SupplierLoaderTests {
    private let setting: LoaderSetting

    init() throws {
        setting = try LoaderSetting()
    }

    private var url: URL { setting.catalog }

    private var key: CacheKey { CacheKey(snapshotOf: url) }

    /// All that a stream delivers, and what it throws.
    private func read(_ stream: SupplierStream) async -> (batches: [SupplierBatch], error: (any Error)?) {
        var batches: [SupplierBatch] = []
        do {
            for try await batch in stream { batches.append(batch) }
            return (batches, nil)
        } catch {
            return (batches, error)
        }
    }

    private func ids(_ batches: [SupplierBatch]) -> [String] {
        batches.flatMap(\.suppliers).map(\.id.rawValue)
    }

    @Test func deliversSuppliersBeforeTheCatalogIsComplete() async throws {
        let gate = Gate()
        let catalog = Records.catalog((1...3).map { Records.record($0) })
        let reply = ScriptedDataLoader.Reply(steps: [
            .head, .chunk(Array(catalog[..<(catalog.count - 20)])), .waitFor(gate),
            .chunk(Array(catalog[(catalog.count - 20)...])),
        ])
        var batches = setting.loader(ScriptedDataLoader([url: reply])).suppliers().makeAsyncIterator()
        let first = try #require(try await batches.next())
        #expect(ids([first]) == ["1", "2"])
        gate.open()
        let second = try #require(try await batches.next())
        #expect(ids([second]) == ["3"])
        #expect(second.source == .location)
        #expect(try await batches.next() == nil)
    }

    @Test func saysWhichRecordIsBadAndDeliversTheOthers() async throws {
        let catalog = Records.catalog([Records.record(1), #"{"id":"2"}"#, Records.record(3)])
        let result = await read(setting.loader(ScriptedDataLoader([url: .ok(catalog)])).suppliers())
        #expect(result.error == nil)
        #expect(ids(result.batches) == ["1", "3"])
        let issue = try #require(result.batches.flatMap(\.badRecords).first)
        #expect(issue.record == 2)
        #expect(issue.byteOffset == Records.record(1).utf8.count + 2)
        #expect(issue.path == "createdAt")
    }

    @Test func aBadRecordEndsAStrictReadingAndNoSnapshotServes() async throws {
        let catalog = Records.catalog([Records.record(1), #"{"id":"2"}"#, Records.record(3)])
        let cache = MemoryCache([key: Records.catalog([Records.record(9)])])
        let loader = setting.loader(ScriptedDataLoader([url: .ok(catalog)]), cache: cache) { $0.isStrict = true }
        let result = await read(loader.suppliers())
        #expect(ids(result.batches) == ["1"])
        guard case .badRecord(let issue) = result.error as? CatalogError else {
            Testing.Issue.record("expected a bad record, found \(String(describing: result.error))")
            return
        }
        #expect(issue.record == 2)
        #expect(cache[key] == Records.catalog([Records.record(9)]))
    }

    @Test func aBadRecordOfAFreshSnapshotEndsAStrictReadingWithoutARequest() async throws {
        let catalog = Records.catalog([Records.record(1), #"{"id":"2"}"#])
        let lifetime = try #require(HeaderFields.Field(name: "Cache-Control", value: "max-age=60"))
        let dataLoader = ScriptedDataLoader([
            url: ScriptedDataLoader.Reply(steps: [.head, .chunk(catalog)], fields: HeaderFields([lifetime]))
        ])
        let cache = MemoryCache()
        #expect(await read(setting.loader(dataLoader, cache: cache).suppliers()).error == nil)
        let result = await read(setting.loader(dataLoader, cache: cache) { $0.isStrict = true }.suppliers())
        guard case .badRecord = result.error as? CatalogError else {
            Issue.record("\(String(describing: result.error))")
            return
        }
        #expect(dataLoader.log.requests.count == 1)
    }

    @Test func deliversABatchOfAnEmptyCatalog() async throws {
        let result = await read(setting.loader(ScriptedDataLoader([url: .ok(Array("[]".utf8))])).suppliers())
        #expect(result.error == nil)
        #expect(result.batches.count == 1)
        #expect(ids(result.batches) == [])
    }

    @Test func keepsTheBodyAsASnapshotOnceItIsReadToItsEnd() async throws {
        let catalog = Records.catalog((1...3).map { Records.record($0) })
        let cache = MemoryCache()
        let stream = setting.loader(
            ScriptedDataLoader([url: .chunks([Array(catalog[..<50]), Array(catalog[50...])])]), cache: cache)
        #expect(await read(stream.suppliers()).error == nil)
        #expect(cache[key] == catalog)
    }

    @Test func keepsNoSnapshotOfWhatWasNotReadToItsEnd() async throws {
        let cache = MemoryCache()
        let broken = setting.loader(ScriptedDataLoader([url: .ok(Array("[\(Records.record(1)),".utf8))]), cache: cache)
        #expect(await read(broken.suppliers()).error as? CatalogError != nil)
        #expect(cache[key] == nil)
    }

    @Test func sendsItsOriginFields() async throws {
        let field = try #require(HeaderFields.Field(name: "Authorization", value: "Bearer x"))
        let dataLoader = ScriptedDataLoader([url: .ok(Array("[]".utf8))])
        _ = await read(setting.loader(dataLoader) { $0.originFields = HeaderFields([field]) }.suppliers())
        #expect(dataLoader.log.requests.map(\.originFields.fields) == [[field]])
        #expect(dataLoader.log.requests.map(\.fields.fields) == [[]])
    }

    @Test func readsTheSnapshotOfflineAndAsksNobody() async throws {
        let cache = MemoryCache([key: Records.catalog([Records.record(7)])])
        let dataLoader = ScriptedDataLoader([:])
        let result = await read(setting.loader(dataLoader, cache: cache) { $0.isOffline = true }.suppliers())
        #expect(ids(result.batches) == ["7"])
        #expect(result.batches.map(\.source) == [.snapshot(storedAt: cache.storedAt, reason: nil)])
        #expect(dataLoader.log.requests.isEmpty)
    }

    @Test(arguments: [true, false])
    func saysThatThereIsNoSnapshot(hasCache: Bool) async throws {
        let loader = setting.loader(ScriptedDataLoader([:]), cache: hasCache ? MemoryCache() : nil) {
            $0.isOffline = true
        }
        #expect(await read(loader.suppliers()).error as? CatalogError == .noSnapshot(url))
    }

    @Test func throwsWhatTheServerDidWhereNoSnapshotServes() async throws {
        let refused = await read(
            setting.loader(ScriptedDataLoader([url: .status(403)]), cache: MemoryCache()).suppliers())
        #expect(refused.error as? CatalogError == .status(url, HTTPStatus(403)))
        let error = DataLoadError(.unresolvedHost, url)
        let lost = await read(setting.loader(ScriptedDataLoader([url: .failure(error)])).suppliers())
        #expect(lost.error as? CatalogError == .unreachable(error))
        let html = await read(setting.loader(ScriptedDataLoader([url: .ok(Array("<html>".utf8))])).suppliers())
        #expect(html.error as? CatalogError == .syntax(.otherFormat(.html)))
    }

    @Test func readsNoFileAsACatalogAtAURL() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(Records.catalog([Records.record(1)]), to: "c.json")
        let file = CatalogLocation.remote(URL(filePath: path))
        let dataLoader = DataLoader()
        let loader = SupplierLoader(location: file, dataLoader: dataLoader, cache: nil)
        let result = await read(loader.suppliers())
        #expect(
            result.error as? CatalogError
                == .unreachable(
                    DataLoadError(.failed(code: 0, reason: "a file is not a catalog at a URL"), URL(filePath: path))))
        await #expect(throws: CatalogError.self) { _ = try await loader.beginning() }
        await dataLoader.shutdown()
    }

    @Test func looksForNothingInTheCacheAndKeepsNothingThereWithoutIt() async throws {
        let picture = try setting.url("a.png")
        let dataLoader = ScriptedDataLoader([picture: .ok(Records.png(1))])
        let loader = setting.loader(dataLoader, cache: MemoryCache())
        let suppliers = [setting.supplier(1, "a.png")]
        for count in 1...2 {
            for await outcome in loader.uncached.avatars(for: suppliers) {
                #expect(outcome.supplier.avatar?.bytes == Records.png(1))
            }
            #expect(dataLoader.log.requests.count == count)
            #expect(try await loader.cachedAvatars(for: suppliers) == [nil])
        }
    }
}
