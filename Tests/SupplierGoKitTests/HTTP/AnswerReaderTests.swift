import TestSupport
import Testing

@testable import SupplierGoKit

struct AnswerReaderTests {
    /// What a reader makes of an answer that comes in pieces.
    private struct Reading: Equatable {
        var lines: [String] = []
        var body = ""
        var end: AnswerReader.Step?
        var unreadCount = 0

        /// - Parameter framing: what is told at the first empty line.
        init(_ pieces: [[UInt8]], framing: BodyFraming) {
            var reader = AnswerReader()
            var unread: [UInt8] = []
            var isInHead = true
            for piece in pieces where end == nil {
                unread += piece
                var index = 0
                reading: while true {
                    let step = reader.next(in: unread.span, from: &index)
                    switch step {
                    case .line(let range):
                        lines.append(String(decoding: unread[range], as: UTF8.self))
                        if isInHead, AnswerReader.isEmpty(unread.span.extracting(range)) {
                            isInHead = false
                            reader.begin(framing)
                        }
                    case .body(let range): body += String(decoding: unread[range], as: UTF8.self)
                    case .more: break reading
                    case .end, .malformed:
                        end = step
                        break reading
                    }
                }
                unread.removeFirst(index)
            }
            unreadCount = unread.count
        }
    }

    private static func pieces(of text: String, cutAt index: Int) -> [[UInt8]] {
        let bytes = Array(text.utf8)
        return [Array(bytes[..<index]), Array(bytes[index...])]
    }

    private static let head = "HTTP/1.1 200 OK\r\nA: b\r\n\r\n"
    private static let headLines = ["HTTP/1.1 200 OK\r\n", "A: b\r\n", "\r\n"]

    @Test(arguments: [
        ("hello", BodyFraming.length(5), "hello", [String]()),
        ("", .length(0), "", []),
        ("", .none, "", []),
        ("2\r\nhe\r\n3;x=\"y\"\r\nllo\r\n0\r\n\r\n", .chunked, "hello", ["\r\n"]),
        ("0005 \r\nhello\r\n00\r\nT: u\r\n\r\n", .chunked, "hello", ["T: u\r\n", "\r\n"]),
        ("a\nhellohello\n0\n\n", .chunked, "hellohello", ["\n"]),
        ("A\r\nhellohello\r\n0\r\n\r\n", .chunked, "hellohello", ["\r\n"]),
    ])
    func findsTheBodyWhereverTheBytesAreCut(
        rest: String, framing: BodyFraming, body: String, trailers: [String]
    ) {
        let text = Self.head + rest
        for cut in 0...text.utf8.count {
            let reading = Reading(Self.pieces(of: text, cutAt: cut), framing: framing)
            #expect(reading.lines == Self.headLines + trailers)
            #expect(reading.body == body)
            #expect(reading.end == .end)
            #expect(reading.unreadCount == 0)
        }
        let bytewise = Reading(text.utf8.map { [$0] }, framing: framing)
        #expect(bytewise == Reading([Array(text.utf8)], framing: framing))
    }

    @Test func leavesWhatFollowsUnread() {
        let reading = Reading([Array((Self.head + "hello, world").utf8)], framing: .length(5))
        #expect(reading.body == "hello")
        #expect(reading.unreadCount == 7)
    }

    @Test func readsOnUntilTheConnectionEnds() {
        var reader = AnswerReader()
        reader.begin(.untilClose)
        #expect(reader.endsWithConnection)
        #expect(steps(of: [1, 2], by: &reader) == [.body(0..<2), .more])
        #expect(steps(of: [], by: &reader) == [.more])
        #expect(reader.endsWithConnection)
    }

    /// The steps of a reader up to the one that ends them.
    private func steps(of bytes: [UInt8], by reader: inout AnswerReader) -> [AnswerReader.Step] {
        var (steps, index) = ([AnswerReader.Step](), 0)
        while true {
            let step = reader.next(in: bytes.span, from: &index)
            steps.append(step)
            switch step {
            case .line, .body: continue
            default: return steps
            }
        }
    }

    @Test(arguments: [BodyFraming.none, .length(3), .chunked])
    func otherBodiesEndByThemselves(framing: BodyFraming) {
        var reader = AnswerReader()
        #expect(!reader.endsWithConnection)
        reader.begin(framing)
        #expect(!reader.endsWithConnection)
    }

    @Test(arguments: [
        "zz\r\n", "\r\n", "-1\r\n", "5x\r\n", " 5\r\n", "1000000000000000\r\n", "3\r\nabcdef\r\n", "3\r\nabcx\r\n",
        "5;" + String(repeating: "x", count: 2000) + "\r\n", String(repeating: "1", count: 2000),
    ])
    func refusesChunksThatAreNone(rest: String) throws {
        let text = Self.head + rest
        for cut in [0, text.utf8.count - 1, text.utf8.count] {
            let reading = Reading(Self.pieces(of: text, cutAt: cut), framing: .chunked)
            guard case .malformed = reading.end else {
                Issue.record("\(rest.prefix(20)) was taken")
                return
            }
        }
    }

    @Test func readsInterimAnswersAsLines() {
        var reader = AnswerReader()
        let bytes = Array("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n".utf8)
        #expect(steps(of: bytes, by: &reader) == [.line(0..<26), .line(26..<28), .line(28..<45), .more])
    }

    /// Whatever comes, every step but the last moves on, and nothing is read twice.
    @Test func readsAnyBytesToAnEnd() {
        var random = SeededRandom(seed: 11)
        let alphabet = Array("0123456789abcdefA;: \r\n\r\n\r\nHTTP/1.1".utf8)
        for round in 0..<3000 {
            let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? 0
            }
            let framing: BodyFraming = [.chunked, .length(round % 50), .untilClose, .none][round % 4]
            let whole = Reading([bytes], framing: framing)
            let bytewise = Reading(bytes.map { [$0] }, framing: framing)
            #expect(whole.body == bytewise.body)
            #expect(whole.lines == bytewise.lines)
            #expect(whole.end == bytewise.end)
        }
    }
}
