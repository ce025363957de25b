import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// Servers that attack by frames of HTTP/2: what libcurl and its library promise is seen to hold.
@Suite(.timeLimit(.minutes(1)), .enabled(if: TLSFront.isInstalled, Comment(rawValue: TLSFront.absence)))
struct HostileHTTP2Tests {
    private typealias Frames = HTTP2Frames

    struct Attack: Sendable, CustomTestStringConvertible {
        let testDescription: String

        /// The frames after the first request.
        let steps: [Answer.Step]

        init(_ name: String, _ start: [UInt8] = [], endlessly bytes: [UInt8]? = nil, then last: Answer.Step? = nil) {
            testDescription = name
            steps = [.send(start)] + (bytes.map { [.sendEndlessly($0)] } ?? []) + (last.map { [$0] } ?? [])
        }
    }

    /// Long enough for any machine: a transfer that ends before it was ended by another limit.
    private static let timeLimit = Duration.seconds(50)

    private func loader(_ change: (inout DataLoader.Configuration) -> Void = { _ in }) -> DataLoader {
        var configuration = DataLoader.Configuration()
        configuration.certificateAuthorityFile = TestData.path("tls/authority.pem")
        configuration.retryLimit = 0
        configuration.idleTimeout = .milliseconds(500)
        configuration.timeLimit = Self.timeLimit
        change(&configuration)
        return DataLoader(configuration: configuration)
    }

    private static let openHead = Frames.frame(.headers, stream: 1, Frames.block([(":status", "200")]))
    private static let declared = Frames.head(1, [("content-length", "5")]) + Frames.body(1, "he")

    /// A field of 4,000 bytes that goes into the table (RFC 7541, section 6.2.1), and names it 12,000 times.
    private static let bomb =
        [0x88, 0x40, 1, UInt8(ascii: "x"), 0x7f, 0xa1, 0x1e] + [UInt8](repeating: UInt8(ascii: "y"), count: 4000)
        + [UInt8](repeating: 0xbe, count: 12_000)

    /// A field whose name holds a blank goes into the table, and is named many times: no callback ever sees it.
    private static let invisible = [UInt8(0x40), 1, UInt8(ascii: " "), 1, UInt8(ascii: "y")]
    private static let interim =
        Frames.block([(":status", "103")]) + [UInt8](repeating: 0xbe, count: 16_000)

    private static let attacks = [
        Attack(
            "interim answers of fields that are left out",
            Frames.frame(.headers, flags: .endsBlock, stream: 1, Frames.block([(":status", "103")]) + invisible),
            endlessly: Frames.frame(.headers, flags: .endsBlock, stream: 1, interim)),
        Attack(
            "header block without end", openHead,
            endlessly: Frames.frame(.continuation, stream: 1, Frames.block([("x", "y")]))),
        Attack("empty continuations", openHead, endlessly: Frames.frame(.continuation, stream: 1)),
        Attack("pings", endlessly: Frames.frame(.ping, [UInt8](repeating: 0, count: 8))),
        Attack("settings", endlessly: Frames.settings()),
        Attack(
            "changing settings", endlessly: Frames.settings([(3, 1), (4, 65_535)]) + Frames.settings([(3, 0), (4, 1)])),
        Attack("resets", endlessly: Frames.reset(1, 8)),
        Attack("resets of streams that are not there", endlessly: Frames.reset(7, 8)),
        Attack("window updates", endlessly: Frames.frame(.windowUpdate, [0, 0, 0, 1])),
        Attack("priorities", endlessly: Frames.frame(.priority, stream: 1, [0, 0, 0, 0, 1])),
        Attack("promises", endlessly: Frames.frame(.pushPromise, flags: .endsBlock, stream: 1, [0, 0, 0, 2])),
        Attack("interim answers", endlessly: Frames.head(1, status: "103")),
        Attack("empty data", Frames.head(1), endlessly: Frames.frame(.data, stream: 1)),
        Attack("a body without end", Frames.head(1), endlessly: Frames.body(1, String(repeating: "x", count: 9999))),
        Attack("a header bomb", Frames.frame(.headers, flags: .endsBlock, stream: 1, bomb)),
        Attack("many fields", Frames.head(1, (0..<900).map { ("x", "\($0)") })),
        Attack("a farewell in the middle", declared + Frames.goAway(last: 1), then: .close),
        Attack("a stream that is always refused", Frames.reset(1, 7)),
        Attack("farewells", endlessly: Frames.goAway(last: 1)),
        Attack("an impossible window", Frames.settings([(4, .max)])),
        Attack("no streams", Frames.settings([(3, 0)])),
    ]

    /// The transfer fails before its time limit, and holds up neither those to another server nor the end of the
    /// loader.
    @Test(arguments: attacks) func outlivesAnAttack(attack: Attack) async throws {
        let hasBegun = Gate()
        let steps = [.send(Frames.settings()), Frames.receiveRequests(1), .open(hasBegun)] + attack.steps
        let (log, server) = try await Frames.server(steps, steps)
        let peaceful = try LoopbackServer { .ok($0.target) }
        let loader = loader()
        let attacked = Task { try await loader.data(for: DataRequest(url: server.url("/1"), byteLimit: 1 << 20)) }
        try await hasBegun.opened()
        for number in 1...3 {
            let response = try await loader.data(for: DataRequest(url: peaceful.url("/\(number)")))
            #expect(response.body == Array("/\(number)".utf8))
        }
        let error = await #expect(throws: DataLoadError.self) { try await attacked.value }
        #expect(error?.reason != .tookTooLong(limit: Self.timeLimit))
        await loader.shutdown()
        try await log.until { $0.openConnectionCount == 0 }
    }

    @Test func keepsToAStreamLimitThatChanges() async throws {
        let (log, server) = try await Frames.server([
            .send(Frames.settings([(3, 1)])), Frames.receiveRequests(1),
            .send(Frames.settings([(3, 2)]) + Frames.answer(1, "x")), Frames.receiveRequests(3),
            .send(Frames.answer(3, "x") + Frames.answer(5, "x")),
        ])
        let loader = loader { $0.connectionsPerHost = 1 }
        try await withThrowingTaskGroup { group in
            for number in 1...3 {
                group.addTask {
                    let response = try await loader.data(for: DataRequest(url: server.url("/\(number)")))
                    #expect(response.body == [UInt8(ascii: "x")])
                }
            }
            try await group.waitForAll()
        }
        #expect(log.log.connectionCount == 1)
        await loader.shutdown()
    }
}
