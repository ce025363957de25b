import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// The loader with a server that speaks HTTP/2, frame by frame.
@Suite(.timeLimit(.minutes(1)), .enabled(if: TLSFront.isInstalled, Comment(rawValue: TLSFront.absence)))
struct HTTP2Tests {
    private typealias Frames = HTTP2Frames

    private func loader(_ change: (inout DataLoader.Configuration) -> Void = { _ in }) -> DataLoader {
        DataLoader.tryingOnce {
            $0.certificateAuthorityFile = TestData.path("tls/authority.pem")
            change(&$0)
        }
    }

    private func response(_ loader: DataLoader, _ url: URL) async throws -> DataResponse {
        try await loader.data(for: DataRequest(url: url))
    }

    /// The end of a request that fails.
    private func failure(_ loader: DataLoader, _ url: URL) async throws -> DataLoadError {
        do {
            let body = try await loader.text(from: url)
            Issue.record("expected a failure, not '\(body)'")
            return DataLoadError(.loaderIsShutDown, url)
        } catch let error as DataLoadError {
            return error
        }
    }

    @Test func sendsRequestsOverOneConnection() async throws {
        let answers =
            Frames.head(1) + Frames.head(5) + Frames.body(5, "th") + Frames.body(1, "first", isLast: true)
            + Frames.head(3, flags: [.endsBlock, .endsStream]) + Frames.body(5, "ird", isLast: true)
        let (log, server) = try await Frames.server([
            .send(Frames.settings()), Frames.receiveRequests(3), .send(answers),
        ])
        let loader = loader()
        let responses = try await withThrowingTaskGroup { group in
            for number in 1...3 { group.addTask { try await response(loader, server.url("/\(number)")) } }
            return try await group.reduce(into: [DataResponse]()) { $0.append($1) }
        }
        #expect(Set(responses.map { String(decoding: $0.body, as: UTF8.self) }) == ["first", "", "third"])
        #expect(responses.allSatisfy { $0.metrics?.protocolName == "HTTP/2" })
        #expect(responses.count { $0.metrics?.reusesConnection == false } == 1)
        #expect(responses.allSatisfy { $0.head.remoteAddress == "127.0.0.1" })
        #expect(log.log.connectionCount == 1)
        await loader.shutdown()
    }

    @Test func usesTheConnectionAgain() async throws {
        let (log, server) = try await Frames.server([
            .send(Frames.settings()), Frames.receiveRequests(1), .send(Frames.answer(1, "x")),
            Frames.receiveRequests(2),
            .send(Frames.frame(.ping, [0, 0, 0, 0, 0, 0, 0, 0]) + Frames.answer(3, "y")),
        ])
        let loader = loader()
        #expect(try await loader.text(from: server.url("/1")) == "x")
        let second = try await response(loader, server.url("/2"))
        #expect(second.body == Array("y".utf8))
        #expect(second.metrics?.reusesConnection == true)
        #expect(log.log.connectionCount == 1)
        await loader.shutdown()
    }

    /// What the server has not looked at costs no try.
    @Test(arguments: [
        [Frames.goAway(last: 0)], [Frames.reset(1, 7) + Frames.goAway(last: 1)], [Frames.goAway(last: 0), []],
    ])
    func sendsAgainWhatTheServerHasNotLookedAt(ends: [[UInt8]]) async throws {
        let first = [Answer.Step.send(Frames.settings()), Frames.receiveRequests(1)] + ends.map { .send($0) }
        let (log, server) = try await Frames.server(
            ends.count == 1 ? first : first + [.close],
            [.send(Frames.settings()), Frames.receiveRequests(1), .send(Frames.answer(1, "x"))])
        let loader = loader()
        let response = try await response(loader, server.url("/1"))
        #expect(response.body == Array("x".utf8))
        #expect(response.metrics?.retryCount == 0)
        #expect(log.log.connectionCount == 2)
        await loader.shutdown()
    }

    @Test func doesNotBeginAgainForEver() async throws {
        let refusal: [Answer.Step] = [
            .send(Frames.settings()), Frames.receiveRequests(1), .send(Frames.goAway(last: 0)), .close,
        ]
        let (log, server) = try await Frames.server(refusal, refusal, refusal)
        let loader = loader()
        let url = server.url("/1")
        guard case .connectionLost = try await failure(loader, url).reason else {
            Issue.record("expected a lost connection")
            return
        }
        #expect(log.log.connectionCount == 2)
        await loader.shutdown()
    }

    @Test func answersWhatTheServerHasLookedAtBeforeItLeaves() async throws {
        let (log, server) = try await Frames.server(
            [
                .send(Frames.settings()), Frames.receiveRequests(2),
                .send(Frames.goAway(last: 1) + Frames.answer(1, "first")), .close,
            ],
            [.send(Frames.settings()), Frames.receiveRequests(1), .send(Frames.answer(1, "second"))])
        let loader = loader()
        async let first = loader.text(from: server.url("/1"))
        async let second = loader.text(from: server.url("/2"))
        #expect(try await Set([first, second]) == ["first", "second"])
        #expect(log.log.connectionCount == 2)
        await loader.shutdown()
    }

    @Test func asksAgainWhereAKeptConnectionHasEnded() async throws {
        let gate = Gate()
        let (log, server) = try await Frames.server(
            [
                .send(Frames.settings()), Frames.receiveRequests(1), .send(Frames.answer(1, "x")), .waitFor(gate),
                .close,
            ],
            [.send(Frames.settings()), Frames.receiveRequests(1), .send(Frames.answer(1, "y"))])
        let loader = loader()
        #expect(try await loader.text(from: server.url("/1")) == "x")
        gate.open()
        let second = try await response(loader, server.url("/2"))
        #expect(second.body == Array("y".utf8))
        #expect(second.metrics?.retryCount == 0)
        #expect(log.log.connectionCount == 2)
        await loader.shutdown()
    }

    private static let declared = Frames.head(1, [("content-length", "5")])

    private static let brokenAnswers = [
        Frames.reset(1, 2), declared + Frames.reset(1, 2), declared + Frames.body(1, "abc", isLast: true),
        declared + Frames.body(1, "abcdef"), Frames.head(1, [("content-length", "5"), ("content-length", "6")]),
        Frames.head(1, status: "abc"), Frames.body(1, "x"), Frames.settings([(2, 7)]),
        declared + Frames.settings([(2, 7)]), Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8),
    ]

    /// Nothing that breaks the protocol becomes a body; how it fails is libcurl's to say.
    @Test(arguments: brokenAnswers)
    func refusesABrokenAnswer(bytes: [UInt8]) async throws {
        let (_, server) = try await Frames.server([.send(Frames.settings()), Frames.receiveRequests(1), .send(bytes)])
        let loader = loader { $0.idleTimeout = .milliseconds(500) }
        switch try await failure(loader, server.url("/1")).reason {
        case .connectionLost, .cutShort, .malformedResponse, .timedOut: break
        case let reason: Issue.record("unexpected: \(reason)")
        }
        await loader.shutdown()
    }

    @Test func beginsABrokenBodyAgain() async throws {
        let (log, server) = try await Frames.server(
            [
                .send(Frames.settings()), Frames.receiveRequests(1),
                .send(Frames.head(1, [("content-length", "5")]) + Frames.body(1, "he")), .close,
            ],
            [.send(Frames.settings()), Frames.receiveRequests(1), .send(Frames.answer(1, "hello"))])
        let loader = loader { $0.retryLimit = 1 }
        let response = try await response(loader, server.url("/1"))
        #expect(response.body == Array("hello".utf8))
        #expect(response.metrics?.retryCount == 1)
        #expect(log.log.connectionCount == 2)
        await loader.shutdown()
    }

    @Test func leavesASilentConnection() async throws {
        let (log, server) = try await Frames.server(
            [.send(Frames.settings())],
            [.send(Frames.settings()), Frames.receiveRequests(1), .send(Frames.answer(1, "x"))])
        let loader = loader { $0.idleTimeout = .milliseconds(300) }
        let url = server.url("/1")
        #expect(try await failure(loader, url) == DataLoadError(.timedOut(after: .milliseconds(300)), url))
        #expect(try await loader.text(from: server.url("/2")) == "x")
        #expect(log.log.connectionCount == 2)
        await loader.shutdown()
    }

    @Test func decodesABody() async throws {
        // `printf hello | gzip -n`
        let gzip: [UInt8] = [
            0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 7, 0, 0x86, 0xa6, 0x10, 0x36, 5, 0, 0, 0,
        ]
        let answer: [Answer.Step] = [
            .send(Frames.settings()), Frames.receiveRequests(1),
            .send(
                Frames.head(1, [("content-encoding", "gzip")])
                    + Frames.frame(.data, flags: .endsStream, stream: 1, gzip)),
        ]
        let (log, server) = try await Frames.server(answer)
        let loader = loader()
        let response = try await response(loader, server.url("/1"))
        #expect(response.body == Array("hello".utf8))
        #expect(response.metrics?.retryCount == 0)
        #expect(log.log.connectionCount == 1)
        await loader.shutdown()
    }

    @Test func cancelsOneStreamAndLeavesTheOthers() async throws {
        let hasTwo = Gate()
        let (log, server) = try await Frames.server([
            .send(Frames.settings()), Frames.receiveRequests(2), .open(hasTwo), Frames.receiveRequests(3),
            .receive { Frames.received($0).contains(.reset) },
            .send(Frames.answer(1, "1") + Frames.answer(3, "3") + Frames.answer(5, "5")),
        ])
        let loader = loader()
        let cancelled = Task { try await loader.text(from: server.url("/1")) }
        let other = Task { try await loader.text(from: server.url("/2")) }
        try await hasTwo.opened()
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        // libcurl 7.88 may keep the reset until it sends something else over the connection.
        #expect(try await loader.text(from: server.url("/3")) == "5")
        #expect(try await ["1", "3"].contains(other.value))
        #expect(log.log.connectionCount == 1)
        await loader.shutdown()
    }

    @Test func refusesInnerAddresses() async throws {
        let (log, server) = try await Frames.server([])
        let loader = loader { $0.hostAddresses = ["avatars.example.com:\(server.port)": "127.0.0.1"] }
        let url = try #require(URL(string: "https://avatars.example.com:\(server.port)/1"))
        await #expect(throws: DataLoadError(.privateAddress, url)) {
            _ = try await loader.data(for: DataRequest(url: url, reach: .publicOnly))
        }
        #expect(log.log.connectionCount == 0)
        await loader.shutdown()
    }

    @Test func endsWhatIsUnderWayAtShutdown() async throws {
        let hasRequest = Gate()
        let (_, server) = try await Frames.server([
            .send(Frames.settings()), Frames.receiveRequests(1), .open(hasRequest),
        ])
        let loader = loader()
        let task = Task { try await loader.text(from: server.url("/1")) }
        try await hasRequest.opened()
        await loader.shutdown()
        await #expect(throws: DataLoadError(.loaderIsShutDown, server.url("/1"))) { try await task.value }
    }

    /// A server that does not speak HTTP/2 is asked over as many connections as it may have.
    @Test(arguments: [["http/1.1"], ["http/1.0", "spdy/3"]])
    func speaksHTTP1WhereTheServerDoes(protocols: [String]) async throws {
        let server = try LoopbackServer { .ok($0.target) }
        let front = try await TLSFront(before: server, speaking: protocols)
        guard protocols.contains("http/1.1") else {
            let loader = loader()
            guard case .tls = try await failure(loader, front.url("/1")).reason else { throw CancellationError() }
            return await loader.shutdown()
        }
        let loader = loader { $0.connectionsPerHost = 3 }
        for _ in 0..<2 {
            try await withThrowingTaskGroup { group in
                for number in 0..<30 {
                    group.addTask {
                        let response = try await response(loader, front.url("/\(number)"))
                        #expect(response.body == Array("/\(number)".utf8))
                        #expect(response.metrics?.protocolName == "HTTP/1.1")
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(server.requests.count == 60)
        #expect(server.log.peakConnectionCount <= 3)
        await loader.shutdown()
    }
}
