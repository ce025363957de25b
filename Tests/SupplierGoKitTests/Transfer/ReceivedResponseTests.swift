import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// The memory that bodies share.
@Suite(.timeLimit(.minutes(1)))
struct ReceivedResponseTests {
    private let memory = BodyMemory(limit: 100_000)

    private func engine(retryLimit: Int = 0) throws -> CurlEngine {
        var configuration = DataLoader.Configuration()
        configuration.retryLimit = retryLimit
        let engine = try CurlEngine(configuration, memory: memory)
        engine.start()
        return engine
    }

    private static func body(_ target: String, _ byteCount: Int) -> [UInt8] {
        let seed = target.utf8.last ?? 0
        return (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 / 7) &+ seed }
    }

    /// The engine's thread may hold the last response for a moment.
    private func waitUntilMemoryIsUnused() async {
        while memory.usedByteCount > 0 { await Task.yield() }
    }

    @Test(arguments: [true, false])
    func putsBodiesBeyondTheMemoryIntoFiles(declaresLength: Bool) async throws {
        let server = try LoopbackServer { request in
            let body = Self.body(request.target, 40_000)
            return declaresLength ? .ok(body) : .chunked([Array(body[..<9]), Array(body[9...])])
        }
        let engine = try engine()
        let responses = try await withThrowingTaskGroup { group in
            for number in 1...8 {
                group.addTask { try await engine.data(for: DataRequest(url: server.url("/\(number)"))) }
            }
            return try await group.reduce(into: [ReceivedResponse]()) { $0.append($1) }
        }
        #expect(responses.count { $0.isInMemory } == 2)
        #expect(memory.usedByteCount <= 100_000)
        for response in responses {
            let response = try await response.response()
            #expect(response.body == Self.body(response.head.url.path, 40_000))
        }
        await engine.shutdown()
    }

    @Test func givesMemoryBack() async throws {
        let isFirst = Watched(true)
        let server = try LoopbackServer { request in
            let body = Self.body(request.target, 40_000)
            let isCut = isFirst.update { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard isCut || request.target == "/cut" else { return .ok(body) }
            let head = Answer.head(200, fields: ["Content-Length": "40000"])
            return .steps(.send(head + body[..<30_000]), .close)
        }
        let engine = try engine(retryLimit: 1)
        let response = try await engine.data(for: DataRequest(url: server.url("/1"))).response()
        #expect(response.body == Self.body("/1", 40_000))
        #expect(response.metrics?.retryCount == 1)
        await #expect(throws: DataLoadError.self) {
            _ = try await engine.data(for: DataRequest(url: server.url("/cut")))
        }
        await waitUntilMemoryIsUnused()
        await engine.shutdown()
    }
}
