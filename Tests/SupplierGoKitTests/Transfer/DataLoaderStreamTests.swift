import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct DataLoaderStreamTests {
    private let loader = DataLoader()

    @Test func deliversEachChunkAsItArrives() async throws {
        let gate = Gate()
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let server = try LoopbackServer { _ in
            .steps(
                .send(Array("\(head)3\r\none\r\n".utf8)), .waitFor(gate), .send(Array("3\r\ntwo\r\n0\r\n\r\n".utf8)))
        }
        let stream = try await loader.stream(for: DataRequest(url: server.url("/")))
        #expect(stream.head.status == HTTPStatus(200))
        var chunks = stream.chunks.makeAsyncIterator()
        #expect(try await chunks.next() == Array("one".utf8))
        gate.open()
        #expect(try await chunks.next() == Array("two".utf8))
        #expect(try await chunks.next() == nil)
        #expect(try await chunks.next() == nil)
        await loader.shutdown()
    }

    /// A reader may wait for another transfer before it reads on, as a catalog's waits for avatars.
    @Test(arguments: [(1, 16), (16, 1)])
    func aStreamThatIsHeldBackLetsOthersGoFirst(concurrency: Int, connectionsPerHost: Int) async throws {
        let byteCount = 16 << 20
        let server = try LoopbackServer { request in
            request.target == "/long" ? .ok([UInt8](repeating: 1, count: byteCount)) : .ok("x")
        }
        var configuration = DataLoader.Configuration()
        configuration.concurrency = concurrency
        configuration.connectionsPerHost = connectionsPerHost
        let loader = DataLoader(configuration: configuration)
        let stream = try await loader.stream(for: DataRequest(url: server.url("/long")))
        for _ in 1...3 {
            #expect(try await loader.data(for: DataRequest(url: server.url("/x"))).body == Array("x".utf8))
        }
        var count = 0
        for try await chunk in stream.chunks { count += chunk.count }
        #expect(count == byteCount)
        await loader.shutdown()
    }

    @Test func whatWasCutOffNeverLooksLikeWhatCameToItsEnd() async throws {
        let server = try LoopbackServer { _ in
            .steps(.send(Answer.head(200, fields: ["Content-Length": "2"])), .send([1]), .silence)
        }
        let given = try await loader.stream(for: DataRequest(url: server.url("/")))
        await Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            var chunks = given.chunks.makeAsyncIterator()
            for _ in 0..<3 { await #expect(throws: CancellationError.self) { while try await chunks.next() != nil {} } }
        }.value
        let stream = try await loader.stream(for: DataRequest(url: server.url("/")))
        await loader.shutdown()
        for _ in 0..<3 {
            await #expect(throws: DataLoadError(.loaderIsShutDown, server.url("/"))) {
                for try await _ in stream.chunks {}
            }
        }
    }

    @Test func returnsWithTheHeadBeforeAnyBody() async throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in
            .steps(.send(Answer.head(203, fields: ["Content-Length": "2"])), .waitFor(gate), .send([1, 2]))
        }
        let stream = try await loader.stream(for: DataRequest(url: server.url("/")))
        #expect(stream.head.status == HTTPStatus(203))
        gate.open()
        var body: [UInt8] = []
        for try await chunk in stream.chunks { body += chunk }
        #expect(body == [1, 2])
        await loader.shutdown()
    }

    @Test func holdsBackASenderWhoseReaderDoesNotPull() async throws {
        let block = Array(repeating: UInt8(7), count: 64 << 10)
        let server = try LoopbackServer { _ in
            .steps(.send(Answer.head(200, fields: ["Content-Type": "x"])), .sendEndlessly(block))
        }
        let stream = try await loader.stream(for: DataRequest(url: server.url("/")))
        var chunks = stream.chunks.makeAsyncIterator()
        var received = 0
        for _ in 0..<200 { received += try await chunks.next()?.count ?? 0 }
        // What is between the two is bounded by our buffer and those of the two sockets.
        #expect(server.log.sentByteCount < received + 32 << 20)
        #expect(received < 200 * (2 << 20))
        await loader.shutdown()
    }

    @Test func droppingTheStreamEndsTheTransfer() async throws {
        let server = try LoopbackServer { _ in
            .steps(.send(Answer.head(200, fields: ["Content-Length": "9"])), .silence)
        }
        do {
            _ = try await loader.stream(for: DataRequest(url: server.url("/")))
        }
        try await server.until { $0.openConnectionCount == 0 && $0.connectionCount == 1 }
        await loader.shutdown()
    }

    @Test func cancellingTheReaderEndsTheTransfer() async throws {
        let server = try LoopbackServer { _ in
            .steps(.send(Answer.head(200, fields: ["Content-Length": "9"])), .silence)
        }
        let stream = try await loader.stream(for: DataRequest(url: server.url("/")))
        let reader = Task { for try await _ in stream.chunks {} }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
        try await server.until { $0.openConnectionCount == 0 }
        await loader.shutdown()
    }

    @Test func countsItsLimitOverAllChunks() async throws {
        let server = try LoopbackServer { _ in .chunked(Array(repeating: [1, 2, 3], count: 10)) }
        let url = server.url("/")
        let stream = try await loader.stream(for: DataRequest(url: url, byteLimit: 29))
        await #expect(throws: DataLoadError(.bodyTooLarge(limit: 29), url)) {
            for try await _ in stream.chunks {}
        }
        await loader.shutdown()
    }
}
