import TestSupport
import Testing

@testable import SupplierGoKit

struct HTTP2SessionTests {
    private typealias Frames = HTTP2Frames
    private typealias Conversation = HTTP2Conversation

    private static func steps(_ bytes: [UInt8], requests: Int = 1) -> [String] {
        var conversation = Conversation(requests: requests)
        conversation.take(Frames.settings() + bytes)
        return conversation.steps
    }

    @Test func beginsWithPrefaceSettingsAndWindow() {
        var session = HTTP2Session(authority: Array("a.example".utf8), userAgent: "test", headByteLimit: 1000)
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        let settings = Frames.settings([(2, 0), (4, 16 << 20), (6, 1000)])
        let window = Frames.frame(.windowUpdate, Frames.bytes((1 << 30) - 65_535))
        #expect(session.takeOutput() == preface + settings + window)
        #expect(session.takeOutput().isEmpty)
    }

    @Test func sendsRequestsOnOddStreams() throws {
        var session = HTTP2Session(authority: Array("a.example".utf8), userAgent: "test", headByteLimit: 1000)
        _ = session.takeOutput()
        #expect(session.open(Conversation.request) == 1)
        #expect(session.open(Conversation.request) == 3)
        let output = session.takeOutput()
        let first = HTTP2Frame(at: 0, in: output.span)
        #expect(first == HTTP2Frame(.headers, flags: [.endsStream, .endsBlock], stream: 1, byteCount: first.byteCount))
        var decoder = HPACKDecoder()
        var head = HPACKHead(byteLimit: 1000)
        try decoder.decode(output.span.extracting(9..<9 + first.byteCount), into: &head)
        #expect(
            String(decoding: head.text, as: UTF8.self) == """
                :method: GET\r\n:scheme: https\r\n:path: /x.png\r\n:authority: a.example\r\nuser-agent: test\r\n\
                accept: */*\r\naccept-encoding: identity\r\n
                """)
        let second = HTTP2Frame(at: 9 + first.byteCount, in: output.span)
        #expect(second.stream == 3)
        #expect(second.byteCount < first.byteCount)
    }

    @Test func splitsHeadsThatAreLongerThanAFrame() throws {
        let value = String(repeating: "x", count: 20_000)
        let field = try #require(HTTPFields.Field(name: "X-Long", value: value))
        let request = try #require(PlainRequest(url: "https://a.example/x.png?y", fields: [field]))
        var session = HTTP2Session(authority: Array("a.example".utf8), userAgent: "test", headByteLimit: 1000)
        _ = session.takeOutput()
        _ = session.open(request)
        let output = session.takeOutput()
        let first = HTTP2Frame(at: 0, in: output.span)
        #expect(first == HTTP2Frame(.headers, flags: .endsStream, stream: 1, byteCount: 16_384))
        let second = HTTP2Frame(at: 9 + 16_384, in: output.span)
        #expect(second == HTTP2Frame(.continuation, flags: .endsBlock, stream: 1, byteCount: output.count - 16_402))
        let block = Array(output[9..<9 + 16_384] + output[(18 + 16_384)...])
        var decoder = HPACKDecoder()
        var head = HPACKHead(byteLimit: 100_000)
        try decoder.decode(block.span, into: &head)
        #expect(String(decoding: head.text, as: UTF8.self).hasSuffix("\r\nx-long: \(value)\r\n"))
    }

    private static let answers: [UInt8] = {
        var bytes: [UInt8] = []
        bytes += Frames.settings([(3, 7), (5, 20_000)])
        bytes += Frames.head(1, status: "103", [("link", "x")])
        bytes += Frames.head(3, [("a", "b"), ("content-length", "5")])
        bytes += Frames.body(3, "he")
        bytes += Frames.frame(.data, flags: .isPadded, stream: 1, [3, 0, 0, 0])
        bytes += Frames.frame(99, stream: 77, [1, 2, 3])
        bytes += Frames.frame(.priority, stream: 5, [0, 0, 0, 0, 1])
        let padded: [UInt8] = [2, 0, 0, 0, 0, 16] + Frames.block([(":status", "404")]) + [0, 0]
        bytes += Frames.frame(.headers, flags: [.isPadded, .hasPriority], stream: 5, padded)
        bytes += Frames.frame(.continuation, stream: 5, Frames.block([("c", "d")]))
        bytes += Frames.frame(.continuation, flags: .endsBlock, stream: 5, Frames.block([("e", "f")]))
        bytes += Frames.body(3, "llo", isLast: true)
        bytes += Frames.frame(.data, flags: [.isPadded, .endsStream], stream: 5, Array("\u{2}no\0\0".utf8))
        bytes += Frames.frame(.windowUpdate, Frames.bytes(5))
        bytes += Frames.head(7, flags: [.endsBlock, .endsStream])
        bytes += Frames.head(9)
        bytes += Frames.body(9, "x")
        bytes += Frames.head(9, status: "x", [("trailer", "y")], flags: [.endsBlock, .endsStream])
        return bytes
    }()

    private static let answerSteps = [
        "1: 103 link: x", "3: 200 a: b|content-length: 5", "3: 'he'", "1 is malformed: its body comes before its head",
        "5: 404 c: d|e: f", "3: 'llo'", "3 ends", "5: 'no'", "5 ends", "7: 200 ", "7 ends", "9: 200 ", "9: 'x'",
        "9 ends",
    ]

    @Test func readsAnswers() {
        var conversation = Conversation(requests: 5)
        conversation.take(Self.answers)
        #expect(conversation.steps == Self.answerSteps)
        #expect(conversation.session.streams.isEmpty)
        #expect(conversation.session.streamLimit == 7)
    }

    @Test func readsAnswersThatComeInPieces() {
        for cut in 1..<Self.answers.count {
            var conversation = Conversation(requests: 5)
            conversation.take(Array(Self.answers[..<cut]))
            conversation.take(Array(Self.answers[cut...]))
            #expect(conversation.steps == Self.answerSteps, "cut at \(cut)")
        }
        var conversation = Conversation(requests: 5)
        for byte in Self.answers { conversation.take([byte]) }
        #expect(conversation.steps == Self.answerSteps)
    }

    @Test func answersSettingsAndPings() {
        var conversation = Conversation()
        conversation.take(Frames.settings() + Frames.frame(.ping, [1, 2, 3, 4, 5, 6, 7, 8]))
        conversation.take(
            Frames.frame(.ping, flags: .acknowledges, [1, 2, 3, 4, 5, 6, 7, 8])
                + Frames.frame(.settings, flags: .acknowledges))
        let settings = Frames.frame(.settings, flags: .acknowledges)
        let ping = Frames.frame(.ping, flags: .acknowledges, [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(conversation.session.takeOutput() == settings + ping)
    }

    @Test func doesNotAnswerForEver() {
        var conversation = Conversation()
        conversation.take(Frames.settings())
        let ping = Frames.frame(.ping, [1, 2, 3, 4, 5, 6, 7, 8])
        for _ in 0..<999 { conversation.take(ping) }
        #expect(conversation.steps == [])
        conversation.take(ping)
        #expect(conversation.steps == ["failed: the server asks, and does not read the answers"])
        // Where the answers are fetched it may go on.
        conversation = Conversation()
        conversation.take(Frames.settings())
        for _ in 0..<2000 {
            conversation.take(ping)
            _ = conversation.session.takeOutput()
        }
        #expect(conversation.steps == [])
    }

    @Test func givesWindowsBack() {
        var conversation = Conversation()
        conversation.take(Frames.settings() + Frames.head(1))
        _ = conversation.session.takeOutput()
        let part = Frames.frame(.data, stream: 1, [UInt8](repeating: 0x78, count: 16_384))
        var index = 0
        for _ in 0..<512 {
            index = 0
            while case .body = conversation.session.next(in: part.span, from: &index) {}
        }
        #expect(conversation.session.takeOutput().isEmpty)
        index = 0
        while case .body = conversation.session.next(in: part.span, from: &index) {}
        let grown = Frames.frame(.windowUpdate, stream: 1, Frames.bytes(513 * 16_384))
        #expect(conversation.session.takeOutput() == grown)
        #expect(conversation.session.streams[1]?.window == 16 << 20)
    }

    @Test func countsWhatComesForStreamsThatAreOver() {
        var conversation = Conversation(requests: 2)
        conversation.take(Frames.settings() + Frames.head(1))
        conversation.session.cancel(1)
        conversation.session.cancel(1)
        let settings = Frames.frame(.settings, flags: .acknowledges)
        #expect(conversation.session.takeOutput() == settings + Frames.reset(1, 8))
        conversation.steps = []
        conversation.take(
            Frames.body(1, "abc") + Frames.reset(1, 0) + Frames.head(1, flags: [.endsBlock, .endsStream]))
        #expect(conversation.steps == [])
        #expect(conversation.session.window == (1 << 30) - 3)
    }

    @Test func opensNoMoreStreamsThanTheServerTakes() {
        var conversation = Conversation(requests: 2)
        #expect(conversation.session.canOpen)
        conversation.take(Frames.settings([(3, 2)]))
        #expect(!conversation.session.canOpen)
        conversation.take(Frames.head(1, flags: [.endsBlock, .endsStream]))
        #expect(conversation.session.canOpen)
        conversation.take(Frames.goAway(last: 3))
        #expect(!conversation.session.canOpen)
        #expect(Conversation(requests: 99).session.canOpen)
        #expect(!Conversation(requests: 100).session.canOpen)
    }

    @Test func leavesWhatTheServerHasNotLookedAt() {
        let steps = Self.steps(
            Frames.goAway(last: 1) + Frames.head(3) + Frames.head(1) + Frames.body(1, "x", isLast: true), requests: 2)
        #expect(steps == ["no more than 1", "1: 200 ", "1: 'x'", "1 ends"])
    }

    @Test func saysThatAStreamWasReset() {
        #expect(Self.steps(Frames.reset(1, 7)) == ["1 is reset: REFUSED_STREAM"])
        #expect(Self.steps(Frames.reset(1, 0x77)) == ["1 is reset: error 119"])
    }

    @Test func boundsWhatTheServerSends() {
        var conversation = Conversation()
        conversation.take(Frames.settings() + Frames.head(1))
        conversation.session.streams[1]?.window = 2
        conversation.take(Frames.body(1, "ab") + Frames.body(1, "abc"))
        #expect(conversation.steps.last == "1: 'ababc'")
        conversation.session.streams[1]?.window = 2
        conversation.take(Frames.body(1, "abc"))
        #expect(conversation.steps.last == "failed: the server sent more than it may")

        conversation = Conversation()
        conversation.take(Frames.settings() + Frames.head(1))
        conversation.session.window = 2
        conversation.take(Frames.body(1, "abc"))
        #expect(conversation.steps.last == "failed: the server sent more than it may")
    }

    @Test func saysWhereAHeadIsTooLarge() {
        var conversation = Conversation(requests: 2)
        conversation.take(Frames.settings())
        let long = [("a", String(repeating: "x", count: 120))]
        let fields = (0..<8).flatMap { _ in long }
        conversation.take(Frames.head(1, Array(fields)))
        #expect(conversation.session.head.isTooLarge)
        conversation.take(Frames.head(3, Array(fields.prefix(2))))
        #expect(!conversation.session.head.isTooLarge)
        #expect(conversation.steps.count == 2)
    }

    /// Whatever comes, every step gets on, and nothing traps.
    @Test func survivesArbitraryBytes() {
        var random = SeededRandom(seed: 7)
        for _ in 0..<20_000 {
            var bytes = Self.answers
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: .min ... .max, using: &random)
            }
            var conversation = Conversation(requests: 5)
            conversation.take(bytes)
            #expect(conversation.steps.count <= bytes.count)
        }
    }
}
