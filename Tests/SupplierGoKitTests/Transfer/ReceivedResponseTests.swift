#if Curl
import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct ReceivedResponseTests {
    private func engine() throws -> CurlEngine {
        var configuration = DataLoader.Configuration()
        configuration.retryPolicy.firstDelay = .zero
        let engine = try CurlEngine(configuration)
        engine.start()
        return engine
    }

    private static func body(_ byteCount: Int) -> [UInt8] {
        (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 / 7) }
    }

    private func isInFile(_ response: ReceivedResponse) -> Bool {
        if case .file = response.body { true } else { false }
    }

    @Test(arguments: [1 << 20, (1 << 20) + 1, 3_000_000], [true, false])
    func putsABodyOfMoreThanAMebibyteIntoAFile(byteCount: Int, declaresLength: Bool) async throws {
        let body = Self.body(byteCount)
        let server = try LoopbackServer { _ in
            declaresLength ? .ok(body) : .chunked([Array(body[..<9]), Array(body[9...])])
        }
        let engine = try engine()
        let response = try await engine.load(DataRequest(url: server.url("/")))
        #expect(isInFile(response) == (byteCount > 1 << 20))
        #expect(try await response.response().body == body)
        await engine.shutdown()
    }

    @Test func beginsAFileAgainWithTheBody() async throws {
        let body = Self.body(3_000_000)
        let isFirst = Watched(true)
        let server = try LoopbackServer { _ in
            let isCut = isFirst.update { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            let head = Answer.head(200, fields: ["Content-Length": "3000000"])
            return isCut ? .steps(.send(head + body[..<2_000_000]), .close) : .ok(body)
        }
        let engine = try engine()
        let response = try await engine.load(DataRequest(url: server.url("/")))
        #expect(response.metrics?.retryCount == 1)
        #expect(try await response.response().body == body)
        await engine.shutdown()
    }
}
#endif
