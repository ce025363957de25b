import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// Servers that send more than they were asked for: their bytes are not the next request's response.
@Suite(.timeLimit(.minutes(1)))
struct UnrequestedBytesTests {
    private static let wrong = Array("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong".utf8)

    private func loader(_ change: (inout DataLoader.Configuration) -> Void = { _ in }) -> DataLoader {
        var configuration = DataLoader.Configuration()
        configuration.retryLimit = 0
        change(&configuration)
        return DataLoader(configuration: configuration)
    }

    private func body(_ loader: DataLoader, _ url: URL) async throws -> String {
        String(decoding: try await loader.data(for: DataRequest(url: url)).body, as: UTF8.self)
    }

    private func origin(_ server: LoopbackServer) -> String { "http://127.0.0.1:\(server.port)" }

    /// A server that answers with the target, but the first request for `/2` otherwise.
    private func server(_ answer: Answer) throws -> LoopbackServer {
        let count = Watched(0)
        return try LoopbackServer { request in
            guard request.target == "/2" else { return .ok(request.target) }
            let number = count.update { count in
                count += 1
                return count
            }
            return number == 1 ? answer : .ok(request.target)
        }
    }

    /// A server that sends more after its answer to `/1`, once the test has read that.
    private func server(
        sending steps: [Answer.Step], after isRead: Gate, then isSent: Gate
    ) throws -> LoopbackServer {
        try LoopbackServer { request in
            let answer = Answer.ok(request.target)
            guard request.target == "/1" else { return answer }
            return Answer(steps: answer.steps + [.waitFor(isRead)] + steps + [.open(isSent)])
        }
    }

    @Test(arguments: [Self.wrong, [UInt8(ascii: "x")]])
    func anOriginThatSendsThemGetsAConnectionForEachRequest(bytes: [UInt8]) async throws {
        let (isRead, isSent) = (Gate(), Gate())
        let server = try server(sending: [.send(bytes)], after: isRead, then: isSent)
        let loader = loader()
        #expect(try await body(loader, server.url("/1")) == "/1")
        #expect(await loader.totals().distrustedOrigins == [])
        isRead.open()
        try await isSent.opened()
        for number in 2...4 {
            let response = try await loader.data(for: DataRequest(url: server.url("/\(number)")))
            #expect(response.body == Array("/\(number)".utf8))
            #expect(response.metrics?.retryCount == 0)
            #expect(response.metrics?.reusesConnection == false)
        }
        #expect(server.log.connectionCount == 4)
        #expect(await loader.totals().distrustedOrigins == [origin(server)])
        await loader.shutdown()
    }

    @Test func theyAreSeenWithoutAFurtherRequest() async throws {
        let (isRead, isSent) = (Gate(), Gate())
        let server = try server(sending: [.send(Self.wrong)], after: isRead, then: isSent)
        let loader = loader()
        #expect(try await body(loader, server.url("/1")) == "/1")
        isRead.open()
        try await isSent.opened()
        #expect(await loader.totals().distrustedOrigins == [origin(server)])
        await loader.shutdown()
    }

    /// A response, and in the same bytes another one: the first may be an answer to the request before.
    @Test func aResponseWithMoreBehindItIsAskedForAgain() async throws {
        let server = try server(.raw(Self.wrong + Self.wrong))
        let loader = loader()
        #expect(try await body(loader, server.url("/1")) == "/1")
        let response = try await loader.data(for: DataRequest(url: server.url("/2")))
        #expect(response.body == Array("/2".utf8))
        #expect(response.metrics?.retryCount == 0)
        #expect(server.requests.map(\.target) == ["/1", "/2", "/2"])
        #expect(await loader.totals().distrustedOrigins == [origin(server)])
        await loader.shutdown()
    }

    /// What is in flight over reused connections when the first one shows.
    @Test func responsesInFlightAreAskedForAgain() async throws {
        let (areAsked, isSpoiled) = (Gate(), Gate())
        let count = Watched(0)
        let server = try LoopbackServer { request in
            guard request.target != "/spoiled" else { return .raw(Self.wrong + Self.wrong) }
            let number = count.update { count in
                count += 1
                return count
            }
            switch number {
            case 1: return .steps(.waitFor(areAsked), .send(Answer.head(204)))
            case 2: return .steps(.open(areAsked), .send(Answer.head(204)))
            case 3: return .steps(.open(areAsked), .waitFor(isSpoiled), .send(Self.wrong))
            default: return .ok(request.target)
            }
        }
        let loader = loader()
        async let first = body(loader, server.url("/1"))
        async let second = body(loader, server.url("/2"))
        _ = try await (first, second)
        let third = Task { try await body(loader, server.url("/3")) }
        try await server.requestCount(reaches: 3)
        #expect(try await body(loader, server.url("/spoiled")) == "wrong")
        #expect(await loader.totals().distrustedOrigins == [origin(server)])
        isSpoiled.open()
        #expect(try await third.value == "/3")
        await loader.shutdown()
    }

    @Test(arguments: ["\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong", "x", "HTTP/1.1 2000 OK\r\n\r\n"])
    func nonsenseOverAReusedConnectionIsAskedForAgain(nonsense: String) async throws {
        let server = try server(.steps(.send(Array(nonsense.utf8)), .close))
        let loader = loader()
        #expect(try await body(loader, server.url("/1")) == "/1")
        let response = try await loader.data(for: DataRequest(url: server.url("/2")))
        #expect(response.body == Array("/2".utf8))
        #expect(response.metrics?.retryCount == 0)
        #expect(await loader.totals().distrustedOrigins == [origin(server)])
        await loader.shutdown()
    }

    /// Then it is no rest of another answer.
    @Test func anOriginIsTrustedWhoseAnswerIsNonsenseOverANewConnectionToo() async throws {
        let server = try LoopbackServer { request in
            request.target == "/2" ? .steps(.send(Array("x\r\n\r\n".utf8)), .close) : .ok(request.target)
        }
        let loader = loader()
        let url = server.url("/2")
        #expect(try await body(loader, server.url("/1")) == "/1")
        let reason = "it does not begin with a valid status line"
        await #expect(throws: DataLoadError(.malformedAnswer(reason: reason), url)) { try await body(loader, url) }
        #expect(server.requests.map(\.target) == ["/1", "/2", "/2"])
        #expect(await loader.totals().distrustedOrigins == [])
        await loader.shutdown()
    }

    /// A server may say why it closes an idle connection (RFC 9110, section 15.5.9).
    @Test func aFarewellIsNotHeldAgainstAnOrigin() async throws {
        let farewell = Array("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".utf8)
        let (isRead, isSent) = (Gate(), Gate())
        let server = try server(sending: [.send(farewell)], after: isRead, then: isSent)
        let loader = loader()
        #expect(try await body(loader, server.url("/1")) == "/1")
        isRead.open()
        try await isSent.opened()
        for target in ["/2", "/3"] { #expect(try await body(loader, server.url(target)) == target) }
        #expect(server.log.connectionCount == 2)
        #expect(await loader.totals().distrustedOrigins == [])
        await loader.shutdown()
    }

    @Test func aProxyIsDistrustedInPlaceOfTheOriginsBehindIt() async throws {
        let (isRead, isSent) = (Gate(), Gate())
        let proxy = try LoopbackServer { request in
            let answer = Answer.ok(request.target)
            guard request.target.hasSuffix("/1") else { return answer }
            return Answer(steps: answer.steps + [.waitFor(isRead), .send(Self.wrong), .open(isSent)])
        }
        let loader = loader { $0.proxy = "http://user:secret@127.0.0.1:\(proxy.port)" }
        let first = try #require(URL(string: "http://a.example/1"))
        let second = try #require(URL(string: "http://b.example/2"))
        #expect(try await body(loader, first) == first.absoluteString)
        isRead.open()
        try await isSent.opened()
        #expect(try await body(loader, second) == second.absoluteString)
        #expect(await loader.totals().distrustedOrigins == [origin(proxy)])
        await loader.shutdown()
    }

    @Test(.enabled(if: TLSFront.isInstalled, Comment(rawValue: TLSFront.absence)), arguments: [true, false])
    func theyAreSeenBehindTLS(isResponse: Bool) async throws {
        let (isRead, isSent) = (Gate(), Gate())
        let more = Array("HTTP/1.1 200 OK\r\nContent-Length: 60\r\n\r\n".utf8) + [UInt8](repeating: 1, count: 60)
        let plain = try server(sending: [isResponse ? .send(more) : .close], after: isRead, then: isSent)
        let front = try await TLSFront(before: plain, speaking: ["http/1.1"])
        let loader = loader { $0.certificateAuthorityFile = TestData.path("tls/authority.pem") }
        #expect(try await body(loader, front.url("/1")) == "/1")
        isRead.open()
        if isResponse { try await isSent.opened() } else { try await plain.until { $0.openConnectionCount == 0 } }
        // The front passes the bytes on when it likes.
        while isResponse, await loader.totals().distrustedOrigins.isEmpty { await Task.yield() }
        #expect(try await body(loader, front.url("/2")) == "/2")
        let origin = try #require(Origin(front.url("/"))).description
        #expect(await loader.totals().distrustedOrigins == (isResponse ? [origin] : []))
        await loader.shutdown()
    }
}
