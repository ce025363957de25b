import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// Holds what the engine reads by itself against what libcurl reads.
@Suite(.timeLimit(.minutes(1)))
struct ExchangeDifferentialTests {
    private static let answers = [
        "HTTP/1.1 200 OK\r\nContent-Length: 11\r\nX-A: b\r\n\r\nhello there",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=y\r\n there\r\n0\r\nT: u\r\n\r\n",
        "HTTP/1.1 200 OK\r\nETag: \"x\"\r\n\r\nhello there",
        "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone",
        "HTTP/1.0 304 Not Modified\r\nContent-Length: 11\r\nConnection: keep-alive\r\n\r\n",
    ]

    /// An answer with some bytes changed, removed, doubled or cut off.
    private static func mutated(_ answer: String, by random: inout SeededRandom) -> [UInt8] {
        var bytes = Array(answer.utf8)
        for _ in 0..<Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes.remove(at: index)
            case 1: bytes.insert(bytes[index], at: index)
            case 2: bytes[index] = "0123456789abcdefAF:;, \r\n\t/.".utf8.randomElement(using: &random) ?? 0
            case 3: bytes.removeLast(bytes.count - index)
            default: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        }
        return bytes
    }

    /// A status with its fields and body; `nil` where there was no answer.
    private struct Reading: Equatable {
        let status: Int
        let fields: HTTPFields
        let body: [UInt8]
    }

    private func reading(_ loader: DataLoader, _ url: URL, mayBeUncoded: Bool) async -> Reading? {
        guard
            let response = try? await loader.data(
                for: DataRequest(url: url, byteLimit: 1 << 20, mayBeUncoded: mayBeUncoded))
        else { return nil }
        return Reading(status: response.head.status.code, fields: response.head.fields, body: response.body)
    }

    /// What both take they take alike, and what libcurl refuses is refused.
    @Test(arguments: answers.indices) func readsNothingOtherwiseThanLibcurl(index: Int) async throws {
        var random = SeededRandom(seed: UInt64(index))
        let cases = (0..<300).map { _ in Self.mutated(Self.answers[index], by: &random) }
        let server = try LoopbackServer { request in
            .steps(.send(cases[Int(request.target.dropFirst()) ?? 0]), .close)
        }
        var configuration = DataLoader.Configuration()
        configuration.retryLimit = 0
        let loader = DataLoader(configuration: configuration)
        var refusedCount = 0
        for number in cases.indices {
            let libcurl = await reading(loader, server.url("/\(number)"), mayBeUncoded: false)
            let own = await reading(loader, server.url("/\(number)"), mayBeUncoded: true)
            if own == nil {
                refusedCount += 1
            } else {
                #expect(own == libcurl, "\(String(decoding: cases[number], as: UTF8.self))")
            }
        }
        #expect(refusedCount < cases.count / 2)
        await loader.shutdown()
    }
}
