import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct ShutdownTests {
    /// In a process of its own: other tests open files and start threads meanwhile.
    @Test func leavesNoThreadAndNoDescriptorBehind() async throws {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer { $0.target == "/silent" ? .silence : .ok($0.target) }
            func use() async throws {
                let loader = DataLoader()
                let silent = (0..<2).map { number in
                    let request = DataRequest(url: server.url("/silent"), byteLimit: 1000 + number)
                    return Task { try await loader.data(for: request) }
                }
                try await withThrowingTaskGroup { group in
                    for number in 0..<40 {
                        let request = DataRequest(url: server.url("/\(number)"))
                        group.addTask { _ = try await loader.data(for: request) }
                    }
                    try await group.waitForAll()
                }
                let stream = try await loader.stream(for: DataRequest(url: server.url("/stream")))
                await loader.shutdown()
                for task in silent { _ = await task.result }
                _ = stream
                try await server.until { $0.openConnectionCount == 0 }
            }
            // What is made once a process is made by then.
            try await use()
            let (descriptors, threads) = (try Self.count("fd"), try Self.count("task"))
            for _ in 0..<30 { try await use() }
            // A thread that says that it is done is about to end; the server's own are as well.
            try await poll { try Self.count("fd") <= descriptors && Self.count("task") <= threads }
        }
    }

    private static func count(_ kind: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(kind)").count
    }
}
