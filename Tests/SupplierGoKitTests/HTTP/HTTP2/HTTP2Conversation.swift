@testable import SupplierGoKit

/// A session with open requests, and what it made of what came.
struct HTTP2Conversation {
    var session = HTTP2Session(authority: Array("a.example".utf8), userAgent: "test", headByteLimit: 1000)
    var steps: [String] = []
    private var unread: [UInt8] = []

    /// - Parameter count: how many requests are sent at once.
    init(requests count: Int = 1) {
        for _ in 0..<count { _ = session.open(Self.request) }
        _ = session.takeOutput()
    }

    static var request: PlainRequest {
        guard let request = PlainRequest(url: "https://a.example/x.png", fields: []) else {
            preconditionFailure("the URL is plain")
        }
        return request
    }

    /// Reads bytes that come behind those before.
    mutating func take(_ bytes: [UInt8]) {
        let bytes = unread + bytes
        var index = 0
        while true {
            let step = session.next(in: bytes.span, from: &index)
            switch step {
            case .more:
                unread = Array(bytes[index...])
                return
            case .failed(let reason):
                steps.append("failed: \(reason)")
                return
            case .head(let stream):
                let text = String(decoding: session.head.text, as: UTF8.self)
                let lines = text.split(separator: "\r\n").dropFirst().joined(separator: "|")
                steps.append("\(stream): \(session.status) \(lines)")
            case .body(let stream, let range):
                // Byte by byte, since what comes in pieces may be cut within a character.
                add("\(stream): ", String(String.UnicodeScalarView(bytes[range].map { Unicode.Scalar($0) })))
            case .end(let stream): steps.append("\(stream) ends")
            case .reset(let stream, let code): steps.append("\(stream) is reset: \(HTTP2ErrorCode.text(for: code))")
            case .malformed(let stream, let reason): steps.append("\(stream) is malformed: \(reason)")
            case .goAway(let last): steps.append("no more than \(last)")
            }
        }
    }

    /// Adds to a body, which may come in pieces of any size.
    private mutating func add(_ beginning: String, _ text: String) {
        if let last = steps.last, last.hasPrefix(beginning + "'") {
            steps[steps.count - 1] = last.dropLast() + text + "'"
        } else {
            steps.append(beginning + "'" + text + "'")
        }
    }
}
