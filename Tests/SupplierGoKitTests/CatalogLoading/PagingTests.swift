import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct PagingTests {
    private static func url(_ target: String) throws -> URL {
        try #require(URL(string: "http://suppliers.example/\(target)"))
    }

    private static func page(_ ids: ClosedRange<Int>, next: String?) -> ScriptedDataLoader.Reply {
        page(Records.catalog(ids.map { Records.record($0) }), next: next)
    }

    private static func page(_ body: [UInt8], next: String?) -> ScriptedDataLoader.Reply {
        let link = next.flatMap { HeaderFields.Field(name: "Link", value: "<\($0)>; rel=\"next\"") }
        return ScriptedDataLoader.Reply(steps: [.head, .chunk(body)], fields: HeaderFields(link.map { [$0] } ?? []))
    }

    private func read(
        _ dataLoader: ScriptedDataLoader, cache: MemoryCache? = nil,
        _ change: (inout SupplierLoader.Configuration) -> Void = { _ in }
    ) async throws -> (
        ids: [String], badRecords: [Supplier.BadRecord], omissions: [SupplierBatch.Omission], error: (any Error)?
    ) {
        var configuration = SupplierLoader.Configuration()
        change(&configuration)
        let loader = SupplierLoader(
            location: .remote(try Self.url("c?page=1")), configuration: configuration, dataLoader: dataLoader,
            cache: cache)
        var (ids, badRecords): ([String], [Supplier.BadRecord]) = ([], [])
        var omissions: [SupplierBatch.Omission] = []
        do {
            for try await batch in loader.suppliers() {
                ids += batch.suppliers.map(\.id.rawValue)
                badRecords += batch.badRecords
                omissions += batch.omissions
            }
            return (ids, badRecords, omissions, nil)
        } catch {
            return (ids, badRecords, omissions, error)
        }
    }

    @Test func readsThroughToTheLastPage() async throws {
        let dataLoader = ScriptedDataLoader([
            try Self.url("c?page=1"): Self.page(1...3, next: "?page=2"),
            try Self.url("c?page=2"): Self.page(4...4, next: "http://suppliers.example:80/c?page=3"),
            try #require(URL(string: "http://suppliers.example:80/c?page=3")): Self.page(5...6, next: nil),
        ])
        let result = try await read(dataLoader)
        #expect(result.error == nil)
        #expect(result.ids == ["1", "2", "3", "4", "5", "6"])
        #expect(dataLoader.log.requests.map(\.reach) == [.stayingPublic, .publicOnly, .publicOnly])
    }

    /// A page in an object, with a member beside the array.
    private static func page(_ ids: ClosedRange<Int>, beside member: String, after: Bool) -> ScriptedDataLoader.Reply {
        let records = "\"results\":[\(ids.map { Records.record($0) }.joined(separator: ","))]"
        return page(Array("{\(after ? records : member),\(after ? member : records)}".utf8), next: nil)
    }

    @Test(arguments: [false, true])
    func readsPagesThatBodiesName(after: Bool) async throws {
        let second = "http://suppliers.example/c?page=2"
        let dataLoader = ScriptedDataLoader([
            try Self.url("c?page=1"): Self.page(1...3, beside: "\"next\":\"\(second)\"", after: after),
            try Self.url("c?page=2"): Self.page(4...4, beside: #""links":{"next":{"href":"?page=3"}}"#, after: after),
            try Self.url("c?page=3"): Self.page(5...6, beside: "\"next\":null", after: after),
        ])
        let cache = MemoryCache()
        let result = try await read(dataLoader, cache: cache)
        #expect(result.error == nil)
        #expect(result.ids == ["1", "2", "3", "4", "5", "6"])
        #expect(dataLoader.log.requests.count == 3)
        let offline = try await read(ScriptedDataLoader([:]), cache: cache) { $0.isOffline = true }
        #expect(offline.ids == result.ids)
        #expect(offline.omissions.isEmpty)
    }

    @Test func prefersTheHeadersPageToTheBodys() async throws {
        let first = Array(#"{"next":7,"results":[\#(Records.record(1))]}"#.utf8)
        let dataLoader = ScriptedDataLoader([
            try Self.url("c?page=1"): Self.page(first, next: "?page=2"),
            try Self.url("c?page=2"): Self.page(2...2, next: nil),
        ])
        let result = try await read(dataLoader)
        #expect(result.ids == ["1", "2"])
        #expect(result.omissions.isEmpty)
    }

    @Test(arguments: ["", "?page=1", "http://elsewhere.example/c", "?page=2"])
    func refusesAPageThatABodyNames(next: String) async throws {
        let body = Self.page(1...2, beside: "\"next\":\"\(next)\"", after: true)
        let reply = next.isEmpty ? Self.page(1...2, next: "") : body
        let dataLoader = ScriptedDataLoader([try Self.url("c?page=1"): reply])
        let result = try await read(dataLoader) { $0.pageLimit = 1 }
        #expect(result.ids == ["1", "2"])
        let expected: CatalogError.Paging =
            switch next {
            case "", "?page=1": .loop(try Self.url("c?page=1"))
            case "?page=2": .tooManyPages(limit: 1)
            default: .elsewhere(try #require(URL(string: next)))
            }
        #expect(result.error as? CatalogError == .paging(expected))
        #expect(dataLoader.log.requests.count == 1)
    }

    @Test func requestsAPageByHTTPSIfOnlyItsSchemeDiffers() async throws {
        let base = try #require(URL(string: "https://suppliers.example/c"))
        func page(_ target: String) async throws -> String? {
            let dataLoader = ScriptedDataLoader(
                [base: Self.page(1...1, next: target)], otherwise: Self.page(2...2, next: nil))
            let loader = SupplierLoader(location: .remote(base), dataLoader: dataLoader, cache: nil)
            for try await _ in loader.suppliers() {}
            return dataLoader.log.requests.last?.url.absoluteString
        }
        #expect(try await page("http://suppliers.example/c?page=2") == "https://suppliers.example/c?page=2")
        #expect(try await page("HTTP://suppliers.example:443/c?page=2") == "https://suppliers.example:443/c?page=2")
        for target in ["http://suppliers.example:80/c?page=2", "http://elsewhere.example/c"] {
            let error = CatalogError.paging(.elsewhere(try #require(URL(string: target))))
            await #expect(throws: error) { try await page(target) }
        }
        await #expect(throws: CatalogError.paging(.loop(base))) { try await page("http://suppliers.example/c") }
    }

    static let omissions: [(member: String, omissions: [SupplierBatch.Omission])] = [
        ("\"count\":2", []), ("\"count\":1", []), ("\"count\":3", [.fewerRecords(total: 3, found: 2)]),
        ("\"next\":2", [.unusableNextPage("'next' is the number 2")]),
        (#""next":"abc","total":9"#, [.unusableNextPage("'next' is \"abc\""), .fewerRecords(total: 9, found: 2)]),
        (#""data":[{"id":3}]"#, [.unreadArray("data")]), (#""data":["a"],"items":[],"more":[{"id":3}]"#, []),
    ]

    @Test(arguments: omissions)
    func tellsThatACatalogIsIncomplete(member: String, omissions: [SupplierBatch.Omission]) async throws {
        let cache = MemoryCache()
        let reply = Self.page(1...2, beside: member, after: true)
        let result = try await read(ScriptedDataLoader([try Self.url("c?page=1"): reply]), cache: cache)
        #expect(result.ids == ["1", "2"])
        #expect(result.omissions == omissions)
        let offline = try await read(ScriptedDataLoader([:]), cache: cache) { $0.isOffline = true }
        #expect(offline.omissions == omissions)
    }

    @Test func countsTheRecordsOfAllPagesForTheTotal() async throws {
        let dataLoader = ScriptedDataLoader([
            try Self.url("c?page=1"): Self.page(1...3, beside: #""next":"?page=2","count":4"#, after: false),
            try Self.url("c?page=2"): Self.page(4...4, beside: "\"count\":4", after: false),
        ])
        #expect(try await read(dataLoader).omissions.isEmpty)
    }

    @Test func followsNoPageThatAFileNames() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "c.json")
        try Data(#"{"data":[\#(Records.record(1))],"next":"/c?page=2"}"#.utf8).write(to: URL(filePath: path))
        let dataLoader = DataLoader()
        let loader = SupplierLoader(location: .file(path: path), dataLoader: dataLoader, cache: nil)
        var omissions: [SupplierBatch.Omission] = []
        for try await batch in loader.suppliers() { omissions += batch.omissions }
        #expect(omissions == [.unreadNextPage("/c?page=2")])
        await dataLoader.shutdown()
    }

    @Test func asksForTheNextPageWhileThisOneArrives() async throws {
        let gate = Gate()
        let body = Records.catalog([Records.record(1)])
        let link = try #require(HeaderFields.Field(name: "Link", value: "<?page=2>; rel=next"))
        let first = ScriptedDataLoader.Reply(
            steps: [.head, .waitFor(gate), .chunk(body)], fields: HeaderFields([link]))
        let second = ScriptedDataLoader.Reply(steps: [.open(gate), .head, .chunk(Records.catalog([Records.record(2)]))])
        let result = try await read(
            ScriptedDataLoader([try Self.url("c?page=1"): first, try Self.url("c?page=2"): second]))
        #expect(result.ids == ["1", "2"])
    }

    @Test func countsRecordsOverAllPages() async throws {
        let second = Records.catalog([Records.record(3), "{}"])
        let dataLoader = ScriptedDataLoader([
            try Self.url("c?page=1"): Self.page(1...2, next: "?page=2"),
            try Self.url("c?page=2"): Self.page(second, next: nil),
        ])
        let record = try #require(try await read(dataLoader).badRecords.first)
        #expect(record.record == 4)
        #expect(record.page == 2)
        #expect(record.byteOffset == second.count - 3)
        let strict = try await read(dataLoader) { $0.isStrict = true }
        #expect(strict.error as? CatalogError == .badRecord(record))
    }

    @Test func keepsWhatWasReadBeforeAPageFailed() async throws {
        let asked = try #require(HeaderFields.Field(name: "Retry-After", value: "120"))
        let failure = ScriptedDataLoader.Reply(steps: [.head], status: HTTPStatus(503), fields: HeaderFields([asked]))
        let dataLoader = ScriptedDataLoader([
            try Self.url("c?page=1"): Self.page(1...2, next: "?page=2"), try Self.url("c?page=2"): failure,
        ])
        let cache = MemoryCache()
        let result = try await read(dataLoader, cache: cache)
        #expect(result.ids == ["1", "2"])
        let cause = CatalogError.status(try Self.url("c?page=2"), HTTPStatus(503), retryAfter: .seconds(120))
        #expect(result.error as? CatalogError == .page(number: 2, cause))
        #expect(cache.contents.bytes.keys.allSatisfy { $0.namespace == .failures })
    }

    @Test(arguments: [
        ("?page=1", "loop"), ("http://elsewhere.example/c", "elsewhere"), ("https://suppliers.example/c", "elsewhere"),
        ("file:///etc/passwd", "elsewhere"), ("?page=2", "many"),
    ])
    func refusesAPage(next: String, reason: String) async throws {
        let dataLoader = ScriptedDataLoader([try Self.url("c?page=1"): Self.page(1...2, next: next)])
        let result = try await read(dataLoader) { $0.pageLimit = 1 }
        #expect(result.ids == ["1", "2"])
        let expected: CatalogError.Paging =
            switch reason {
            case "loop": .loop(try Self.url("c?page=1"))
            case "many": .tooManyPages(limit: 1)
            default: .elsewhere(try #require(URL(string: next)))
            }
        #expect(result.error as? CatalogError == .paging(expected))
        #expect(dataLoader.log.requests.count == 1)
    }

    @Test func readsAPagedSnapshotOffline() async throws {
        let pages = [
            try Self.url("c?page=1"): Self.page(1...2, next: "?page=2"),
            try Self.url("c?page=2"): Self.page(Records.catalog([Records.record(3), "{}"]), next: "?page=3"),
            try Self.url("c?page=3"): Self.page(Array("[]".utf8), next: nil),
        ]
        let cache = MemoryCache()
        let online = try await read(ScriptedDataLoader(pages), cache: cache)
        let offline = try await read(ScriptedDataLoader([:]), cache: cache) { $0.isOffline = true }
        #expect(offline.error == nil)
        #expect(offline.ids == ["1", "2", "3"])
        #expect(offline.badRecords == online.badRecords)
    }

    @Test func sendsOriginFieldsForEachPage() async throws {
        let field = try #require(HeaderFields.Field(name: "Authorization", value: "Bearer x"))
        let dataLoader = ScriptedDataLoader([
            try Self.url("c?page=1"): Self.page(1...1, next: "?page=2"),
            try Self.url("c?page=2"): Self.page(2...2, next: nil),
        ])
        _ = try await read(dataLoader) { $0.originFields = HeaderFields([field]) }
        #expect(dataLoader.log.requests.map(\.originFields.fields) == [[field], [field]])
    }
}
