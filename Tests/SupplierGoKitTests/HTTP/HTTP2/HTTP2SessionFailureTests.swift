import Testing

@testable import SupplierGoKit

/// What a session makes of answers, and of connections, that are wrong.
struct HTTP2SessionFailureTests {
    private typealias Frames = HTTP2Frames
    private typealias Conversation = HTTP2Conversation

    private static func answer(_ frames: [UInt8]..., as steps: String) -> ([UInt8], String) {
        (Array(frames.joined()), steps)
    }

    private static let malformedAnswers: [([UInt8], String)] = [
        answer(Frames.head(1, flags: [.endsBlock, .endsStream]), as: "1: 200 |1 ends"),
        answer(Frames.head(1, status: "20"), as: "1 is malformed: it has no status"),
        answer(Frames.head(1, status: "2x0"), as: "1 is malformed: it has no status"),
        answer(Frames.head(1, status: "099"), as: "1 is malformed: it has no status"),
        answer(Frames.frame(.headers, flags: .endsBlock, stream: 1), as: "1 is malformed: it has no status"),
        answer(
            Frames.frame(.headers, flags: .endsBlock, stream: 1, Frames.block([("a", "b"), (":status", "200")])),
            as: "1 is malformed: it has no status"),
        answer(Frames.head(1, [(":status", "200")]), as: "1 is malformed: it has a field that may not be there"),
        answer(Frames.head(1, [("", "x")]), as: "1 is malformed: it has a field that may not be there"),
        answer(
            Frames.head(1, [("transfer-encoding", "chunked")]),
            as: "1 is malformed: it has a field that may not be there"),
        answer(Frames.head(1, [("upgrade", "x")]), as: "1 is malformed: it has a field that may not be there"),
        answer(Frames.head(1, [("keep-alive", "x")]), as: "1 is malformed: it has a field that may not be there"),
        answer(Frames.head(1, [("proxy-connection", "x")]), as: "1 is malformed: it has a field that may not be there"),
        answer(Frames.head(1, [("connection", "close")]), as: "1 is malformed: it has a field that may not be there"),
        answer(Frames.head(1, [("a", "b\r\nc: d")]), as: "1 is malformed: it has a field with a line end in it"),
        answer(Frames.head(1, [("a", "b\u{0}")]), as: "1 is malformed: it has a field with a line end in it"),
        answer(
            Frames.head(1, status: "100", flags: [.endsBlock, .endsStream]),
            as: "1 is malformed: it ends before it begins"),
        answer(Frames.head(1), Frames.head(1), as: "1: 200 |1 is malformed: it has two heads"),
        answer(Frames.body(1, "x"), as: "1 is malformed: its body comes before its head"),
    ]

    @Test(arguments: malformedAnswers)
    func endsMalformedAnswers(bytes: [UInt8], steps: String) {
        var conversation = Conversation(requests: 2)
        conversation.take(Frames.settings() + bytes)
        #expect(conversation.steps.joined(separator: "|") == steps)
        // The others go on.
        conversation.steps = []
        conversation.take(Frames.head(3, [("é", "ü")]))
        #expect(conversation.steps == ["3: 200 é: ü"])
    }

    private static let misplaced = "failed: the server sent a frame that may not come there"
    private static let wrongLength = "failed: the server sent a frame of a wrong length"
    private static let padding = "failed: the server sent a frame with too much padding"
    private static let settings = "failed: the server's settings are wrong"

    private static func broken(_ frames: [UInt8]..., as step: String, code: UInt8) -> ([UInt8], String, UInt8) {
        (Array(frames.joined()), step, code)
    }

    private static let brokenConnections: [([UInt8], String, UInt8)] = [
        broken(Frames.frame(.data, stream: 3, [1]), as: misplaced, code: 1),
        broken(Frames.frame(.data, [1]), as: misplaced, code: 1),
        broken(Frames.head(2), as: misplaced, code: 1),
        broken(Frames.head(3), as: misplaced, code: 1),
        broken(Frames.reset(3, 0), as: misplaced, code: 1),
        broken(Frames.frame(.settings, stream: 1), as: misplaced, code: 1),
        broken(Frames.frame(.ping, stream: 1), as: misplaced, code: 1),
        broken(Frames.frame(.goAway, stream: 1), as: misplaced, code: 1),
        broken(Frames.frame(.pushPromise, stream: 1), as: misplaced, code: 1),
        broken(Frames.frame(.windowUpdate, stream: 3, [0, 0, 0, 1]), as: misplaced, code: 1),
        broken(Frames.frame(.continuation, stream: 1), as: misplaced, code: 1),
        broken(Frames.head(1, flags: []), Frames.frame(.data, stream: 1), as: misplaced, code: 1),
        broken(Frames.head(1, flags: []), Frames.frame(99), as: misplaced, code: 1),
        broken(Frames.frame(.reset, stream: 1, [0]), as: wrongLength, code: 6),
        broken(Frames.frame(.settings, [0]), as: wrongLength, code: 6),
        broken(Frames.frame(.settings, flags: .acknowledges, [0, 1, 0, 0, 0, 0]), as: wrongLength, code: 6),
        broken(Frames.frame(.ping, [0]), as: wrongLength, code: 6),
        broken(Frames.frame(.goAway, [0]), as: wrongLength, code: 6),
        broken(Frames.frame(.windowUpdate, [0]), as: wrongLength, code: 6),
        broken(Frames.frame(.data, flags: .isPadded, stream: 1, [1]), as: padding, code: 1),
        broken(Frames.frame(.data, flags: .isPadded, stream: 1), [0], as: padding, code: 1),
        broken(Frames.frame(.headers, flags: .isPadded, stream: 1), as: padding, code: 1),
        broken(Frames.frame(.headers, flags: [.isPadded, .endsBlock], stream: 1, [2, 0x88]), as: padding, code: 1),
        broken(Frames.frame(.headers, flags: [.hasPriority, .endsBlock], stream: 1, [2, 0x88]), as: padding, code: 1),
        broken(Frames.settings([(2, 1)]), as: settings, code: 1),
        broken(Frames.settings([(4, 1 << 31)]), as: settings, code: 3),
        broken(Frames.settings([(5, 16_383)]), as: settings, code: 1),
        broken(Frames.settings([(5, 1 << 24)]), as: settings, code: 1),
        broken([0, 0x40, 1, 0, 0, 0, 0, 0, 1], as: "failed: the server sent a frame that is too long", code: 6),
        broken(
            Frames.frame(.headers, flags: .endsBlock, stream: 1, [0xff]),
            as: "failed: the server sent a head that cannot be read: it ends within a field", code: 9),
        broken(
            Frames.head(1, flags: []), Frames.frame(.continuation, stream: 1),
            as: "failed: the server sent a head that does not end", code: 11),
        broken(
            Frames.head(1, flags: []), Frames.frame(.continuation, stream: 1, [UInt8](repeating: 0, count: 1001)),
            as: "failed: the server sent a head that does not end", code: 11),
    ]

    @Test(arguments: brokenConnections)
    func failsWhereTheConnectionIsBroken(bytes: [UInt8], step: String, code: UInt8) {
        var conversation = Conversation()
        conversation.take(Frames.settings())
        _ = conversation.session.takeOutput()
        conversation.take(bytes)
        #expect(conversation.steps.last == step)
        #expect(!conversation.session.canOpen)
        // Why is said to the server as well, and nothing is read behind.
        #expect(
            Array(conversation.session.takeOutput().suffix(17)) == Frames.frame(.goAway, [0, 0, 0, 0, 0, 0, 0, code]))
        conversation.take(Frames.settings())
        #expect(conversation.steps.last == step)
        #expect(conversation.session.takeOutput().isEmpty)
    }

    @Test(arguments: [Frames.frame(.ping, [0, 0, 0, 0, 0, 0, 0, 0]), Array("HTTP/1.1 400 Bad Request\r\n".utf8)])
    func wantsSettingsFirst(bytes: [UInt8]) {
        var conversation = Conversation()
        conversation.take(bytes)
        #expect(conversation.steps.first?.hasPrefix("failed: the server sent a frame") == true)
    }
}
