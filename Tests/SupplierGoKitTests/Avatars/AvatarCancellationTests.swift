import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// What avatars' loading outlives.
@Suite(.timeLimit(.minutes(1)))
struct AvatarCancellationTests {
    private func suppliers(of server: LoopbackServer) throws -> [Supplier] {
        let setting = try LoaderSetting()
        return (0..<250).map { setting.supplier($0, server.url("/\($0).png").absoluteString) }
    }

    @Test func survivesAThousandRandomCancellations() async throws {
        var random = SeededRandom()
        let seed = random.seed
        let temporary = try TemporaryDirectory()
        let server = try LoopbackServer { _ in .ok(Records.png(1)) }
        let suppliers = try suppliers(of: server)
        let dataLoader = DataLoader()
        let loader = SupplierLoader(
            location: .remote(server.url("/catalog")), dataLoader: dataLoader,
            cache: DiskCache(directory: temporary.path))
        await withTaskGroup { group in
            for _ in 0..<1000 {
                let start = Int.random(in: 0..<240, using: &random)
                let turns = Int.random(in: 0..<200, using: &random)
                group.addTask {
                    let task = Task {
                        for await _ in loader.avatars(for: Array(suppliers[start..<(start + 10)]), delivering: .files) {
                        }
                    }
                    for _ in 0..<turns { await Task.yield() }
                    task.cancel()
                    await task.value
                }
            }
        }
        // Nothing is held or half done.
        for await outcome in loader.avatars(for: suppliers) {
            #expect(outcome.supplier.avatar?.bytes == Records.png(1), "seed \(seed)")
        }
        #expect(try !temporary.files().contains { $0.contains("/.tmp-") }, "seed \(seed)")
        await dataLoader.shutdown()
        try await server.until { $0.openConnectionCount == 0 }
    }
}
