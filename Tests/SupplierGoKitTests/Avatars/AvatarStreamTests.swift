import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// Avatars of suppliers that arrive while the first ones are in flight.
@Suite(.timeLimit(.minutes(1)))
struct AvatarStreamTests {
    private let setting: LoaderSetting

    init() throws {
        setting = try LoaderSetting()
    }

    private func loader(
        _ dataLoader: ScriptedDataLoader, cache: MemoryCache? = MemoryCache(),
        _ change: (inout SupplierLoader.Configuration) -> Void = { _ in }
    ) -> SupplierLoader {
        setting.loader(dataLoader, cache: cache, change)
    }

    /// Batches that are sent one by one.
    private func batches() -> (AsyncStream<[Supplier]>, AsyncStream<[Supplier]>.Continuation) {
        AsyncStream.makeStream(of: [Supplier].self)
    }

    @Test func startsBeforeTheLastSuppliersAreThere() async throws {
        let dataLoader = ScriptedDataLoader([:], otherwise: .ok(Records.png(1)))
        let (batches, sender) = batches()
        var outcomes = loader(dataLoader).avatars(for: batches).makeAsyncIterator()
        sender.yield([setting.supplier(1, "1.png")])
        #expect(await outcomes.next()?.supplier.id.rawValue == "1")
        sender.yield([setting.supplier(2, "2.png")])
        #expect(await outcomes.next()?.supplier.id.rawValue == "2")
        sender.finish()
        #expect(await outcomes.next() == nil)
    }

    @Test func loadsOnceWhatComesAgainWhileItIsInFlight() async throws {
        let gate = Gate()
        let slow = ScriptedDataLoader.Reply(steps: [.waitFor(gate), .head, .chunk(Records.png(1))])
        let dataLoader = ScriptedDataLoader([try setting.url("a.png"): slow], otherwise: .ok(Records.png(2)))
        let (batches, sender) = batches()
        var outcomes = loader(dataLoader, cache: nil).avatars(for: batches).makeAsyncIterator()
        sender.yield([setting.supplier(1, "a.png")])
        try await dataLoader.until { $0.requests.count >= 1 }
        sender.yield([setting.supplier(2, "a.png"), setting.supplier(3, "b.png")])
        #expect(await outcomes.next()?.supplier.id.rawValue == "3")
        gate.open()
        let last = [await outcomes.next()?.supplier.id.rawValue, await outcomes.next()?.supplier.id.rawValue]
        #expect(last == ["1", "2"])
        #expect(dataLoader.log.requests.map(\.url) == [try setting.url("a.png"), try setting.url("b.png")])
    }

    @Test(arguments: [false, true])
    func loadsOnceWhatComesAgainLater(isRefreshing: Bool) async throws {
        let dataLoader = ScriptedDataLoader([:], otherwise: .ok(Records.png(1)))
        let (batches, sender) = batches()
        let loader = loader(dataLoader) { $0.isRefreshing = isRefreshing }
        var outcomes = loader.avatars(for: batches).makeAsyncIterator()
        for id in 1...3 {
            sender.yield([setting.supplier(id, "a.png")])
            let outcome = await outcomes.next()
            #expect(outcome?.supplier.avatar?.bytes == Records.png(1))
        }
        #expect(dataLoader.log.requests.count == 1)
    }

    @Test func remembersWhatFailed() async throws {
        let dataLoader = ScriptedDataLoader([:])
        let (batches, sender) = batches()
        var outcomes = loader(dataLoader).avatars(for: batches).makeAsyncIterator()
        for id in 1...3 {
            sender.yield([setting.supplier(id, "gone.png")])
            guard case .failed(let failure) = await outcomes.next()?.result else {
                Testing.Issue.record("expected a failure")
                return
            }
            #expect(failure.status == HTTPStatus(404))
        }
        #expect(dataLoader.log.requests.count == 1)
    }

    @Test func readsNoFurtherAheadThanItSays() async throws {
        let dataLoader = ScriptedDataLoader(
            [:], otherwise: ScriptedDataLoader.Reply(steps: [.waitFor(Gate()), .head]))
        let count = Watched(0)
        let endless = AsyncStream {
            let id = count.update { count in
                count += 1
                return count
            }
            return [setting.supplier(id, "\(id).png")]
        }
        let stream = loader(dataLoader) { $0.avatarsInFlight = 4 }.avatars(for: endless)
        // Four are in flight, one is held, four wait, and one more is about to wait.
        try await count.until { $0 >= 10 }
        try await dataLoader.until { $0.requests.count >= 4 }
        #expect(count.value == 10)
        _ = stream
    }

    @Test func endsItsReadingWithTheStream() async throws {
        let dataLoader = ScriptedDataLoader([:])
        let (batches, sender) = batches()
        let ended = Gate()
        sender.onTermination = { _ in ended.open() }
        do {
            var stream = loader(dataLoader).avatars(for: batches).makeAsyncIterator()
            sender.yield([setting.supplier(1, "a.png")])
            _ = await stream.next()
        }
        try await ended.opened()
    }

    @Test func lettingGoOfItEndsItsLoader() async throws {
        let gone = Gate()
        let transfer = ScriptedDataLoader.Reply(steps: [.waitFor(Gate()), .head])
        let dataLoader = ScriptedDataLoader([:], otherwise: transfer)
        do {
            let held = HeldLoader(loader: dataLoader, hold: Hold(gone))
            let loader = SupplierLoader(location: .remote(SampleData.catalogURL), dataLoader: held, cache: nil)
            let stream = loader.avatars(for: [setting.supplier(1, "a.png")])
            try await dataLoader.until { $0.requests.count >= 1 }
            stream.cancel()
        }
        try await gone.opened()
    }

    @Test func takesTheMostUrgentFirst() async throws {
        let gate = Gate()
        let slow = ScriptedDataLoader.Reply(steps: [.waitFor(gate), .head, .chunk(Records.png(1))])
        let dataLoader = ScriptedDataLoader([try setting.url("1.png"): slow], otherwise: .ok(Records.png(2)))
        let suppliers = (1...5).map { setting.supplier($0, "\($0).png") }
        let stream = loader(dataLoader) { $0.avatarsInFlight = 1 }.avatars(for: suppliers)
        try await dataLoader.until { $0.requests.count >= 1 }
        stream.prioritize([suppliers[3]])
        stream.prioritize([suppliers[1]], as: .low)
        gate.open()
        var order: [String] = []
        for await outcome in stream { order.append(outcome.supplier.id.rawValue) }
        #expect(order == ["1", "4", "3", "5", "2"])
        #expect(dataLoader.log.requests.map(\.priority) == [.normal, .high, .normal, .normal, .low])
    }

    @Test func bringsTheAvatarsOfACatalogThatIsStillArriving() async throws {
        let gate = Gate()
        let records = (1...3).map { Records.record($0, avatar: "\($0).png") }
        let catalog = Records.catalog(records)
        let reply = ScriptedDataLoader.Reply(steps: [
            .head, .chunk(Array(catalog[..<(catalog.count - 20)])), .waitFor(gate),
            .chunk(Array(catalog[(catalog.count - 20)...])),
        ])
        let dataLoader = ScriptedDataLoader([setting.catalog: reply], otherwise: .ok(Records.png(1)))
        let loader = loader(dataLoader)
        var outcomes = loader.avatars(for: loader.suppliers()).makeAsyncIterator()
        let first = [try await outcomes.next()?.position, try await outcomes.next()?.position]
        #expect(Set(first) == [0, 1])
        gate.open()
        #expect(try await outcomes.next()?.position == 2)
        #expect(try await outcomes.next() == nil)
    }

    @Test func throwsWhatEndsTheCatalogAfterTheLastOutcome() async throws {
        let cut = Array("[\(Records.record(1, avatar: "1.png")),".utf8)
        let dataLoader = ScriptedDataLoader([setting.catalog: .ok(cut)], otherwise: .ok(Records.png(1)))
        let loader = loader(dataLoader, cache: nil)
        var outcomes = loader.avatars(for: loader.suppliers()).makeAsyncIterator()
        #expect(try await outcomes.next()?.supplier.id.rawValue == "1")
        await #expect(throws: CatalogError.self) { _ = try await outcomes.next() }
    }

    @Test func bringsOneAvatar() async throws {
        let dataLoader = ScriptedDataLoader([:], otherwise: .ok(Records.png(1)))
        let outcome = try await loader(dataLoader).avatar(for: setting.supplier(1, "1.png"))
        guard case .loaded(let avatar) = outcome.result else {
            Testing.Issue.record("expected an avatar, not \(outcome.result)")
            return
        }
        #expect(avatar.bytes == Records.png(1))
        #expect(dataLoader.log.requests.map(\.priority) == [.high])
    }
}

/// A loader that tells when the last copy is gone.
private struct HeldLoader: DataLoading {
    let loader: ScriptedDataLoader
    let hold: Hold

    func stream(for request: DataRequest) async throws -> DataStream { try await loader.stream(for: request) }
}

private final class Hold: Sendable {
    private let gone: Gate

    init(_ gone: Gate) {
        self.gone = gone
    }

    deinit { gone.open() }
}
