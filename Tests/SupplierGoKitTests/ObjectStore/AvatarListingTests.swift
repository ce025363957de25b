import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// What a listing saves, and what it may not.
@Suite(.timeLimit(.minutes(1)))
struct AvatarListingTests {
    private let fleet: FleetSetting

    init() throws {
        fleet = try FleetSetting(pageSize: 2)
    }

    private func sources(_ outcomes: [AvatarOutcome]) -> [LoadedAvatar.Source] {
        outcomes.compactMap { if case .loaded(let avatar) = $0.result { avatar.source } else { nil } }
    }

    /// A store that has listed its names, and the requests after that.
    private func listed(shard: Shard? = nil) async throws -> AvatarStore {
        let store = try fleet.store(shard: shard, listingAfter: 0)
        _ = try await store.has(fleet.key(0), asNewAs: fleet.response(0, [], age: 10))
        await store.listing.ended()
        return store
    }

    private func put(_ numbers: Range<Int>, age: TimeInterval = 0) {
        for number in numbers {
            fleet.putObject(
                number, Records.png(number), fleet.response(number, ["Cache-Control: max-age=900"], age: 10),
                modifiedAt: .now.addingTimeInterval(-age))
        }
    }

    @Test func beginsAfterSomeLookupsAndIsMadeOnce() async throws {
        put(1..<6)
        let store = try fleet.store(listingAfter: 3)
        let cache = MemoryCache()
        for number in 1..<3 { _ = try await store.has(fleet.key(number), asNewAs: fleet.response(number, [], age: 10)) }
        #expect(!fleet.storeRequests.contains("GET ?"))
        for number in 3..<6 { _ = try await store.has(fleet.key(number), asNewAs: fleet.response(number, [], age: 10)) }
        await store.listing.ended()
        // Three pages of avatars, one of notes.
        #expect(fleet.storeRequests.count { $0 == "GET ?" } == 4)
        let count = fleet.server.requests.count
        let loader = fleet.loader(store, cache: cache)
        #expect(sources(await fleet.outcomes(loader, fleet.suppliers(10..<14))) == Array(repeating: .network, count: 4))
        #expect(fleet.storeRequests.dropFirst(count).allSatisfy { $0.hasPrefix("PUT") })
        #expect(fleet.server.requests.count == count + 4)
    }

    @Test func whatWasPutLatelyIsNotLookedAt() async throws {
        put(1..<4)
        put(4..<6, age: 90_000)
        let store = try await listed()
        let count = fleet.server.requests.count
        let outcomes = await fleet.outcomes(fleet.loader(store), fleet.suppliers(1..<6))
        #expect(sources(outcomes) == Array(repeating: .store, count: 5))
        #expect(
            Set(fleet.storeRequests.dropFirst(count))
                == Set((4..<6).map { "HEAD /\(fleet.key($0).path)" }))
        #expect(fleet.origin.requests.isEmpty)
    }

    @Test func whatIsNeededIsRead() async throws {
        put(1..<3)
        let store = try await listed()
        let outcomes = await fleet.outcomes(fleet.loader(store), fleet.suppliers(1..<3), delivering: .bytes)
        #expect(outcomes.map(\.supplier.avatar?.bytes) == [Records.png(1), Records.png(2)])
        let cache = MemoryCache()
        _ = await fleet.outcomes(fleet.loader(store, cache: cache), fleet.suppliers(1..<3))
        #expect(cache[fleet.key(2)] == Records.png(2))
        #expect(fleet.origin.requests.isEmpty)
    }

    @Test func refreshingLooksAtAll() async throws {
        put(1..<3)
        let loader = fleet.loader(try await listed()) { $0.isRefreshing = true }
        #expect(sources(await fleet.outcomes(loader, fleet.suppliers(1..<3))) == [.network, .network])
    }

    @Test func aFillAsksForNothingThatWasPutSince() async throws {
        put(1..<3)
        let store = try await listed()
        let cache = MemoryCache(
            Dictionary(uniqueKeysWithValues: (1..<4).map { (fleet.key($0), Records.png($0)) }),
            response: fleet.response(1, ["Cache-Control: max-age=900"], age: 10))
        let count = fleet.server.requests.count
        let loader = fleet.loader(store, cache: cache) { $0.fillsStore = true }
        _ = await fleet.outcomes(loader, fleet.suppliers(1..<4))
        #expect(Array(fleet.storeRequests.dropFirst(count)) == ["PUT /\(fleet.key(3).path)"])
    }

    @Test func aNoteIsReadWhereItIsListed() async throws {
        fleet.answer.withLock { $0 = { _ in .status(404) } }
        _ = await fleet.outcomes(fleet.loader(try fleet.store()), fleet.suppliers(1..<2))
        let store = try await listed()
        let count = fleet.server.requests.count
        let outcomes = await fleet.outcomes(fleet.loader(store), fleet.suppliers(1..<3))
        #expect(
            Array(fleet.storeRequests.dropFirst(count)) == [
                "GET /\(AvatarObject.missingName(of: fleet.key(1)))",
                "PUT /\(AvatarObject.missingName(of: fleet.key(2)))",
            ])
        #expect(fleet.origin.requests.count == 2)
        for outcome in outcomes {
            guard case .failed(.missing) = outcome.result else {
                Testing.Issue.record("expected what is missing, not \(outcome.result)")
                return
            }
        }
    }

    @Test func whatWasPutSinceIsThere() async throws {
        let store = try await listed()
        fleet.answer.withLock { $0 = { $0.target == "/2.png" ? .status(404) : .ok(Records.png(1)) } }
        // Another pipeline, which remembers nothing of the first one.
        for _ in 1...2 { _ = await fleet.outcomes(fleet.loader(store), fleet.suppliers(1..<3)) }
        #expect(fleet.origin.requests.count == 2)
    }

    @Test func whatWasRemovedSinceIsNotThere() async throws {
        put(1..<3)
        let store = try await listed()
        try await store.remove(fleet.key(1))
        let response = fleet.response(1, [], age: 10)
        #expect(try await !store.has(fleet.key(1), asNewAs: response))
        #expect(store.recentByteCount(of: fleet.key(1)) == nil && store.recentByteCount(of: fleet.key(2)) != nil)
        #expect(sources(await fleet.outcomes(fleet.loader(store), fleet.suppliers(1..<3))) == [.network, .store])
        #expect(try await store.has(fleet.key(1), asNewAs: response))
    }

    @Test func listsNoMoreThanItsShard() async throws {
        put(1..<41)
        let shard = try #require(Shard(2, of: 4))
        let store = try await listed(shard: shard)
        let own = (1..<41).filter { shard.contains(fleet.key($0).name) }
        #expect(!own.isEmpty && own.count < 30)
        for number in 1..<41 {
            #expect((store.listing[fleet.key(number).name.hash] != nil) == own.contains(number), "\(number)")
        }
        // One page may reach beyond the end.
        #expect(fleet.storeRequests.count { $0 == "GET ?" } <= own.count / 2 + 3)
    }

    @Test func withoutAListingAllIsAskedFor() async throws {
        put(1..<3)
        fleet.server.setFault { $0.target.contains("list-type") ? .error(500, code: "InternalError") : nil }
        let store = try await listed()
        #expect(sources(await fleet.outcomes(fleet.loader(store), fleet.suppliers(1..<3))) == [.store, .store])
        #expect(fleet.storeRequests.count { $0 == "GET ?" } == 1)
    }

    @Test(arguments: [403, 404])
    func aStoreThatMayNotBeListedIsRead(status: Int) async throws {
        put(1..<3)
        fleet.server.setFault { request in
            request.target.contains("list-type")
                ? .error(status, code: status == 403 ? "AccessDenied" : "NoSuchKey") : nil
        }
        let store = try await listed()
        #expect(sources(await fleet.outcomes(fleet.loader(store), fleet.suppliers(1..<3))) == [.store, .store])
        #expect(store.readError == nil)
    }

    @Test func whatIsListedWithoutBytesIsNotThere() async throws {
        fleet.putObject(1, [], fleet.response(1, ["Cache-Control: max-age=900"], age: 10))
        let loader = fleet.loader(try await listed())
        #expect(sources(await fleet.outcomes(loader, fleet.suppliers(1..<2))) == [.network])
        #expect(fleet.server.objects[fleet.name(1)]?.bytes == Records.png(1))
    }

    @Test func whatIsYetToComeIsLookedAt() async throws {
        put(1..<2, age: -3600)
        let store = try await listed()
        let count = fleet.server.requests.count
        #expect(sources(await fleet.outcomes(fleet.loader(store), fleet.suppliers(1..<2))) == [.store])
        #expect(fleet.storeRequests.dropFirst(count) == ["HEAD /\(fleet.key(1).path)"])
    }

    /// Answers every question for a page with all avatars of a range, in an order.
    private func answerAll(_ numbers: Range<Int>, isOrdered: Bool) {
        let names = numbers.map { fleet.name($0) }.sorted()
        let contents = (isOrdered ? names : names.reversed()).map { name in
            "<Contents><Key>\(name)</Key><LastModified>2026-01-01T00:00:00Z</LastModified><Size>9</Size></Contents>"
        }
        let page = "<ListBucketResult><IsTruncated>false</IsTruncated>\(contents.joined())</ListBucketResult>"
        let empty = "<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>"
        fleet.server.setFault { request in
            guard request.target.contains("list-type") else { return nil }
            return .answer(.ok(request.target.contains("missing") ? empty : page))
        }
    }

    @Test func aListingOutOfOrderIsNotBelieved() async throws {
        put(1..<9)
        answerAll(1..<9, isOrdered: false)
        let store = try await listed()
        #expect(
            sources(await fleet.outcomes(fleet.loader(store), fleet.suppliers(1..<9)))
                == Array(repeating: .store, count: 8))
    }

    @Test func whatIsBeforeAShardIsPassedOver() async throws {
        answerAll(1..<41, isOrdered: true)
        let shard = try #require(Shard(2, of: 4))
        let store = try await listed(shard: shard)
        for number in 1..<41 {
            let name = fleet.key(number).name
            #expect((store.listing[name.hash] != nil) == shard.contains(name), "\(number)")
        }
    }

    @Test func findsEachNameOfMany() throws {
        let hashes = (0..<1000).map { CacheName(of: "\($0)").hash }.sorted()
        let names = AvatarNames(
            hashes.enumerated().map { AvatarNames.Element(hash: $1, seconds: UInt32($0), byteCount: 1) })
        for (index, hash) in hashes.enumerated() { #expect(names[hash]?.seconds == UInt32(index)) }
        #expect(names[0] == nil && names[.max] == nil && names[hashes[500] + 1] == nil)
        #expect(AvatarNames([])[1] == nil)
        #expect(MemoryLayout<AvatarNames.Element>.stride == 16)
    }
}
