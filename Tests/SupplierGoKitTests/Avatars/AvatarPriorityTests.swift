import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// Suppliers whose priority is changed, among those that were read.
@Suite(.timeLimit(.minutes(2)))
struct AvatarPriorityTests {
    private let setting: LoaderSetting

    init() throws {
        setting = try LoaderSetting()
    }

    private func suppliers(_ range: Range<Int>) -> [Supplier] {
        range.map { setting.supplier($0, "\($0).png") }
    }

    /// A loader with one slot, whose first avatar is held back by a gate.
    private func loaderOfOne(_ gate: Gate) throws -> (SupplierLoader, ScriptedDataLoader) {
        let slow = ScriptedDataLoader.Reply(steps: [.waitFor(gate), .head, .chunk(Records.png(1))])
        let dataLoader = ScriptedDataLoader([try setting.url("0.png"): slow], otherwise: .ok(Records.png(2)))
        let loader = setting.loader(dataLoader, cache: nil) { $0.avatarsInFlight = 1 }
        return (loader, dataLoader)
    }

    private func ids(_ stream: AvatarStream<Never>) async -> [Int] {
        var ids: [Int] = []
        for await outcome in stream { ids.append(Int(outcome.supplier.id.rawValue) ?? -1) }
        return ids
    }

    @Test func servesTheLatestCallFirst() async throws {
        let gate = Gate()
        let (loader, dataLoader) = try loaderOfOne(gate)
        let all = suppliers(0..<8)
        let stream = loader.avatars(for: all)
        try await dataLoader.until { $0.requests.count == 1 }
        stream.prioritize([all[3], all[4]])
        stream.prioritize([all[6], all[5]])
        stream.prioritize([all[4], all[1]], as: .low)
        stream.prioritize([all[1]], as: .normal)
        gate.open()
        #expect(await ids(stream) == [0, 6, 5, 3, 1, 2, 7, 4])
    }

    /// Suppliers that are passed over for their priority can be raised again.
    @Test func raisesWhatWasLowered() async throws {
        let gate = Gate()
        let (loader, dataLoader) = try loaderOfOne(gate)
        let all = suppliers(0..<6)
        let stream = loader.avatars(for: all)
        try await dataLoader.until { $0.requests.count == 1 }
        stream.prioritize([all[1], all[2], all[3]], as: .low)
        gate.open()
        var iterator = stream.makeAsyncIterator()
        var order: [Int?] = []
        for _ in 0..<2 { order.append(await iterator.next()?.position) }
        stream.prioritize([all[3]])
        while let outcome = await iterator.next() { order.append(outcome.position) }
        #expect(order.prefix(2) == [0, 4] && Set(order) == Set(0..<6) && order.count == 6)
        let latest = try #require(order.firstIndex(of: 3))
        #expect(latest < 5 && order.last != 3, "\(order)")
    }

    @Test func forgetsChangesWithTheirBatch() async throws {
        let gate = Gate()
        let (loader, dataLoader) = try loaderOfOne(gate)
        let all = suppliers(0..<6)
        let (batches, sender) = AsyncStream.makeStream(of: [Supplier].self)
        for batch in [all[..<3], all[3...]] { sender.yield(Array(batch)) }
        sender.finish()
        let stream = loader.avatars(for: batches)
        try await dataLoader.until { $0.requests.count == 1 }
        stream.prioritize([all[5], all[2]])
        gate.open()
        #expect(await ids(stream) == [0, 2, 1, 3, 4, 5])
        #expect(dataLoader.log.requests.count { $0.priority == .high } == 1)
    }

    /// The best of many calls, as the machine may be busy.
    @Test func costsTheSameInALongStream() async throws {
        let gate = Gate()
        let (loader, dataLoader) = try loaderOfOne(gate)
        let all = suppliers(0..<100_000)
        let stream = loader.avatars(for: all)
        try await dataLoader.until { $0.requests.count == 1 }
        gate.open()
        var best = Duration.seconds(9)
        var iterator = stream.makeAsyncIterator()
        for first in stride(from: 50_000, to: 50_400, by: 20) {
            let visible = Array(all[first..<(first + 20)])
            let start = ContinuousClock.now
            stream.prioritize(visible)
            best = min(best, .now - start)
            _ = await iterator.next()
        }
        #expect(best < .milliseconds(5), "\(best)")
    }
}
