import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoFleet
@testable import SupplierGoKit

/// A store that fails is a store that is missing.
@Suite(.timeLimit(.minutes(1)))
struct AvatarStoreFailureTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fault: ObjectStoreServer.Fault

        /// How many requests reach the store for ten avatars that have to be fetched: a store that does not answer is
        /// not written to either.
        let requestCount: Int
        let isLasting: Bool
        var isWritten = true
    }

    private static let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>"

    static let faults: [Fault] = [
        Fault(
            testDescription: "refused", fault: .error(403, code: "AccessDenied"), requestCount: 2, isLasting: true),
        Fault(
            testDescription: "skewed", fault: .error(403, code: "RequestTimeTooSkewed"), requestCount: 2,
            isLasting: true),
        Fault(testDescription: "no bucket", fault: .error(404, code: "NoSuchBucket"), requestCount: 2, isLasting: true),
        Fault(
            testDescription: "region", fault: .error(301, code: "PermanentRedirect"), requestCount: 2, isLasting: true),
        Fault(testDescription: "slow", fault: .error(503, code: "SlowDown"), requestCount: 6, isLasting: false),
        Fault(testDescription: "broken", fault: .error(500, code: "InternalError"), requestCount: 6, isLasting: false),
        Fault(
            testDescription: "gone", fault: .answer(.steps(.close)), requestCount: 3, isLasting: false,
            isWritten: false),
        Fault(
            testDescription: "nonsense", fault: .answer(.raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n<html>")),
            requestCount: 3, isLasting: false, isWritten: false),
    ]

    private func avatars(_ outcomes: [FleetOutcome]) -> [AvatarOutcome.Loaded] {
        outcomes.compactMap { if case .loaded(let avatar) = $0.result { avatar } else { nil } }
    }

    @Test(arguments: faults)
    func isNotAskedForAWhile(fault: Fault) async throws {
        let fleet = try FleetSetting(idleTimeout: .milliseconds(500))
        fleet.server.setFault { _ in fault.fault }
        let (store, cache) = (try fleet.store(), MemoryCache())
        let loader = fleet.loader(store, cache: cache)
        let outcomes = await fleet.outcomes(loader, fleet.suppliers(1..<11))
        #expect(avatars(outcomes).map(\.source) == Array(repeating: .network, count: 10))
        // What was not stored is named, each of them.
        #expect(outcomes.allSatisfy { $0.storeError != nil })
        #expect(avatars(outcomes).allSatisfy { $0.cacheError == nil })
        #expect(fleet.server.requests.count == fault.requestCount)
        #expect(store.readError?.isLasting == fault.isLasting)
        #expect(store.writeError?.isLasting == (fault.isWritten ? fault.isLasting : nil))
        #expect((1..<11).allSatisfy { cache[fleet.key($0)] == Records.png($0) })
        #expect(fleet.server.objects.isEmpty)
    }

    @Test func isAskedAgainAfterAPause() async throws {
        let fleet = try FleetSetting()
        let count = Lock(0)
        fleet.server.setFault { _ in
            count.withLock { count in
                count += 1
                return count <= 8 ? .error(503, code: "SlowDown") : nil
            }
        }
        let store = try fleet.store(firstPause: .zero)
        let outcomes = await fleet.outcomes(fleet.loader(store), fleet.suppliers(1..<11))
        // Four avatars met a failure of reading and one of writing.
        #expect(outcomes.map { $0.storeError != nil } == (1..<11).map { $0 <= 4 })
        #expect(Set(fleet.server.objects.keys) == Set((5..<11).map(fleet.name)))
    }

    @Test func anObjectThatCannotBeReadIsNoneOfTheOthers() async throws {
        let fleet = try FleetSetting()
        for number in 1..<11 {
            fleet.putObject(number, Records.png(number), fleet.response(number, ["Cache-Control: max-age=900"], age: 9))
        }
        let archived = Set((2..<8).map { fleet.key($0).path })
        fleet.server.setFault { request in
            request.method == "GET" && archived.contains { request.target.hasSuffix($0) }
                ? .error(403, code: "InvalidObjectState") : nil
        }
        let store = try fleet.store()
        let loaded = avatars(await fleet.outcomes(fleet.loader(store), fleet.suppliers(1..<11), delivering: .bytes))
        #expect(loaded.map(\.source) == (1..<11).map { (2..<8).contains($0) ? .network : .store })
        #expect(store.readError?.isLasting == false)
    }

    @Test(arguments: [AvatarOutcome.Delivery.bytes, .files])
    func objectsWithoutMetadataAreCounted(delivery: AvatarOutcome.Delivery) async throws {
        let fleet = try FleetSetting()
        let store = try fleet.store()
        for number in 1..<4 {
            fleet.putObject(number, Records.png(number), fleet.response(number, ["Cache-Control: max-age=900"], age: 9))
            guard number < 3 else { continue }
            fleet.server.setObject(ObjectStoreServer.Object(Records.png(number)), named: fleet.name(number))
        }
        let loaded = avatars(await fleet.outcomes(fleet.loader(store), fleet.suppliers(1..<5), delivering: delivery))
        #expect(loaded.map(\.source) == [.network, .network, .store, .network])
        #expect(store.brokenCount == 2)
    }

    @Test func aPageOfAnotherServerIsNeverAnAvatar() async throws {
        let fleet = try FleetSetting()
        fleet.server.setFault { _ in .answer(.raw(Self.page)) }
        let store = try fleet.store()
        let outcomes = await fleet.outcomes(fleet.loader(store), fleet.suppliers(1..<11), delivering: .bytes)
        #expect(avatars(outcomes).map(\.source) == Array(repeating: .network, count: 10))
        #expect(avatars(outcomes).map(\.bytes) == (1..<11).map { Records.png($0) })
        #expect(outcomes.allSatisfy { $0.storeError != nil })
        guard case .malformedResponse = store.writeError?.reason else {
            Testing.Issue.record("expected nonsense, not \(String(describing: store.writeError))")
            return
        }
    }

    @Test func aFullStoreIsStillRead() async throws {
        let fleet = try FleetSetting()
        for number in 1..<11 where number % 2 == 0 {
            fleet.putObject(
                number, Records.png(number), fleet.response(number, ["Cache-Control: max-age=900"], age: 10))
        }
        fleet.server.setFault { $0.method == "PUT" ? .error(507, code: "InsufficientCapacity") : nil }
        let store = try fleet.store()
        let outcomes = await fleet.outcomes(fleet.loader(store), fleet.suppliers(1..<11))
        #expect(avatars(outcomes).map(\.source) == (1..<11).map { $0 % 2 == 0 ? .store : .network })
        #expect(outcomes.map { $0.storeError != nil } == (1..<11).map { $0 % 2 != 0 })
        #expect(fleet.storeRequests.count { $0.hasPrefix("PUT") } == 3)
        #expect(store.readError == nil)
        guard case .full = store.writeError?.reason else {
            Testing.Issue.record("expected a full store, not \(String(describing: store.writeError))")
            return
        }
    }

    @Test func goneInTheMiddleNothingIsLost() async throws {
        let fleet = try FleetSetting(idleTimeout: .milliseconds(500))
        let count = Lock(0)
        fleet.server.setFault { _ in
            let isGone = count.withLock { count in
                count += 1
                return count > 10
            }
            return isGone ? .answer(.steps(.close)) : nil
        }
        let cache = MemoryCache()
        let outcomes = await fleet.outcomes(fleet.loader(try fleet.store(), cache: cache), fleet.suppliers(1..<11))
        #expect(avatars(outcomes).count == 10)
        let stored = outcomes.enumerated().filter { $0.element.storeError == nil }.map { $0.offset + 1 }
        #expect(Set(fleet.server.objects.keys) == Set(stored.map(fleet.name)))
        #expect(!stored.isEmpty && stored.count < 10)
        // The next run puts what is missing, without asking the origin again.
        fleet.server.setFault(nil)
        let again = fleet.loader(try fleet.store(isFilled: true), cache: cache)
        #expect(await fleet.outcomes(again, fleet.suppliers(1..<11)).allSatisfy { $0.storeError == nil })
        #expect((1..<11).allSatisfy { fleet.server.objects[fleet.name($0)]?.bytes == Records.png($0) })
        #expect(fleet.origin.requests.count == 10)
    }

    @Test func aSilentStoreHoldsNothingUpForLong() async throws {
        let fleet = try FleetSetting(idleTimeout: .milliseconds(200))
        fleet.server.setFault { _ in .answer(.steps(.silence)) }
        let (clock, store) = (ContinuousClock(), try fleet.store())
        let duration = await clock.measure {
            let loaded = avatars(await fleet.outcomes(fleet.loader(store), fleet.suppliers(1..<11)))
            #expect(loaded.map(\.source) == Array(repeating: .network, count: 10))
        }
        #expect(duration < .seconds(20))
        #expect(fleet.server.requests.count == 3)
    }

    @Test(arguments: [Duration.seconds(1200), .seconds(-1200)], [AvatarOutcome.Delivery.bytes, .files])
    func aSkewedClockIsSaid(skew: Duration, delivery: AvatarOutcome.Delivery) async throws {
        let fleet = try FleetSetting()
        fleet.server.setClock(ahead: skew)
        let store = try fleet.store()
        let outcomes = await fleet.outcomes(fleet.loader(store), fleet.suppliers(1..<4), delivering: delivery)
        #expect(avatars(outcomes).map(\.source) == [.network, .network, .network])
        let words = skew > .zero ? "20 minutes behind" : "20 minutes ahead"
        #expect(try #require(store.readError).description.contains(words))
        #expect(try #require(outcomes.first?.storeError).description.contains(words))
    }

    @Test func aReaderThatIsGoneIsNotAFailure() async throws {
        let fleet = try FleetSetting()
        fleet.server.setFault { _ in .answer(.steps(.silence)) }
        let store = try fleet.store()
        let reader = Task { await fleet.outcomes(fleet.loader(store), fleet.suppliers(1..<11)) }
        try await fleet.server.requestCount(reaches: 1)
        reader.cancel()
        #expect(await reader.value.isEmpty)
        await fleet.dataLoader.shutdown()
        #expect(store.readError == nil)
        #expect(fleet.origin.requests.isEmpty)
    }

    @Test func anErrorOfAnotherProgramsLoaderIsAFailure() async throws {
        struct Strange: Error {}
        let fleet = try FleetSetting()
        let url = try #require(try fleet.server.location(FleetSetting.prefix).endpoint as URL?)
        let loader = ScriptedDataLoader([:], otherwise: ScriptedDataLoader.Reply(steps: [.fail(Strange())]))
        let store = AvatarStore(
            ObjectStore(at: try fleet.server.location(), dataLoader: loader), firstPause: .seconds(5))
        let loaded = avatars(await fleet.outcomes(fleet.loader(store), fleet.suppliers(1..<5)))
        #expect(loaded.map(\.source) == Array(repeating: .network, count: 4))
        #expect(store.readError?.reason == .transfer(DataLoadError(.failed(code: 0, reason: "Strange()"), url)))
        #expect(loader.log.requests.count == 3)
    }
}
