import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct DataLoaderTests {
    private let loader = DataLoader()

    @Test func loadsAWholeBodyWithItsHead() async throws {
        let server = try LoopbackServer { _ in .ok("hello", fields: ["X-Kind": "greeting"]) }
        let response = try await loader.data(for: DataRequest(url: server.url("/a?b=c")))
        #expect(response.body == Array("hello".utf8))
        #expect(response.head.status == HTTPStatus(200))
        #expect(response.head.fields["x-kind"] == "greeting")
        #expect(server.requests.map(\.target) == ["/a?b=c"])
        await loader.shutdown()
    }

    @Test(arguments: [204, 404, 500])
    func returnsEveryStatus(code: Int) async throws {
        let server = try LoopbackServer { _ in .status(code) }
        let response = try await loader.data(for: DataRequest(url: server.url("/")))
        #expect(response.head.status.code == code)
        await loader.shutdown()
    }

    @Test func keepsItsConnections() async throws {
        let server = try LoopbackServer { .ok($0.target) }
        for number in 1...20 {
            let response = try await loader.data(
                for: DataRequest(url: server.url("/\(number)")))
            #expect(response.body == Array("/\(number)".utf8))
        }
        #expect(server.log.connectionCount == 1)
        await loader.shutdown()
    }

    @Test func passesOverInterimResponsesAndTrailers() async throws {
        let answer = """
            HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\
            2\r\nok\r\n0\r\nX-Trailer: 1\r\n\r\n
            """
        let server = try LoopbackServer { _ in .raw(answer) }
        let response = try await loader.data(for: DataRequest(url: server.url("/")))
        #expect(response.body == Array("ok".utf8))
        #expect(response.head.fields.fields.map(\.name) == ["Transfer-Encoding"])
        await loader.shutdown()
    }

    @Test func decodesContentCodings() async throws {
        // `printf hello | gzip -n`
        let gzip: [UInt8] = [
            0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 7, 0, 0x86, 0xa6, 0x10, 0x36, 5, 0, 0, 0,
        ]
        let server = try LoopbackServer { _ in .ok(gzip, fields: ["Content-Encoding": "gzip"]) }
        let response = try await loader.data(for: DataRequest(url: server.url("/")))
        #expect(response.body == Array("hello".utf8))
        #expect(server.requests.first?["Accept-Encoding"]?.contains("gzip") == true)
        await loader.shutdown()
    }

    @Test func sendsOriginFieldsToTheirOriginOnly() async throws {
        let other = try LoopbackServer { _ in .ok("other") }
        let elsewhere = other.url("/").absoluteString
        let server = try LoopbackServer { request in
            request.target == "/away" ? .redirect(to: elsewhere) : .redirect(to: "/away", status: 307)
        }
        let secret = try #require(HeaderFields.Field(name: "Authorization", value: "Bearer secret"))
        let open = try #require(HeaderFields.Field(name: "X-Open", value: "1"))
        let empty = try #require(HeaderFields.Field(name: "X-Empty", value: ""))
        let request = DataRequest(
            url: server.url("/start"), fields: HeaderFields([open]), originFields: HeaderFields([secret, empty]))
        let response = try await loader.data(for: request)
        #expect(response.body == Array("other".utf8))
        #expect(response.head.url == other.url("/"))
        #expect(server.requests.map(\.target) == ["/start", "/away"])
        #expect(server.requests.map { $0["Authorization"] } == ["Bearer secret", "Bearer secret"])
        #expect(server.requests.map { $0["X-Empty"] } == ["", ""])
        #expect(other.requests.map { $0["Authorization"] } == [nil])
        #expect(other.requests.map { $0["X-Open"] } == ["1"])
        await loader.shutdown()
    }

    @Test func endsARedirectLoop() async throws {
        let server = try LoopbackServer { _ in .redirect(to: "/again") }
        await #expect(throws: DataLoadError(.tooManyRedirects(limit: 10), server.url("/again"))) {
            try await loader.data(for: DataRequest(url: server.url("/")))
        }
        #expect(server.requests.count == 11)
        await loader.shutdown()
    }

    @Test func readsAFile() async throws {
        let url = URL(filePath: TestData.path("catalog.json"))
        let response = try await loader.data(for: DataRequest(url: url))
        #expect(response.body == (try TestData.bytes("catalog.json")))
        #expect(response.head.status.isSuccess)
        await #expect(throws: DataLoadError(.bodyTooLarge(limit: 100), url)) {
            try await loader.data(for: DataRequest(url: url, byteLimit: 100))
        }
        await loader.shutdown()
    }

    @Test(arguments: [("/nonexistent/x.json", Int32(2)), ("/", Int32(21))])
    func saysWhyAFileCannotBeRead(path: String, errorNumber: Int32) async throws {
        let url = URL(filePath: path, directoryHint: .notDirectory)
        await #expect(throws: DataLoadError(.unreadableFile(path: path, errorNumber: errorNumber), url)) {
            try await loader.data(for: DataRequest(url: url))
        }
        await loader.shutdown()
    }

    @Test func refusesOtherSchemes() async throws {
        try Network.require()
        let url = try #require(URL(string: "ftp://127.0.0.1/x"))
        await #expect(throws: DataLoadError(.unsupportedScheme, url)) {
            try await loader.data(for: DataRequest(url: url))
        }
        await loader.shutdown()
    }

    @Test func refusesRequestsAfterShutdown() async throws {
        let server = try LoopbackServer { _ in .ok("x") }
        _ = try await loader.data(for: DataRequest(url: server.url("/")))
        await loader.shutdown()
        await #expect(throws: DataLoadError(.loaderIsShutDown, server.url("/"))) {
            try await loader.data(for: DataRequest(url: server.url("/")))
        }
        await loader.shutdown()
        #expect(server.requests.count == 1)
    }
}
