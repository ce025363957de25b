import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct AvatarLoadingTests {
    private let setting: LoaderSetting

    init() throws {
        setting = try LoaderSetting()
    }

    private func outcomes(_ stream: AvatarStream<Never>) async -> [String: AvatarOutcome] {
        var outcomes: [String: AvatarOutcome] = [:]
        for await outcome in stream { outcomes[outcome.supplier.id.rawValue] = outcome }
        return outcomes
    }

    /// What a server said just now, and the cache may believe for a minute.
    private func freshResponse(_ target: String) throws -> StoredResponse {
        StoredResponse(
            url: try setting.url(target).absoluteString, status: HTTPStatus(200),
            fields: HeaderFields([try #require(HeaderFields.Field(name: "Cache-Control", value: "max-age=60"))]),
            requestedAt: .now, receivedAt: .now)
    }

    private func failure(_ outcome: AvatarOutcome?) -> AvatarOutcome.Error? {
        if case .failed(let failure) = outcome?.result { failure } else { nil }
    }

    private func loaded(_ outcome: AvatarOutcome?) -> AvatarOutcome.Loaded? {
        if case .loaded(let avatar) = outcome?.result { avatar } else { nil }
    }

    @Test func givesOneOutcomePerSupplierAndFetchesEachURLOnce() async throws {
        let dataLoader = ScriptedDataLoader([
            try setting.url("a.png"): .ok(Records.png(1)), try setting.url("b.png"): .ok(Records.png(2)),
        ])
        let suppliers = [
            setting.supplier(1, "a.png"), setting.supplier(2, "b.png"),
            setting.supplier(3, "http://suppliers.example/a.png"), setting.supplier(4, nil),
            setting.supplier(5, "a.png#face"),
        ]
        let outcomes = await outcomes(setting.loader(dataLoader).avatars(for: suppliers))
        #expect(outcomes.count == 5)
        for id in ["1", "3", "5"] { #expect(outcomes[id]?.supplier.avatar?.bytes == Records.png(1)) }
        #expect(outcomes["2"]?.supplier.avatar?.bytes == Records.png(2))
        guard case .some(.none) = outcomes["4"]?.result else {
            Testing.Issue.record("expected no avatar")
            return
        }
        #expect(dataLoader.log.requests.count == 2)
    }

    @Test func deliversEachAvatarAsItComesIn() async throws {
        let gate = Gate()
        let slow = ScriptedDataLoader.Reply(steps: [.head, .waitFor(gate), .chunk(Records.png(1))])
        let dataLoader = ScriptedDataLoader([
            try setting.url("slow.png"): slow, try setting.url("b.png"): .ok(Records.png(2)),
        ])
        var stream = setting.loader(dataLoader).avatars(for: [
            setting.supplier(1, "slow.png"), setting.supplier(2, "b.png"),
        ])
        .makeAsyncIterator()
        #expect(await stream.next()?.supplier.id.rawValue == "2")
        gate.open()
        #expect(await stream.next()?.supplier.id.rawValue == "1")
        #expect(await stream.next() == nil)
    }

    @Test func saysWhyAnAvatarCouldNotBeHad() async throws {
        let page = ScriptedDataLoader.Reply.ok(Array("<!DOCTYPE html><html>".utf8), contentType: "text/html")
        let cut = Array(Records.png(1).dropLast(14))
        let dataLoader = ScriptedDataLoader([
            try setting.url("page"): page, try setting.url("empty"): .ok([]), try setting.url("cut"): .ok(cut),
            try setting.url("down"): .failure(DataLoadError(.unresolvedHost, setting.catalog)),
            try setting.url("large"): .ok(Records.png(1)),
        ])
        let endpoints = ["page", "empty", "cut", "down", "gone", "ftp://x/y", "file:///etc/passwd", "large"]
        let suppliers = endpoints.enumerated().map { setting.supplier($0.offset, $0.element) }
        let cache = MemoryCache()
        let all = await outcomes(setting.loader(dataLoader, cache: cache).avatars(for: suppliers))
        #expect(failure(all["0"]) == .notAnImage(try setting.url("page"), contentType: "text/html"))
        #expect(failure(all["1"]) == .empty(try setting.url("empty")))
        #expect(failure(all["2"]) == .incomplete(try setting.url("cut")))
        #expect(failure(all["3"]) == .transfer(DataLoadError(.unresolvedHost, setting.catalog)))
        #expect(failure(all["4"])?.status == HTTPStatus(404))
        #expect(failure(all["5"]) == .endpoint(.unsupportedScheme(endpoint: "ftp://x/y", scheme: "ftp")))
        #expect(failure(all["6"]) == .endpoint(.fileOutsideFileCatalog(endpoint: "file:///etc/passwd")))
        #expect(loaded(all["7"])?.byteCount == Records.png(1).count)
        let stored = cache.contents.stores.filter { $0.namespace == .avatars }
        #expect(stored == [CacheKey(avatar: try setting.url("large"))])
    }

    @Test func tellsWhatAFailedTransferTook() async throws {
        let server = try LoopbackServer { _ in .status(404) }
        let dataLoader = DataLoader()
        let loader = SupplierLoader(location: .remote(server.url("/c.json")), dataLoader: dataLoader, cache: nil)
        let outcome = await outcomes(loader.avatars(for: [setting.supplier(1, "gone.png")]))["1"]
        #expect(outcome?.metrics?.status == HTTPStatus(404))
        let port = try ClosedPort()
        let refused = await outcomes(loader.avatars(for: [setting.supplier(2, port.url("/").absoluteString)]))["2"]
        #expect(refused?.metrics?.url == port.url("/"))
        await dataLoader.shutdown()
    }

    @Test func takesNoAvatarOverItsLimit() async throws {
        let dataLoader = ScriptedDataLoader([try setting.url("a.png"): .ok(Records.png(1))])
        let loader = setting.loader(dataLoader, cache: MemoryCache()) { $0.avatarByteLimit = Records.png(1).count - 1 }
        let outcome = await outcomes(loader.avatars(for: [setting.supplier(1, "a.png")]))["1"]
        let limit = Records.png(1).count - 1
        #expect(failure(outcome) == .transfer(DataLoadError(.bodyTooLarge(limit: limit), try setting.url("a.png"))))
    }

    @Test func storesAnImageOfAnotherKindThanItsURLSays() async throws {
        let dataLoader = ScriptedDataLoader([try setting.url("a.jpg"): .ok(Records.png(1))])
        let cache = MemoryCache()
        let outcome = await outcomes(
            setting.loader(dataLoader, cache: cache).avatars(for: [setting.supplier(1, "a.jpg")]))["1"]
        #expect(loaded(outcome)?.source == .network)
        #expect(loaded(outcome)?.status == HTTPStatus(200))
        #expect(cache.contents.stores == [CacheKey(avatar: try setting.url("a.jpg"))])
    }

    @Test(arguments: [AvatarOutcome.Delivery.bytes, .files])
    func asksForNothingThatTheCacheHolds(delivery: AvatarOutcome.Delivery) async throws {
        let cache = MemoryCache(
            [CacheKey(avatar: try setting.url("a.png")): Records.png(5)], response: try freshResponse("a.png"))
        let dataLoader = ScriptedDataLoader([:])
        let loader = setting.loader(dataLoader, cache: cache)
        let outcome = await outcomes(loader.avatars(for: [setting.supplier(1, "a.png")], delivering: delivery))["1"]
        #expect(loaded(outcome)?.source == .cache)
        #expect(outcome?.supplier.avatar?.bytes == (delivery == .bytes ? Records.png(5) : nil))
        #expect(dataLoader.log.requests.isEmpty)
    }

    @Test func refreshingAsksAgainAndKeepsWhatItHasWhereThatFails() async throws {
        let (a, b) = (try setting.url("a.png"), try setting.url("b.png"))
        let cache = MemoryCache([CacheKey(avatar: a): Records.png(5), CacheKey(avatar: b): Records.png(6)])
        let dataLoader = ScriptedDataLoader([a: .ok(Records.png(7)), b: .status(500)])
        let loader = setting.loader(dataLoader, cache: cache) { $0.isRefreshing = true }
        let all = await outcomes(loader.avatars(for: [setting.supplier(1, "a.png"), setting.supplier(2, "b.png")]))
        #expect(loaded(all["1"])?.source == .network)
        #expect(failure(all["2"]) == .status(b, HTTPStatus(500)))
        #expect(cache[CacheKey(avatar: a)] == Records.png(7))
        #expect(cache[CacheKey(avatar: b)] == Records.png(6))
    }

    @Test func offlineAsksNoServer() async throws {
        let cache = MemoryCache(
            [CacheKey(avatar: try setting.url("a.png")): Records.png(5)], response: try freshResponse("a.png"))
        let dataLoader = ScriptedDataLoader([:])
        let loader = setting.loader(dataLoader, cache: cache) { $0.isOffline = true }
        let all = await outcomes(loader.avatars(for: [setting.supplier(1, "a.png"), setting.supplier(2, "b.png")]))
        #expect(loaded(all["1"])?.source == .cache)
        #expect(failure(all["2"]) == .offline(try setting.url("b.png")))
        #expect(dataLoader.log.requests.isEmpty)
    }

    @Test func deliversWhatTheCacheCouldNotKeep() async throws {
        let error = CacheError.failed(operation: "create", path: "/x", errorNumber: 28)
        let dataLoader = ScriptedDataLoader([try setting.url("a.png"): .ok(Records.png(1))])
        let loader = setting.loader(dataLoader, cache: MemoryCache(readError: error, writeError: error))
        let outcome = await outcomes(loader.avatars(for: [setting.supplier(1, "a.png")]))["1"]
        #expect(loaded(outcome)?.cacheError == error)
        #expect(outcome?.supplier.avatar?.bytes == Records.png(1))
    }

    @Test func sendsOriginFieldsToTheCatalogsOriginOnly() async throws {
        let other = try #require(URL(string: "http://other.example/a.png"))
        let field = try #require(HeaderFields.Field(name: "Authorization", value: "Bearer x"))
        let dataLoader = ScriptedDataLoader([try setting.url("a.png"): .ok(Records.png(1)), other: .ok(Records.png(1))])
        let loader = setting.loader(dataLoader) { $0.originFields = HeaderFields([field]) }
        _ = await outcomes(
            loader.avatars(for: [setting.supplier(1, "a.png"), setting.supplier(2, other.absoluteString)]))
        let sent = Dictionary(uniqueKeysWithValues: dataLoader.log.requests.map { ($0.url, $0.originFields.fields) })
        #expect(sent == [try setting.url("a.png"): [field], other: []])
    }

    @Test func goesNoFurtherAheadThanItMay() async throws {
        let dataLoader = ScriptedDataLoader([:], otherwise: .ok(Records.png(1)))
        let loader = setting.loader(dataLoader) { $0.avatarsInFlight = 3 }
        let all = await outcomes(loader.avatars(for: (1...100).map { setting.supplier($0, "\($0).png") }))
        #expect(all.count == 100)
        #expect(dataLoader.log.peakInFlight <= 3)
    }

    @Test func cancellingTheReaderEndsWhatIsInFlight() async throws {
        let silent = ScriptedDataLoader.Reply(steps: [.waitFor(Gate()), .head])
        let dataLoader = ScriptedDataLoader([:], otherwise: silent)
        let stream = setting.loader(dataLoader).avatars(for: (1...10).map { setting.supplier($0, "\($0).png") })
        let reader = Task { for await _ in stream {} }
        try await dataLoader.until { $0.requests.count >= 10 }
        reader.cancel()
        await reader.value
        try await dataLoader.until { $0.inFlight == 0 }
    }

    @Test func droppingTheStreamEndsWhatIsInFlight() async throws {
        let silent = ScriptedDataLoader.Reply(steps: [.waitFor(Gate()), .head])
        let dataLoader = ScriptedDataLoader([:], otherwise: silent)
        do {
            var stream = setting.loader(dataLoader).avatars(for: [
                setting.supplier(0, nil), setting.supplier(1, "1.png"),
            ]).makeAsyncIterator()
            _ = await stream.next()
            try await dataLoader.until { $0.requests.count >= 1 }
        }
        try await dataLoader.until { $0.inFlight == 0 }
    }

    @Test func tellsWhatTheCacheHolds() async throws {
        let cache = MemoryCache([CacheKey(avatar: try setting.url("a.png")): Records.png(5)])
        let suppliers = [
            setting.supplier(1, nil), setting.supplier(2, "b.png"), setting.supplier(3, "a.png"),
            setting.supplier(4, "ftp://x/"),
        ]
        let entries = try await setting.loader(ScriptedDataLoader([:]), cache: cache).cachedAvatars(for: suppliers)
        #expect(entries.map { $0?.byteCount } == [nil, nil, Records.png(5).count, nil])
    }
}
