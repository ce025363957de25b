import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// What the loader does with connections, and with answers that are not plain.
@Suite(.timeLimit(.minutes(1)))
struct ConnectionTests {
    @Test func sendsItsOwnFields() async throws {
        let server = try LoopbackServer { _ in .ok("x") }
        let loader = DataLoader.tryingOnce()
        #expect(try await loader.text(from: server.url("/a?b#c")) == "x")
        let request = try #require(server.requests.first)
        #expect(request.target == "/a?b")
        #expect(request["Accept-Encoding"]?.contains("gzip") == true)
        #expect(request["Host"] == "127.0.0.1:\(server.port)")
        #expect(request["User-Agent"] == "SupplierGo/\(DataLoader.version)")
        await loader.shutdown()
    }

    /// `printf hello | gzip -n`.
    private static let gzip: [UInt8] = [
        0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 7, 0, 0x86, 0xa6, 0x10, 0x36, 5, 0, 0, 0,
    ]

    @Test func decodesABody() async throws {
        let server = try LoopbackServer { _ in .ok(Self.gzip, fields: ["Content-Encoding": "gzip"]) }
        let loader = DataLoader.tryingOnce()
        let response = try await loader.data(for: DataRequest(url: server.url("/")))
        #expect(response.body == Array("hello".utf8))
        #expect(response.metrics?.retryCount == 0)
        await loader.shutdown()
    }

    /// Object stores and frameworks send codings that are none.
    @Test(
        arguments: ["aws-chunked", "utf-8", "BINARY", "image/png", "x, identity", "none", "Identity", ""],
        [true, false])
    func takesAnUnknownCodingForNone(coding: String, isStream: Bool) async throws {
        let server = try LoopbackServer { _ in .ok("hello", fields: ["Content-Encoding": coding]) }
        let loader = DataLoader.tryingOnce()
        let request = DataRequest(url: server.url("/"))
        var body: [UInt8] = []
        if isStream {
            for try await chunk in try await loader.stream(for: request).chunks { body += chunk }
        } else {
            let response = try await loader.data(for: request)
            body = response.body
            #expect(response.metrics?.retryCount == 0)
        }
        #expect(body == Array("hello".utf8))
        let isKnown = ["none", "identity", ""].contains(coding.lowercased())
        #expect(server.requests.map { $0["Accept-Encoding"] != nil } == (isKnown ? [true] : [true, false]))
        await loader.shutdown()
    }

    /// `hello` and `printf hello | gzip -n`, with a line end after it.
    @Test(arguments: [Array("hello".utf8), gzip + [0x0d, 0x0a], gzip + gzip], ["gzip", "deflate"])
    func asksWithoutACodingForABodyThatDoesNotHaveIt(body: [UInt8], coding: String) async throws {
        let server = try LoopbackServer { request in
            request["Accept-Encoding"] == nil ? .ok("plain") : .ok(body, fields: ["Content-Encoding": coding])
        }
        let loader = DataLoader.tryingOnce()
        #expect(try await loader.text(from: server.url("/")) == "plain")
        #expect(server.requests.count == 2)
        let stream = try await loader.stream(for: DataRequest(url: server.url("/")))
        let reason = "its body does not match its Content-Encoding, '\(coding)'"
        await #expect(throws: DataLoadError(.malformedResponse(reason: reason), server.url("/"))) {
            for try await _ in stream.chunks {}
        }
        await loader.shutdown()
    }

    @Test(arguments: [
        "\u{89}PNG\r\n, as it is", "HTTP/1.1 2000 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n", "HTTP/1.1 OK\r\n\r\n",
    ])
    func saysThatWhatCameIsNoAnswer(bytes: String) async throws {
        let server = try LoopbackServer { _ in .steps(.send(Array(bytes.utf8)), .close) }
        let loader = DataLoader.tryingOnce()
        let url = server.url("/")
        let reason = "it does not begin with a valid status line"
        await #expect(throws: DataLoadError(.malformedResponse(reason: reason), url)) {
            _ = try await loader.text(from: url)
        }
        await loader.shutdown()
    }

    /// A connection that ends while it is kept, before or after the next request reaches it, costs no try.
    @Test(arguments: [Answer.Step.close, .reset])
    func asksAgainWhereAKeptConnectionHasEnded(end: Answer.Step) async throws {
        let count = Watched(0)
        let server = try LoopbackServer { request in
            let number = count.update { count in
                count += 1
                return count
            }
            return number == 2 ? Answer(steps: [end]) : .ok(request.target)
        }
        let loader = DataLoader.tryingOnce()
        #expect(try await loader.text(from: server.url("/1")) == "/1")
        let response = try await loader.data(for: DataRequest(url: server.url("/2")))
        #expect(response.body == Array("/2".utf8))
        #expect(response.metrics?.retryCount == 0)
        #expect(server.requests.map(\.target) == ["/1", "/2", "/2"])
        #expect(server.log.connectionCount == 2)
        await loader.shutdown()
    }

    /// Each redirect is a request of its own, which may find its connection ended.
    @Test(arguments: [Answer.Step.close, .reset])
    func followsRedirectsWhoseConnectionsHaveEnded(end: Answer.Step) async throws {
        let asked = Watched<Set<String>>(["/0"])
        let server = try LoopbackServer { request in
            let isFirst = asked.update { $0.insert(request.target).inserted }
            guard !isFirst, let number = Int(request.target.dropFirst()) else { return Answer(steps: [end]) }
            return number == 4 ? .ok("x") : .redirect(to: "/\(number + 1)")
        }
        let loader = DataLoader.tryingOnce()
        #expect(try await loader.text(from: server.url("/0")) == "x")
        #expect(server.requests.map(\.target) == ["/0", "/1", "/1", "/2", "/2", "/3", "/3", "/4", "/4"])
        await loader.shutdown()
    }

    @Test func closesConnectionsThatTheServerHasClosed() async throws {
        let server = try LoopbackServer { _ in
            .steps(.send(Answer.head(200, fields: ["Content-Length": "0"])), .close)
        }
        let loader = DataLoader.tryingOnce()
        for number in 1...3 {
            #expect(try await loader.text(from: server.url("/\(number)")) == "")
            try await server.until { $0.openConnectionCount == 0 }
        }
        #expect(server.requests.count == 3)
        await loader.shutdown()
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and more",
        "HTTP/1.1 200 OK\r\nContent-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
    ])
    func asksNoConnectionAgainThatMayNotBe(answer: String) async throws {
        let server = try LoopbackServer { _ in .raw(answer) }
        let loader = DataLoader.tryingOnce()
        for _ in 1...3 {
            #expect(try await loader.text(from: server.url("/")) == "ok")
            try await server.until { $0.openConnectionCount == 0 }
        }
        #expect(server.log.connectionCount == 3)
        await loader.shutdown()
    }

    @Test func readsABodyThatEndsWithTheConnection() async throws {
        let server = try LoopbackServer { _ in .steps(.send(Array("HTTP/1.1 200 OK\r\n\r\nok".utf8)), .close) }
        let loader = DataLoader.tryingOnce()
        #expect(try await loader.text(from: server.url("/")) == "ok")
        await loader.shutdown()
    }

    @Test func readsAnAnswerThatComesByteByByte() async throws {
        let answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n there\r\n0\r\n\r\n"
        let server = try LoopbackServer { _ in Answer(steps: answer.utf8.map { .send([$0]) }) }
        let loader = DataLoader.tryingOnce()
        for _ in 1...3 { #expect(try await loader.text(from: server.url("/")) == "hello there") }
        #expect(server.log.connectionCount == 1)
        await loader.shutdown()
    }

    @Test(arguments: [
        ("HTTP/0.9 hello\r\n\r\n", nil), ("hello\r\n\r\n", nil), ("\r\n\r\n", nil), ("HTTP/1.1 2000 OK\r\n\r\n", nil),
        ("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nok", nil),
        ("HTTP/1.1 200 OK\r\nA: b\r\n c\r\nContent-Length: 2\r\n\r\nok", "ok"),
        ("HTTP/1.1 200 OK\r\nno field\r\n\r\nok", nil),
        ("HTTP/1.1 200 OK\r\nA : b\r\nContent-Length: 2\r\n\r\nok", "ok"),
    ])
    func readsOrRefusesAnswersThatAreNotPlain(answer: String, expected: String?) async throws {
        let server = try LoopbackServer { _ in .steps(.send(Array(answer.utf8)), .close) }
        let loader = DataLoader.tryingOnce()
        do {
            #expect(try await loader.text(from: server.url("/")) == expected)
        } catch let error as DataLoadError {
            #expect(expected == nil, "\(error)")
        }
        await loader.shutdown()
    }

    /// libcurl until 8.0 would write into memory that it has given back, were its handle one that has read an answer
    /// before.
    @Test func survivesAFoldedFirstField() async throws {
        let count = Watched(0)
        let plain = "HTTP/1.1 200 OK\r\nX-Name: value\r\nContent-Length: 2\r\n\r\nok"
        let folded = "HTTP/1.1 200 OK\r\n folded\r\nContent-Length: 2\r\n\r\nok"
        let server = try LoopbackServer { _ in
            let number = count.update { count in
                count += 1
                return count
            }
            return .steps(.send(Array((number % 2 == 0 ? folded : plain).utf8)), .close)
        }
        let loader = DataLoader.tryingOnce()
        for number in 1...40 {
            let body = try? await loader.data(for: DataRequest(url: server.url("/"))).body
            #expect(body == (number % 2 == 0 ? nil : Array("ok".utf8)))
        }
        await loader.shutdown()
    }

    /// Connections of both kinds count: one that is kept makes room for one that libcurl needs, and the other way
    /// round.
    @Test func keepsNoMoreConnectionsThanItMay() async throws {
        let server = try LoopbackServer { .ok($0.target) }
        let loader = DataLoader.tryingOnce { $0.connectionsPerHost = 1 }
        for number in 1...6 {
            let url = server.url("/\(number)")
            let request = DataRequest(url: url)
            #expect(try await loader.data(for: request).body == Array("/\(number)".utf8))
            try await server.until { $0.openConnectionCount <= 1 }
        }
        await loader.shutdown()
    }

    @Test func keepsNoMoreConnectionsInAllThanTransfersMayBe() async throws {
        let server = try LoopbackServer { .ok($0.target) }
        let hosts = (1...4).map { "host\($0).example:\(server.port)" }
        let loader = DataLoader.tryingOnce {
            $0.concurrency = 2
            for host in hosts { $0.hostAddresses[host] = "127.0.0.1" }
        }
        for host in hosts {
            let url = try #require(URL(string: "http://\(host)/x"))
            #expect(try await loader.text(from: url) == "/x")
        }
        #expect(server.log.connectionCount == 4)
        try await server.until { $0.openConnectionCount == 2 }
        await loader.shutdown()
        try await server.until { $0.openConnectionCount == 0 }
    }

    @Test func aLoaderThatIsDroppedClosesItsConnections() async throws {
        let server = try LoopbackServer { .ok($0.target) }
        func use() async throws {
            let loader = DataLoader.tryingOnce()
            #expect(try await loader.text(from: server.url("/x")) == "/x")
            #expect(server.log.openConnectionCount == 1)
        }
        for _ in 0..<20 {
            try await use()
            try await server.until { $0.openConnectionCount == 0 }
        }
    }

    @Test func followsRedirectsOverTheSameConnection() async throws {
        let server = try LoopbackServer { request in
            request.target == "/a/b" ? .redirect(to: "../c?d=1") : .ok(request.target)
        }
        let loader = DataLoader.tryingOnce()
        #expect(try await loader.text(from: server.url("/a/b")) == "/c?d=1")
        #expect(server.log.connectionCount == 1)
        await loader.shutdown()
    }
}
