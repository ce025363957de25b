import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct AvatarTrafficTests {
    private typealias Receiver = @Sendable (Result<DataOutcome, any Error>) -> Void

    private let traffic = AvatarTraffic<Int>(limit: 8)
    private let receivers = Lock<[Receiver]>([])
    private let cancelCount = Lock(0)

    private static let outcome = DataOutcome(
        .failure(DataLoadError(.loaderIsShutDown, URL(filePath: "/"))), metrics: nil)

    /// Begins flights whose transfers do not end by themselves.
    private func begin(_ flights: Range<Int>) {
        for flight in flights {
            traffic.begin(flight) { receiver in
                receivers.withLock { $0.append(receiver) }
                return DataTransfer { [cancelCount] in cancelCount.withLock { $0 += 1 } }
            }
        }
    }

    private func land(_ index: Int) {
        receivers.withLock { $0[index] }(.success(Self.outcome))
    }

    /// The flights that have landed.
    private func next(upTo limit: Int = 4) async -> [Int] {
        await traffic.next(upTo: limit).map(\.flight)
    }

    @Test func hasAsManyPlacesAsItsLimit() async throws {
        #expect(try await traffic.takePlaces(upTo: 3) == 3)
        begin(0..<3)
        #expect(try await traffic.takePlaces(upTo: 9) == 5)
        traffic.end(5)
        land(1)
        // What has landed is still to be looked after.
        #expect(try await traffic.takePlaces(upTo: 9) == 5)
        #expect(await next() == [1])
        traffic.end()
        #expect(try await traffic.takePlaces(upTo: 9) == 1)
    }

    @Test func whoeverWaitsForPlacesGetsThemAndNoMoreThanThereAre() async throws {
        _ = try await traffic.takePlaces(upTo: 8)
        let takings = (0..<3).map { _ in Task { try await traffic.takePlaces(upTo: 2) } }
        for _ in 0..<6 { traffic.end() }
        var count = 0
        for taking in takings { count += try await taking.value }
        #expect((3...6).contains(count))
    }

    @Test func waitsForOtherReasonsOnlyWhileAnyPlaceIsTaken() async throws {
        #expect(try await traffic.takePlaces(upTo: 2) { true } == 2)
        let waiting = Task { try await traffic.takePlaces(upTo: 9) { true } }
        traffic.end()
        traffic.end()
        #expect(try await waiting.value == 8)
    }

    @Test func handsOverWhatLandsInOrder() async {
        begin(0..<3)
        for index in [2, 0, 1] { land(index) }
        var flights: [Int] = []
        while flights.count < 3 { flights += await next() }
        #expect(flights == [2, 0, 1])
    }

    @Test func handsOverSomeTogetherAndLeavesHalfToOthers() async throws {
        begin(0..<9)
        for index in 0..<9 { land(index) }
        // Whoever gets too many now would wait for those later.
        try #require(await next(upTo: 3) == [0, 1, 2])
        try #require(await next(upTo: 9) == [3, 4, 5])
        try #require(await next(upTo: 9) == [6, 7])
        try #require(await next(upTo: 9) == [8])
    }

    @Test func whoWaitsGetsWhatLandsLater() async {
        begin(0..<1)
        let taking = Task { await next() }
        land(0)
        #expect(await taking.value == [0])
    }

    @Test func takesWhatLandsBeforeItsStartReturns() async {
        traffic.begin(7) { receiver in
            receiver(.success(Self.outcome))
            return DataTransfer { [cancelCount] in cancelCount.withLock { $0 += 1 } }
        }
        #expect(await next() == [7])
        traffic.cancel()
        #expect(cancelCount.withLock { $0 } == 0)
    }

    @Test func endsWhenTheLastFlightIsOver() async throws {
        _ = try await traffic.takePlaces(upTo: 1)
        begin(0..<1)
        let takings = (0..<2).map { _ in Task { await next() } }
        traffic.close()
        land(0)
        traffic.end()
        #expect(await Set([takings[0].value, takings[1].value]) == [[0], []])
        #expect(await next().isEmpty)
    }

    @Test func cancellingEndsTheTransfersAndWhoWaits() async throws {
        _ = try await traffic.takePlaces(upTo: 8)
        begin(0..<8)
        land(3)
        let waiting = Task { try await traffic.takePlaces(upTo: 1) }
        traffic.cancel()
        #expect(cancelCount.withLock { $0 } == 7)
        // What begins or lands after that is unwanted as well.
        begin(8..<9)
        #expect(cancelCount.withLock { $0 } == 8)
        land(4)
        #expect(await next().isEmpty)
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
