#if Curl
import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct DataLoaderMethodTests {
    private func request(_ method: DataRequest.Method, _ url: URL, _ body: [UInt8] = []) -> DataRequest {
        var request = DataRequest(url: url)
        (request.method, request.body) = (method, body)
        return request
    }

    @Test(
        arguments: [
            (.get, "GET", []), (.head, "HEAD", []), (.delete, "DELETE", []), (.put, "PUT", [0, 10, 255]),
            (.put, "PUT", []),
        ] as [(DataRequest.Method, String, [UInt8])])
    func sendsMethodAndBody(method: DataRequest.Method, name: String, body: [UInt8]) async throws {
        let server = try LoopbackServer { request in .ok(request.method == "HEAD" ? [] : [1], contentType: nil) }
        let loader = DataLoader()
        let response = try await loader.data(for: request(method, server.url("/a"), body))
        #expect(response.body == (method == .head ? [] : [1]))
        #expect(server.requests.map(\.method) == [name])
        #expect(server.requests[0].body == body)
        #expect(server.requests[0]["Content-Length"] == (method == .put ? "\(body.count)" : nil))
        #expect(server.requests[0]["Authorization"] == nil)
        await loader.shutdown()
        server.stop()
    }

    @Test func aHeadTakesNoMoreThanItsFields() async throws {
        let server = try LoopbackServer { _ in .raw(Answer.head(200, fields: ["Content-Length": "5000000000"])) }
        let loader = DataLoader()
        for _ in 0..<2 {
            var request = request(.head, server.url("/a"))
            request.byteLimit = 10
            let response = try await loader.data(for: request)
            #expect(response.head.fields["Content-Length"] == "5000000000")
            #expect(response.body.isEmpty)
        }
        #expect(server.log.connectionCount == 1)
        await loader.shutdown()
        server.stop()
    }

    @Test func aBodyThatLeavesSlowlyIsNotIdle() throws {
        let url = try #require(URL(string: "http://store.example/a"))
        let transfer = try Transfer(sending: request(.put, url, [1, 2, 3]))
        let before = transfer.attempt.lastActivity - .seconds(60)
        for (sentCount, isActive) in [(0, false), (1, true), (1, false), (3, true), (3, false)] {
            transfer.attempt.lastActivity = before
            #expect(transfer.mayGoOn(afterReceiving: 0, sending: sentCount))
            #expect((transfer.attempt.lastActivity > before) == isActive, "\(sentCount)")
        }
    }

    @Test func otherMethodsAreNotSharedWithAGet() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            let fields: KeyValuePairs = ["X-Method": request.method, "Content-Length": "0"]
            return .steps(.waitFor(gate), .send(Answer.head(200, fields: fields)))
        }
        let loader = DataLoader()
        let methods = [DataRequest.Method.get, .get, .head, .put, .put, .delete]
        try await withThrowingTaskGroup(of: (String, String?).self) { group in
            for method in methods {
                let request = request(method, server.url("/a"))
                group.addTask {
                    (method.rawValue, try await loader.data(for: request).head.fields["X-Method"])
                }
            }
            try await server.requestCount(reaches: 5)
            gate.open()
            for try await (sent, answered) in group { #expect(sent == answered) }
        }
        #expect(server.requests.map(\.method).sorted() == ["DELETE", "GET", "HEAD", "PUT", "PUT"])
        await loader.shutdown()
        server.stop()
    }

    @Test(arguments: [DataRequest.Method.head, .put, .delete])
    func aFileCanOnlyBeRead(method: DataRequest.Method) async throws {
        let url = URL(filePath: TestData.path("catalog.json"))
        await #expect(throws: DataLoadError(.unsupportedScheme, url)) {
            try await DataLoader().data(for: request(method, url))
        }
    }
}
#endif
