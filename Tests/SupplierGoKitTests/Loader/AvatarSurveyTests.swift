import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// How often a run looks into the cache, and that it finds what is there however often that is.
@Suite(.timeLimit(.minutes(1)))
struct AvatarSurveyTests {
    /// The most of which none is passed over.
    private static let count = AvatarSurvey.countWorthSampling - 1

    private let setting: LoaderSetting

    init() throws {
        setting = try LoaderSetting()
    }

    private func suppliers(_ count: Int) -> [Supplier] { (0..<count).map { setting.supplier($0, "\($0).png") } }

    /// A cache that has the avatars of some suppliers, which are fresh.
    private func cache(of suppliers: [Int]) throws -> MemoryCache {
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
        var places: Set<Int> = []
        var outcomeCount = 0
        for await outcome in loader.avatars(for: suppliers(count), delivering: .files) {
            outcomeCount += 1
            guard case .loaded(let avatar) = outcome.result, avatar.source == .cache else { continue }
            places.insert(try #require(Int(outcome.supplier.id.description)))
        }
        #expect(outcomeCount == count)
        return places
    }

    @Test func anEmptyCacheIsHardlyLookedIntoTwice() async throws {
        let (count, step) = (4 * AvatarSurvey.countWorthSampling, AvatarSurvey.samplingStep)
        let dataLoader = ScriptedDataLoader([:], otherwise: .ok(Records.png()))
        let cache = try cache(of: [])
        #expect(try await cached(of: count, in: cache, by: dataLoader).isEmpty)
        #expect(dataLoader.log.requests.count == count)
        #expect(cache.contents.lookCount == count / step + count)
    }

    @Test func whatIsPassedOverIsFoundBeforeItIsAskedFor() async throws {
        let count = 4 * AvatarSurvey.countWorthSampling
        let passedOver: Set = [1, AvatarSurvey.samplingStep - 1, count - 1]
        let dataLoader = ScriptedDataLoader([:], otherwise: .ok(Records.png()))
        let cache = try cache(of: Array(passedOver))
        #expect(try await cached(of: count, in: cache, by: dataLoader) == passedOver)
        #expect(dataLoader.log.requests.count == count - passedOver.count)
        #expect(cache.contents.claims.isEmpty)
    }

    @Test(arguments: [count, 4 * AvatarSurvey.countWorthSampling])
    func aFullCacheIsLookedIntoOnceAndNothingIsClaimed(count: Int) async throws {
        let dataLoader = ScriptedDataLoader([:])
        let cache = try cache(of: Array(0..<count))
        #expect(try await cached(of: count, in: cache, by: dataLoader) == Set(0..<count))
        #expect(cache.contents.lookCount == count)
        #expect(cache.contents.claimCount == 0)
        #expect(dataLoader.log.requests.isEmpty)
    }

    @Test(arguments: [false, true]) func allAreLookedForWhereTheyAreFewOrOffline(isOffline: Bool) async throws {
        let count = isOffline ? 4 * AvatarSurvey.countWorthSampling : Self.count
        let cache = try cache(of: [count - 1])
        let dataLoader = ScriptedDataLoader([:], otherwise: .ok(Records.png()))
        #expect(try await cached(of: count, in: cache, by: dataLoader, isOffline: isOffline) == [count - 1])
        // The one that is there was found without a claim.
        #expect(cache.contents.claimCount == (isOffline ? 0 : count - 1))
    }
}
