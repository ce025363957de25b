import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct DataLoaderResumptionTests {
    private let loader: DataLoader

    init() {
        var configuration = DataLoader.Configuration()
        configuration.retryPolicy.firstDelay = .milliseconds(1)
        loader = DataLoader(configuration: configuration)
    }

    /// Half of `0123456789`, then the end.
    private static func half(_ tag: String?) -> Answer {
        let field = tag.map { "ETag: \($0)\r\n" } ?? ""
        return .steps(.send(Array("HTTP/1.1 200 OK\r\n\(field)Content-Length: 10\r\n\r\n01234".utf8)), .close)
    }

    private static let rest = Answer.status(
        206, Array("56789".utf8), fields: ["ETag": "\"a\"", "Content-Range": "bytes 5-9/10"])

    private func server(first: Answer, then second: Answer) throws -> LoopbackServer {
        let count = Watched(0)
        return try LoopbackServer { _ in
            count.update { count in
                count += 1
                return count
            } == 1 ? first : second
        }
    }

    @Test func asksForTheRest() async throws {
        let server = try server(first: Self.half("\"a\""), then: Self.rest)
        let response = try await loader.data(for: DataRequest(url: server.url("/")))
        #expect(response.body == Array("0123456789".utf8))
        #expect(response.head.status == HTTPStatus(200))
        #expect(server.requests.map { $0["Range"] } == [nil, "bytes=5-"])
        #expect(server.requests.map { $0["If-Range"] } == [nil, "\"a\""])
        await loader.shutdown()
    }

    @Test(arguments: [nil, "W/\"a\""])
    func beginsAgainWithoutAStrongValidator(tag: String?) async throws {
        let server = try server(first: Self.half(tag), then: .ok("9876543210"))
        let response = try await loader.data(for: DataRequest(url: server.url("/")))
        #expect(response.body == Array("9876543210".utf8))
        #expect(server.requests.map { $0["Range"] } == [nil, nil])
        await loader.shutdown()
    }

    @Test(arguments: ["\"a\"", "\"b\""])
    func takesAWholeBodyWhereThatIsTheAnswer(tag: String) async throws {
        let body = tag == "\"a\"" ? "0123456789" : "another body"
        let server = try server(first: Self.half("\"a\""), then: .ok(body, fields: ["ETag": tag]))
        let response = try await loader.data(for: DataRequest(url: server.url("/")))
        #expect(response.body == Array(body.utf8))
        await loader.shutdown()
    }

    @Test func neverPutsTwoBodiesTogether() async throws {
        let count = Watched(0)
        let other = Answer.status(
            206, Array("VWXYZ".utf8), fields: ["ETag": "\"b\"", "Content-Range": "bytes 5-9/10"])
        let server = try LoopbackServer { _ in
            let number = count.update { count in
                count += 1
                return count
            }
            return number == 1 ? Self.half("\"a\"") : number == 2 ? other : .ok("QRSTUVWXYZ")
        }
        let response = try await loader.data(for: DataRequest(url: server.url("/")))
        #expect(response.body == Array("QRSTUVWXYZ".utf8))
        #expect(server.requests.map { $0["Range"] } == [nil, "bytes=5-", nil])
        await loader.shutdown()
    }

    @Test(arguments: ["567", "56789XX"])
    func takesNoRestOfAnotherLengthThanItsRange(text: String) async throws {
        let head =
            "HTTP/1.1 206 Partial\r\nETag: \"a\"\r\nContent-Range: bytes 5-9/10\r\nTransfer-Encoding: chunked\r\n\r\n"
        let chunk = String(text.utf8.count, radix: 16) + "\r\n\(text)\r\n0\r\n\r\n"
        let count = Watched(0)
        let server = try LoopbackServer { _ in
            let number = count.update { count in
                count += 1
                return count
            }
            return number == 1
                ? Self.half("\"a\"") : number == 2 ? .steps(.send(Array((head + chunk).utf8))) : .ok("0123456789")
        }
        do {
            let response = try await loader.data(for: DataRequest(url: server.url("/")))
            #expect(response.body == Array("0123456789".utf8))
            #expect(server.requests.count == 3)
        } catch let error as DataLoadError {
            #expect(error.reason == .malformedAnswer(reason: "its rest is longer than its range"))
        }
        await loader.shutdown()
    }

    @Test func resumesAStream() async throws {
        let server = try server(first: Self.half("\"a\""), then: Self.rest)
        let stream = try await loader.stream(for: DataRequest(url: server.url("/")))
        var body: [UInt8] = []
        for try await chunk in stream.chunks { body += chunk }
        #expect(body == Array("0123456789".utf8))
        await loader.shutdown()
    }

    @Test func passesOverWhatAStreamHadAlready() async throws {
        let server = try server(first: Self.half("\"a\""), then: .ok("0123456789", fields: ["ETag": "\"a\""]))
        let stream = try await loader.stream(for: DataRequest(url: server.url("/")))
        var body: [UInt8] = []
        for try await chunk in stream.chunks { body += chunk }
        #expect(body == Array("0123456789".utf8))
        await loader.shutdown()
    }

    @Test(arguments: [("\"a\"", 2), (nil, 1)])
    func failsAStreamThatCannotGoOn(tag: String?, requestCount: Int) async throws {
        let server = try server(first: Self.half(tag), then: .ok("9876543210"))
        let stream = try await loader.stream(for: DataRequest(url: server.url("/")))
        var body: [UInt8] = []
        await #expect(throws: DataLoadError.self) {
            for try await chunk in stream.chunks { body += chunk }
        }
        #expect(body == Array("01234".utf8))
        #expect(server.requests.count == requestCount)
        await loader.shutdown()
    }
}
