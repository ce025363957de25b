import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoFleet
@testable import SupplierGoKit

/// How a fleet's machines use a store, and do without it.
@Suite(.timeLimit(.minutes(1)))
struct AvatarStoreTests {
    private let fleet: FleetSetting

    init() throws {
        fleet = try FleetSetting()
    }

    private func avatars(_ outcomes: [FleetOutcome]) -> [AvatarOutcome.Loaded] {
        outcomes.compactMap { if case .loaded(let avatar) = $0.result { avatar } else { nil } }
    }

    @Test func aSecondMachineAsksNoOrigin() async throws {
        let suppliers = fleet.suppliers(1..<21)
        let first = await fleet.outcomes(fleet.loader(try fleet.store(), cache: MemoryCache()), suppliers)
        #expect(avatars(first).map(\.source) == Array(repeating: .network, count: 20))
        #expect(fleet.origin.requests.count == 20)
        let cache = MemoryCache()
        let second = await fleet.outcomes(
            fleet.loader(try fleet.store(), cache: cache), suppliers, delivering: .bytes)
        #expect(avatars(second).map(\.source) == Array(repeating: .store, count: 20))
        #expect(second.map(\.supplier.avatar?.bytes) == (1..<21).map { Records.png($0) })
        #expect((1..<21).allSatisfy { cache[fleet.key($0)] == Records.png($0) })
        #expect(fleet.origin.requests.count == 20)
        for number in 1..<21 {
            let object = try #require(fleet.server.objects[fleet.name(number)])
            #expect(object.bytes == Records.png(number))
            #expect(object.fields["Content-Type"] == "image/png")
            #expect(object.fields["Cache-Control"] == "max-age=900")
        }
        #expect(fleet.server.objects.count == 20)
    }

    @Test func aFreshObjectIsNotReadWhereItIsNotNeeded() async throws {
        fleet.putObject(1, Records.png(1), fleet.response(1, ["Cache-Control: max-age=900"], age: 10))
        let outcomes = await fleet.outcomes(fleet.loader(try fleet.store()), fleet.suppliers(1..<2))
        #expect(avatars(outcomes).map(\.byteCount) == [Records.png(1).count])
        #expect(fleet.storeRequests == ["HEAD /\(fleet.key(1).path)"])
    }

    @Test(arguments: [true, false]) func anObjectWithImpossibleNumbersIsReplaced(hasCache: Bool) async throws {
        let image = Records.png(1)
        let crafted = CraftedRecord.object(for: fleet.key(1), image, at: Date.now.microseconds)
        fleet.server.setObject(crafted, named: fleet.name(1))
        let directory = try TemporaryDirectory()
        let cache = hasCache ? DiskCache(directory: directory.path) : nil
        let store = try fleet.store()
        let outcomes = await fleet.outcomes(fleet.loader(store, cache: cache), fleet.suppliers(1..<2))
        #expect(avatars(outcomes).map(\.source) == [.network])
        #expect(store.brokenCount == 1)
        let object = try #require(fleet.server.objects[fleet.name(1)])
        #expect(AvatarObject.entry(for: fleet.key(1), byteCount: image.count, object.fields) != nil)
    }

    @Test func a404IsRememberedForAllMachines() async throws {
        fleet.answer.withLock { $0 = { _ in .status(404) } }
        for _ in 1...2 {
            let outcomes = await fleet.outcomes(fleet.loader(try fleet.store()), fleet.suppliers(1..<2))
            guard case .failed(.missing(_, HTTPStatus(404), _, _, _)) = outcomes[0].result else {
                Testing.Issue.record("expected what is missing, not \(outcomes[0].result)")
                return
            }
        }
        #expect(fleet.origin.requests.count == 1)
        let refreshing = fleet.loader(try fleet.store()) { $0.isRefreshing = true }
        _ = await fleet.outcomes(refreshing, fleet.suppliers(1..<2))
        #expect(fleet.origin.requests.count == 2)
    }

    @Test func fillsTheStoreWithWhatTheCacheHas() async throws {
        let cache = MemoryCache(
            Dictionary(uniqueKeysWithValues: (1..<4).map { (fleet.key($0), Records.png($0)) }),
            response: fleet.response(1, ["Cache-Control: max-age=900"], age: 10))
        fleet.putObject(2, Records.png(9), fleet.response(2, ["Cache-Control: max-age=900"], age: 5))
        // Older than what the cache has: the last run could not put that.
        fleet.putObject(3, Records.png(9), fleet.response(3, ["Cache-Control: max-age=900"], age: 20))
        let loader = fleet.loader(try fleet.store(), cache: cache)
        #expect(
            avatars(await fleet.outcomes(loader, fleet.suppliers(1..<4))).map(\.source) == [.cache, .cache, .cache])
        #expect(fleet.server.requests.isEmpty)
        let filling = fleet.loader(try fleet.store(isFilled: true), cache: cache)
        // The second time it is all there; suppliers that share an avatar cost nothing more.
        for _ in 1...2 {
            let outcomes = await fleet.outcomes(filling, fleet.suppliers(1..<4) + fleet.suppliers(1..<4))
            #expect(outcomes.allSatisfy { $0.unstored == nil })
            #expect(avatars(outcomes).map(\.source) == Array(repeating: .cache, count: 6))
        }
        let names = (1..<4).map { fleet.key($0).path }
        #expect(
            fleet.storeRequests == [
                "HEAD /\(names[0])", "PUT /\(names[0])", "HEAD /\(names[1])", "HEAD /\(names[2])", "PUT /\(names[2])",
                "HEAD /\(names[0])", "HEAD /\(names[1])", "HEAD /\(names[2])",
            ])
        #expect(fleet.server.objects[fleet.name(1)]?.bytes == Records.png(1))
        #expect(fleet.server.objects[fleet.name(1)]?.fields["Cache-Control"] == "max-age=900")
        #expect(fleet.server.objects[fleet.name(2)]?.bytes == Records.png(9))
        #expect(fleet.server.objects[fleet.name(3)]?.bytes == Records.png(3))
        #expect(fleet.origin.requests.isEmpty)
    }

    @Test func offlineNeverAsksTheStore() async throws {
        let cache = MemoryCache(
            [fleet.key(1): Records.png(1)], response: fleet.response(1, ["Cache-Control: max-age=900"], age: 10))
        let loader = fleet.loader(try fleet.store(isFilled: true), cache: cache) { $0.isOffline = true }
        let outcomes = await fleet.outcomes(loader, fleet.suppliers(1..<3))
        #expect(avatars(outcomes).map(\.source) == [.cache])
        #expect(fleet.server.requests.isEmpty)
    }

    @Test(arguments: [true, false])
    func whatIsPrivateStaysOnItsMachine(fills: Bool) async throws {
        fleet.answer.withLock { $0 = { _ in .ok(Records.png(1), fields: ["Cache-Control": "private, max-age=900"]) } }
        fleet.putObject(1, Records.png(9), fleet.response(1, ["Cache-Control: max-age=60"], age: 100))
        let cache = MemoryCache()
        let loader = fleet.loader(try fleet.store(isFilled: fills), cache: cache)
        for _ in 1...2 { _ = await fleet.outcomes(loader, fleet.suppliers(1..<2)) }
        #expect(cache[fleet.key(1)] == Records.png(1))
        #expect(fleet.server.objects.isEmpty)
        #expect(fleet.origin.requests.count == 1)
    }

    @Test func refreshingAsksTheOriginAboutWhatTheStoreHas() async throws {
        fleet.answer.withLock { $0 = { _ in .status(304, fields: ["Cache-Control": "max-age=900", "ETag": "\"a\""]) } }
        fleet.putObject(1, Records.png(1), fleet.response(1, ["Cache-Control: max-age=60", "ETag: \"a\""], age: 10))
        let loader = fleet.loader(try fleet.store()) { $0.isRefreshing = true }
        #expect(avatars(await fleet.outcomes(loader, fleet.suppliers(1..<2))).map(\.source) == [.revalidated])
        let object = try #require(fleet.server.objects[fleet.name(1)])
        let entry = try #require(AvatarObject.entry(for: fleet.key(1), byteCount: object.bytes.count, object.fields))
            .entry
        #expect(entry.response?.cacheControl?.maxAge == .count(900))
        #expect(object.fields["Cache-Control"] == "max-age=900")
    }

    @Test func anAvatarOfAFileIsNotForOthers() async throws {
        let directory = try TemporaryDirectory()
        try Data(Records.png(1)).write(to: URL(filePath: directory.path + "/1.png"))
        var loader = SupplierLoader(
            location: .file(path: directory.path + "/c.json"), dataLoader: fleet.dataLoader, cache: nil)
        loader.store = try fleet.store()
        let outcomes = await fleet.outcomes(loader, fleet.suppliers(1..<2))
        #expect(avatars(outcomes).map(\.source) == [.file])
        #expect(fleet.server.requests.isEmpty)
    }

    @Test func anObjectThatIsTooLargeIsReplacedOrNot() async throws {
        fleet.putObject(1, Records.png(1) + [UInt8](repeating: 0, count: 5000), fleet.response(1, [], age: 10))
        let store = try fleet.store()
        let loader = fleet.loader(store, cache: MemoryCache()) { $0.avatarByteLimit = 1000 }
        #expect(avatars(await fleet.outcomes(loader, fleet.suppliers(1..<2))).map(\.source) == [.network])
        #expect(fleet.server.objects[fleet.name(1)]?.bytes == Records.png(1))
        #expect(store.readError == nil)
    }
}
