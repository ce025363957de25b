import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// What a loader outlives.
@Suite(.timeLimit(.minutes(1)))
struct DataLoaderCancellationTests {
    /// A request that may be given up.
    private struct Plan {
        let target: String
        let isStream: Bool
        let isCancelled: Bool

        /// The number of others that go first before it is cancelled.
        let turns: Int
    }

    /// A thousand requests for 250 URLs, so that some share a transfer; one seed gives the same ones every time.
    private func plans(by random: inout SeededRandom) -> [Plan] {
        (0..<1000).map { _ in
            Plan(
                target: "/\(Int.random(in: 100..<350, using: &random))", isStream: .random(using: &random),
                isCancelled: Int.random(in: 0..<3, using: &random) > 0, turns: .random(in: 0..<60, using: &random))
        }
    }

    private func load(_ request: DataRequest, asStream: Bool, by loader: DataLoader) async throws -> Int {
        guard asStream else { return try await loader.data(for: request).body.count }
        var count = 0
        for try await chunk in try await loader.stream(for: request).chunks { count += chunk.count }
        return count
    }

    @Test func survivesAThousandRandomCancellations() async throws {
        var random = SeededRandom()
        let seed = random.seed
        let server = try LoopbackServer { .ok(Array(repeating: 1, count: $0.target.utf8.count * 1000)) }
        let loader = DataLoader()
        await withTaskGroup { group in
            for plan in plans(by: &random) {
                group.addTask {
                    let request = DataRequest(url: server.url(plan.target))
                    let task = Task { try await load(request, asStream: plan.isStream, by: loader) }
                    for _ in 0..<plan.turns { await Task.yield() }
                    if plan.isCancelled { task.cancel() }
                    switch await task.result {
                    case .success(let count): #expect(count == 4000, "seed \(seed)")
                    case .failure(let error):
                        #expect(plan.isCancelled && error is CancellationError, "seed \(seed): \(error)")
                    }
                }
            }
        }
        #expect(
            try await loader.data(for: DataRequest(url: server.url("/last"))).body.count
                == 5000, "seed \(seed)")
        await loader.shutdown()
        try await server.until { $0.openConnectionCount == 0 }
    }
}
