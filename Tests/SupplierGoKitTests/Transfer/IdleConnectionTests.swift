import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// Connections that have something to read before the next request is sent: it would be read as the response.
@Suite(.timeLimit(.minutes(1)))
struct IdleConnectionTests {
    private static let wrong = Array("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong".utf8)

    /// A server may say why it closes an idle connection (RFC 9110, section 15.5.9).
    private static let farewell = Answer.head(408, fields: ["Connection": "close", "Content-Length": "0"])

    /// A server that sends more after its answer to `/1`, once the test has read that.
    private func server(
        sending bytes: [UInt8], after isRead: Gate, then isSent: Gate
    ) throws -> LoopbackServer {
        try LoopbackServer { request in
            let answer = Answer.ok(request.target)
            guard request.target.hasSuffix("/1") else { return answer }
            return Answer(steps: answer.steps + [.waitFor(isRead), .send(bytes), .open(isSent)])
        }
    }

    @Test(arguments: [Self.wrong, [UInt8(ascii: "x")], Self.farewell])
    func areNotUsedAgain(bytes: [UInt8]) async throws {
        let (isRead, isSent) = (Gate(), Gate())
        let server = try server(sending: bytes, after: isRead, then: isSent)
        let loader = DataLoader.tryingOnce()
        #expect(try await loader.text(from: server.url("/1")) == "/1")
        isRead.open()
        try await isSent.opened()
        for number in 2...4 {
            let response = try await loader.data(for: DataRequest(url: server.url("/\(number)")))
            #expect(response.body == Array("/\(number)".utf8))
            #expect(response.metrics?.retryCount == 0)
            #expect(response.metrics?.reusesConnection == (number > 2))
        }
        #expect(server.log.connectionCount == 2)
        #expect(server.requests.count == 4)
        await loader.shutdown()
    }

    @Test func areNotUsedAgainToAProxy() async throws {
        let (isRead, isSent) = (Gate(), Gate())
        let proxy = try server(sending: Self.wrong, after: isRead, then: isSent)
        let loader = DataLoader.tryingOnce { $0.proxy = "http://127.0.0.1:\(proxy.port)" }
        let first = try #require(URL(string: "http://a.example/1"))
        let second = try #require(URL(string: "http://b.example/2"))
        #expect(try await loader.text(from: first) == first.absoluteString)
        isRead.open()
        try await isSent.opened()
        #expect(try await loader.text(from: second) == second.absoluteString)
        await loader.shutdown()
    }

    /// A server that sends more than was asked for is asked once for each avatar, as others are.
    @Test func holdNoStreamOfAvatarsOpen() async throws {
        let images = (0...4).map { number in
            Answer.head(200, fields: ["Content-Length": "\(Records.png(number).count)"]) + Records.png(number)
        }
        let server = try LoopbackServer { request in
            switch request.target {
            case "/1.png", "/2.png": .raw(images[request.target == "/1.png" ? 1 : 2])
            case "/3.png" where request.connection == 1: .raw(images[3] + images[4])
            default: .silence
            }
        }
        var configuration = SupplierLoader.Configuration()
        configuration.avatarsInFlight = 1
        let dataLoader = DataLoader.tryingOnce()
        let loader = SupplierLoader(
            location: .remote(server.url("/catalog.json")), configuration: configuration, dataLoader: dataLoader,
            cache: MemoryCache())
        let setting = try LoaderSetting()
        var received: [[UInt8]?] = []
        for await outcome in loader.avatars(for: (1...3).map { setting.supplier($0, "/\($0).png") }) {
            received.append(outcome.supplier.avatar?.bytes)
        }
        #expect(received == (1...3).map { Records.png($0) })
        #expect(server.requests.map(\.target) == ["/1.png", "/2.png", "/3.png"])
        await dataLoader.shutdown()
    }
}
