import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct AvatarWindowTests {
    private let window = AvatarWindow(size: 4)
    private let setting: LoaderSetting

    init() throws {
        setting = try LoaderSetting()
    }

    private func outcomes(_ positions: Range<Int>) -> [AvatarOutcome] {
        positions.map { AvatarOutcome(supplier: setting.supplier($0, nil), position: $0, result: .none) }
    }

    private func next(_ limit: Int = .max) async -> [Int]? {
        await window.next(upTo: limit)?.map(\.position)
    }

    @Test func hasAsManySlotsAsItsSize() async throws {
        #expect(try await window.takeSlots(upTo: 3) == 3)
        #expect(try await window.takeSlots(upTo: 3) == 1)
        for _ in 0..<2 { window.free(slotCount: 1) }
        #expect(try await window.takeSlots(upTo: 3) == 2)
    }

    @Test func givesASlotBackWithEachOutcome() async throws {
        _ = try await window.takeSlots(upTo: 4)
        window.deliver(outcomes(0..<4), freeing: 4)
        #expect(await [next(1), next(2)] == [[0], [1, 2]])
        #expect(try await window.takeSlots(upTo: 4) == 3)
        #expect(await next() == [3])
        #expect(try await window.takeSlots(upTo: 4) == 1)
    }

    @Test func handsOverTogetherWhatCameOneByOne() async {
        for position in 0..<3 { window.deliver(outcomes(position..<(position + 1)), freeing: 1) }
        #expect(await next() == [0, 1, 2])
    }

    @Test func givesTheSlotOfASharedAvatarBackWithItsLastOutcome() async throws {
        _ = try await window.takeSlots(upTo: 4)
        window.deliver(outcomes(0..<1), freeing: 0)
        window.deliver(outcomes(1..<3), freeing: 1)
        let waiting = Task { try await window.takeSlots(upTo: 4) }
        #expect(await [next(1), next(1)] == [[0], [1]])
        #expect(await next(1) == [2])
        #expect(try await waiting.value == 1)
        window.deliver([], freeing: 1)
        #expect(try await window.takeSlots(upTo: 4) == 1)
    }

    @Test func admitsNoMoreSuppliersThanFitIntoMemory() async throws {
        for _ in 0..<16 {
            #expect(try await window.takeSlots(upTo: 9) == 4)
            for _ in 0..<4 { window.free(slotCount: 1) }
        }
        let waiting = Task { try await window.takeSlots(upTo: 9) }
        window.deliver(outcomes(0..<1), freeing: 0)
        #expect(await next() == [0])
        #expect(try await waiting.value == 1)
    }

    @Test func deliversWhatCameBeforeTheEnd() async {
        let reader = Task { await [next(1), next(1), next(1)] }
        window.deliver(outcomes(0..<2), freeing: 2)
        window.finish()
        #expect(await reader.value == [[0], [1], nil])
    }

    @Test func cancellingEndsBothSides() async throws {
        _ = try await window.takeSlots(upTo: 4)
        let (waiting, reader) = (Task { try await window.takeSlots(upTo: 1) }, Task { await next() })
        window.cancel()
        #expect(await reader.value == nil)
        await #expect(throws: CancellationError.self) { try await waiting.value }
        window.deliver(outcomes(0..<1), freeing: 1)
        #expect(await next() == nil)
    }

    /// In a process of its own, which ends.
    @Test func aSecondReaderThatWaitsIsAMistake() async {
        await #expect(processExitsWith: .failure) {
            let window = AvatarWindow(size: 1)
            async let first = window.next(upTo: 1)
            async let second = window.next(upTo: 1)
            _ = await (first, second)
        }
    }

    @Test func aWindowWithoutSlotsIsAMistake() async {
        await #expect(processExitsWith: .failure) {
            var configuration = SupplierLoader.Configuration()
            configuration.avatarsInFlight = 0
        }
    }

    @Test func aCancelledReaderEndsTheWindow() async throws {
        let reader = Task { await next() }
        reader.cancel()
        #expect(await reader.value == nil)
        await #expect(throws: CancellationError.self) { try await window.takeSlots(upTo: 1) }
    }
}

extension AvatarWindow {
    fileprivate func deliver(_ outcomes: [AvatarOutcome], freeing slotCount: Int) {
        var queue = Queue<AvatarOutcome>()
        for outcome in outcomes { queue.append(outcome) }
        deliver(&queue, freeing: slotCount)
    }
}
