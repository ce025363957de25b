#if Curl
import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct DataLoaderSharingTests {
    private let gate = Gate()

    private func server() throws -> LoopbackServer {
        let gate = gate
        return try LoopbackServer { request in
            .steps(
                .waitFor(gate), .send(Answer.head(200, fields: ["Content-Length": "2", "X": request.target]) + [1, 2]))
        }
    }

    private func engine() throws -> CurlEngine {
        var configuration = DataLoader.Configuration()
        configuration.concurrency = 1
        let engine = try CurlEngine(configuration)
        engine.start()
        return engine
    }

    @Test func equalRequestsShareOneTransfer() async throws {
        let server = try server()
        let loader = DataLoader()
        let request = DataRequest(url: server.url("/"))
        let first = Task { try await loader.data(for: request) }
        try await server.requestCount(reaches: 1)
        var urgent = request
        urgent.priority = .high
        let others = [request, urgent, request].map { request in Task { try await loader.data(for: request) } }
        var limited = request
        limited.byteLimit = 5
        let other = Task { [limited] in try await loader.data(for: limited) }
        try await server.requestCount(reaches: 2)
        gate.open()
        for task in others + [first, other] { #expect(try await task.value.body == [1, 2]) }
        #expect(server.requests.count <= 2 + others.count)
        // What is over is not shared any more.
        _ = try await loader.data(for: request)
        await loader.shutdown()
    }

    @Test func cancellingOneLeavesTheOthersAndTheLastEndsTheTransfer()
        async throws
    {
        let server = try server()
        let loader = try engine()
        let blocking = Task {
            try await loader.load(DataRequest(url: server.url("/blocking")))
        }
        try await server.requestCount(reaches: 1)
        let request = DataRequest(url: server.url("/shared"))
        let tasks = (0..<4).map { _ in Task { try await loader.load(request) } }
        try await poll { await loader.waiterCount >= 5 }
        tasks[0].cancel()
        tasks[2].cancel()
        for index in [0, 2] { await #expect(throws: CancellationError.self) { try await tasks[index].value } }
        gate.open()
        for index in [1, 3] { #expect(try await tasks[index].value.response().body == [1, 2]) }
        _ = try await blocking.value
        #expect(server.requests.map(\.target) == ["/blocking", "/shared"])
        await loader.shutdown()
    }

    @Test func requestsOfTwoKindsForOneURLAreSharedEach() async throws {
        let server = try server()
        let loader = try engine()
        let blocking = Task { try await loader.load(DataRequest(url: server.url("/blocking"))) }
        try await server.requestCount(reaches: 1)
        let kinds = [DataRequest(url: server.url("/a")), DataRequest(url: server.url("/a"), byteLimit: 5)]
        let tasks = (kinds + kinds).map { request in Task { try await loader.load(request) } }
        try await poll { await loader.waiterCount >= 5 }
        gate.open()
        for task in tasks + [blocking] { _ = try await task.value }
        #expect(server.requests.map(\.target) == ["/blocking", "/a", "/a"])
        await loader.shutdown()
    }

    @Test func theLastCancellationEndsTheTransfer() async throws {
        let server = try server()
        let loader = DataLoader()
        let request = DataRequest(url: server.url("/"))
        let tasks = (0..<3).map { _ in Task { try await loader.data(for: request) } }
        try await server.requestCount(reaches: 1)
        for task in tasks { task.cancel() }
        for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
        try await server.until { $0.openConnectionCount == 0 }
        await loader.shutdown()
    }

    @Test func urgentRequestsStartFirst() async throws {
        let server = try server()
        let loader = try engine()
        let first = Task {
            try await loader.load(DataRequest(url: server.url("/first")))
        }
        try await server.requestCount(reaches: 1)
        let low = DataRequest(url: server.url("/low"), priority: .low)
        var urgent = low
        urgent.priority = .high
        let tasks = [
            low, DataRequest(url: server.url("/normal")), DataRequest(url: server.url("/high"), priority: .high),
            urgent,
        ]
        .map { request in Task { try await loader.load(request) } }
        try await poll { await loader.waiterCount >= 5 }
        gate.open()
        for task in tasks + [first] { _ = try await task.value }
        #expect(Set(server.requests[1...2].map(\.target)) == ["/high", "/low"])
        #expect(server.requests.last?.target == "/normal")
        await loader.shutdown()
    }
}

extension CurlEngine {
    /// The number of callers that wait for a whole body.
    fileprivate var waiterCount: Int { transfers.reduce(0) { $0 + $1.receivers.count } }
}
#endif
