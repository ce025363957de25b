import SupplierGoKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LoopbackServerTests {
    private static let request = "GET /a?b=c HTTP/1.1\r\nHost: there\r\nX-Twice: 1\r\nx-twice:  2 \r\n\r\n"

    @Test func answersByteForByteAndRecordsWhatItWasAsked() async throws {
        let answer = "HTTP/1.1 299 Odd\nno fields at all\u{0}"
        let server = try LoopbackServer { _ in .raw(answer) }
        let client = try await LoopbackClient(port: server.port)
        try await client.send(Self.request)
        #expect(try await client.received(answer.utf8.count) == Array(answer.utf8))
        let request = try #require(server.requests.first)
        #expect((request.method, request.target, request.connection) == ("GET", "/a?b=c", 1))
        #expect(request.fields.fields.map(\.name) == ["Host", "X-Twice", "x-twice"])
        #expect(request.fields.fields.map(\.value) == ["there", "1", "2"])
        #expect(request.head == Array(Self.request.utf8))
    }

    @Test func keepsAConnectionForTheNextRequestAndReadsBodies() async throws {
        let server = try LoopbackServer { .ok($0.target) }
        let client = try await LoopbackClient(port: server.port)
        try await client.send("POST /1 HTTP/1.1\r\ncontent-length: 3\r\n\r\nabcGET /2 HTTP/1.1\r\n\r\nGET /3 HT")
        try await server.requestCount(reaches: 2)
        try await client.send("TP/1.1\r\n\r\n")
        let answer = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 2\r\n\r\n/"
        let answers = (1...3).map { "\(answer)\($0)" }.joined()
        #expect(try await client.received(answers.utf8.count) == Array(answers.utf8))
        #expect(server.requests.map(\.target) == ["/1", "/2", "/3"])
        #expect(server.requests.map(\.body) == [Array("abc".utf8), [], []])
        #expect(server.log.connectionCount == 1)
    }

    @Test func answersInChunks() async throws {
        let server = try LoopbackServer { _ in .chunked([Array("0123456789abcdefg".utf8), [0x21]]) }
        let client = try await LoopbackClient(port: server.port)
        let answer = """
            HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n11\r\n0123456789abcdefg\r\n1\r\n!\r\n0\r\n\r\n
            """
        try await client.send(Self.request)
        #expect(try await client.received(answer.utf8.count) == Array(answer.utf8))
    }

    @Test func waitsForAGateInTheMiddleOfAnAnswer() async throws {
        let (reached, passing) = (Gate(), Gate())
        let server = try LoopbackServer { _ in
            .steps(.send([0x31]), .open(reached), .waitFor(passing), .send([0x32]), .close)
        }
        let client = try await LoopbackClient(port: server.port)
        try await client.send(Self.request)
        try await reached.opened()
        #expect(try await client.received(1) == [0x31])
        #expect(server.log.openConnectionCount == 1)
        passing.open()
        #expect(try await client.received() == [0x32])
        try await server.until { $0.openConnectionCount == 0 }
        #expect(server.log.abandonedRequests.isEmpty)
        #expect(server.log.sentByteCount == 2)
    }

    @Test(arguments: [Answer.silence, .steps(.waitFor(Gate())), .steps(.sendEndlessly([0x30, 0x0a]))])
    func noticesThatTheClientHangsUp(_ answer: Answer) async throws {
        let server = try LoopbackServer { _ in answer }
        let client = try await LoopbackClient(port: server.port)
        try await client.send(Self.request)
        try await server.requestCount(reaches: 1)
        client.hangUp()
        try await server.until { $0.abandonedRequests.map(\.target) == ["/a?b=c"] && $0.openConnectionCount == 0 }
    }

    @Test func stopsWhateverItsConnectionsAreDoing() async throws {
        let answers: [String: Answer] = [
            "/silence": .silence, "/gate": .steps(.waitFor(Gate())), "/endless": .steps(.sendEndlessly([0x30])),
            "/idle": .ok("done"),
        ]
        let server = try LoopbackServer { answers[$0.target] ?? .status(404) }
        var clients: [LoopbackClient] = []
        for target in answers.keys {
            let client = try await LoopbackClient(port: server.port)
            try await client.send("GET \(target) HTTP/1.1\r\n\r\n")
            clients.append(client)
        }
        try await server.requestCount(reaches: 4)
        server.stop()
        server.stop()
        #expect(server.log.openConnectionCount == 0)
        #expect(server.log.connectionCount == 4)
        await #expect(throws: SystemError.self) { try await LoopbackClient(port: server.port) }
        for client in clients { _ = try await client.received() }
    }

    @Test func stopsWhenItIsDropped() async throws {
        var server: LoopbackServer? = try LoopbackServer { _ in .silence }
        let port = try #require(server?.port)
        let client = try await LoopbackClient(port: port)
        try await client.send(Self.request)
        try await server?.requestCount(reaches: 1)
        server = nil
        #expect(try await client.received() == [])
        await #expect(throws: SystemError.self) { try await LoopbackClient(port: port) }
    }

    @Test func takesManyConnectionsAtOnce() async throws {
        let everybody = Gate()
        let server = try LoopbackServer { _ in .steps(.waitFor(everybody), .send([0x21])) }
        let clients = Watched<[LoopbackClient]>([])
        try await withThrowingTaskGroup { group in
            for _ in 0..<128 {
                group.addTask {
                    let client = try await LoopbackClient(port: server.port)
                    clients.update { $0.append(client) }
                    try await client.send(Self.request)
                }
            }
            try await group.waitForAll()
        }
        try await server.requestCount(reaches: 128)
        #expect(server.log.peakConnectionCount == 128)
        everybody.open()
        for client in clients.value { #expect(try await client.received(1) == [0x21]) }
    }

    @Test func refusesConnectionsToAClosedPort() async throws {
        let port = try ClosedPort()
        await #expect(throws: SystemError.self) { try await LoopbackClient(port: port.port) }
    }

    @Test func aTaskThatIsCancelledStopsWaiting() async throws {
        let gate = Gate()
        let waiting = Task { try await gate.opened() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
