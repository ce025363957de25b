import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// How often a pipeline looks into the cache, and how far it goes ahead of its reader.
@Suite(.timeLimit(.minutes(1)))
struct AvatarPipelineTests {
    private let setting: LoaderSetting

    init() throws {
        setting = try LoaderSetting()
    }

    private func suppliers(_ count: Int) -> [Supplier] { (0..<count).map { setting.supplier($0, "\($0).png") } }

    /// A cache that has the avatars of some suppliers, which are fresh.
    private func cache(of suppliers: some Sequence<Int>) throws -> MemoryCache {
        let response = StoredResponse(
            url: setting.catalog.absoluteString, status: HTTPStatus(200),
            fields: FreshnessCase.fields(["Cache-Control: max-age=900"]), requestedAt: .now, receivedAt: .now)
        let keys = try suppliers.map { (CacheKey(avatar: try setting.url("\($0).png")), Records.png($0)) }
        return MemoryCache(Dictionary(uniqueKeysWithValues: keys), response: response)
    }

    /// The suppliers whose avatars came from the cache.
    private func cached(
        of count: Int, in cache: MemoryCache, by dataLoader: ScriptedDataLoader, isOffline: Bool = false
    ) async throws -> Set<Int> {
        let loader = setting.loader(dataLoader, cache: cache) { $0.isOffline = isOffline }
        var positions: Set<Int> = []
        var outcomeCount = 0
        for await outcome in loader.avatars(for: suppliers(count), delivering: .files) {
            outcomeCount += 1
            guard case .loaded(let avatar) = outcome.result, avatar.source == .cache else { continue }
            #expect(outcome.supplier.id.rawValue == "\(outcome.position)")
            positions.insert(outcome.position)
        }
        #expect(outcomeCount == count)
        return positions
    }

    @Test func looksAFullCacheUpOnceAndClaimsNothing() async throws {
        let count = 1000
        let dataLoader = ScriptedDataLoader([:])
        let cache = try cache(of: 0..<count)
        #expect(try await cached(of: count, in: cache, by: dataLoader) == Set(0..<count))
        #expect(cache.contents.lookCount == count)
        #expect(cache.contents.claimCount == 0)
        #expect(dataLoader.log.requests.isEmpty)
    }

    @Test(arguments: [false, true]) func findsWhatIsThereAmongWhatIsMissing(isOffline: Bool) async throws {
        let held: Set = [0, 511, 999]
        let dataLoader = ScriptedDataLoader([:], otherwise: .ok(Records.png()))
        let cache = try cache(of: held)
        #expect(try await cached(of: 1000, in: cache, by: dataLoader, isOffline: isOffline) == held)
        #expect(dataLoader.log.requests.count == (isOffline ? 0 : 997))
        #expect(cache.contents.claims.isEmpty)
    }

    @Test func findsWhatIsThereAfterManyThatAreMissing() async throws {
        let dataLoader = ScriptedDataLoader([:], otherwise: .ok(Records.png()))
        let cache = try cache(of: 500..<1000)
        #expect(try await cached(of: 1000, in: cache, by: dataLoader) == Set(500..<1000))
        #expect(dataLoader.log.requests.count == 500)
        // Those that were started before the first one was found are claimed as well.
        #expect(cache.contents.claimCount < 800)
    }

    @Test func looksNoAvatarUpAgainThatItHasJustStored() async throws {
        let dataLoader = ScriptedDataLoader([:], otherwise: .ok(Records.png()))
        let cache = MemoryCache()
        let suppliers = (0..<100).map { setting.supplier($0, "a.png") }
        let loader = setting.loader(dataLoader, cache: cache) { $0.avatarsInFlight = 1 }
        var outcomes: [AvatarOutcome] = []
        for await outcome in loader.avatars(for: suppliers, delivering: .bytes) { outcomes.append(outcome) }
        #expect(outcomes.allSatisfy { $0.supplier.avatar?.bytes == Records.png() })
        #expect(outcomes.count == 100)
        #expect(dataLoader.log.requests.count == 1)
        // Once before its claim and once after, its failure, and its host's wait.
        #expect(cache.contents.lookCount <= 4)
    }

    @Test func makesARequestForEachOutcomeThatIsTakenAndNoMore() async throws {
        let (size, count) = (5, 100)
        let dataLoader = ScriptedDataLoader([:], otherwise: .ok(Records.png()))
        let stream = setting.loader(dataLoader) { $0.avatarsInFlight = size }.avatars(for: suppliers(count))
        var outcomes = stream.makeAsyncIterator()
        for takenCount in 0..<count {
            let expected = min(count, takenCount + size)
            try await dataLoader.until { $0.completedCount >= expected }
            try #require(dataLoader.log.requests.count == expected)
            try #require(await outcomes.next() != nil)
        }
        #expect(await outcomes.next() == nil)
    }

    @Test func startsNoMoreThanItsWindowWhereManySuppliersShareAvatars() async throws {
        let dataLoader = ScriptedDataLoader([:], otherwise: .ok(Records.png()))
        let suppliers = (0..<900).map { setting.supplier($0, "\($0 / 9).png") }
        let stream = setting.loader(dataLoader, cache: MemoryCache()) { $0.avatarsInFlight = 2 }
            .avatars(for: suppliers)
        // Suppliers that come after the first avatar is stored may hold the second slot.
        try await dataLoader.until { $0.completedCount >= 1 }
        var positions: Set<Int> = []
        for await outcome in stream { positions.insert(outcome.position) }
        #expect(positions == Set(0..<900))
        #expect(dataLoader.log.requests.count == 100)
        #expect(dataLoader.log.peakInFlight <= 2)
    }

    @Test func takesABatchOfAllThatHasArrived() async throws {
        let dataLoader = ScriptedDataLoader([:])
        let stream = setting.loader(dataLoader).avatars(for: (0..<100).map { setting.supplier($0, nil) })
        var batches = stream.makeAsyncIterator()
        #expect(await batches.next()?.position == 0)
        #expect(await batches.nextBatch()?.map(\.position) == Array(1..<100))
        #expect(await batches.nextBatch() == nil)
    }
}
