/// What a ``LoopbackServer`` does with a request, step by step and byte for byte.
///
/// After the last step the connection takes the next request, unless a step ended it.
public struct Answer: Sendable {
    /// One thing to do.
    public enum Step: Sendable {
        /// Sends these bytes, as they are.
        case send([UInt8])

        /// Sends these bytes over and over until the client hangs up.
        case sendEndlessly([UInt8])

        /// Waits until the gate is open; a client that hangs up meanwhile ends the answer.
        case waitFor(Gate)

        /// Opens the gate: tells the test that the answer got here.
        case open(Gate)

        /// Receives until what came behind the request is as wanted; a client that hangs up meanwhile ends the answer.
        case receive(until: @Sendable ([UInt8]) -> Bool)

        /// Says nothing until the client hangs up or the server is stopped.
        case silence

        /// Ends the connection in order.
        case close

        /// Ends the connection with a reset.
        case reset
    }

    /// The steps, in order.
    public let steps: [Step]

    /// Creates an answer from its steps.
    public init(steps: [Step]) {
        self.steps = steps
    }

    /// Sends these bytes, which hold the status line, the header fields and the body, and nothing else.
    public static func raw(_ bytes: [UInt8]) -> Answer {
        Answer(steps: [.send(bytes)])
    }

    /// Sends this text in UTF-8, line ends as they are, and nothing else.
    public static func raw(_ text: String) -> Answer {
        raw(Array(text.utf8))
    }

    /// Does these steps.
    public static func steps(_ steps: Step...) -> Answer {
        Answer(steps: steps)
    }

    /// Never answers.
    public static var silence: Answer { Answer(steps: [.silence]) }

    /// Answers 200 with a body and its length.
    ///
    /// - Parameters:
    ///   - body: the body.
    ///   - contentType: the media type; `nil` for no such field.
    ///   - fields: header fields to send besides.
    public static func ok(
        _ body: [UInt8], contentType: String? = nil, fields: KeyValuePairs<String, String> = [:]
    ) -> Answer {
        status(200, body, contentType: contentType, fields: fields)
    }

    /// Answers 200 with text in UTF-8.
    public static func ok(
        _ body: String, contentType: String? = "text/plain; charset=utf-8",
        fields: KeyValuePairs<String, String> = [:]
    ) -> Answer {
        ok(Array(body.utf8), contentType: contentType, fields: fields)
    }

    /// Answers any status with a body and its length; 1xx, 204 and 304 send neither.
    public static func status(
        _ code: Int, _ body: [UInt8] = [], contentType: String? = nil, fields: KeyValuePairs<String, String> = [:]
    ) -> Answer {
        guard code >= 200, code != 204, code != 304 else {
            return raw(head(code, contentType: contentType, fields: fields))
        }
        let length = ("Content-Length", String(body.count))
        return raw(head(code, contentType: contentType, fields: fields, length) + body)
    }

    /// Answers with a redirect to a `Location`, as given.
    public static func redirect(to location: String, status code: Int = 302) -> Answer {
        status(code, fields: ["Location": location])
    }

    /// Answers 200 in chunked transfer coding (RFC 9112, section 7.1), a chunk for each element.
    public static func chunked(_ chunks: [[UInt8]], contentType: String? = nil) -> Answer {
        let start = head(200, contentType: contentType, fields: [:], ("Transfer-Encoding", "chunked"))
        let sends = chunks.map { Step.send(Array("\(String($0.count, radix: 16))\r\n".utf8) + $0 + [0x0d, 0x0a]) }
        return Answer(steps: [.send(start)] + sends + [.send(Array("0\r\n\r\n".utf8))])
    }

    /// The bytes of a status line and header fields, with the empty line behind them: for answers of several steps.
    public static func head(_ code: Int, fields: KeyValuePairs<String, String> = [:]) -> [UInt8] {
        head(code, contentType: nil, fields: fields)
    }

    private static func head(
        _ code: Int, contentType: String?, fields: KeyValuePairs<String, String>, _ last: (String, String)? = nil
    ) -> [UInt8] {
        var text = "HTTP/1.1 \(code) \(reasons[code] ?? "Status")\r\n"
        if let contentType { text += "Content-Type: \(contentType)\r\n" }
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        if let last { text += "\(last.0): \(last.1)\r\n" }
        return Array((text + "\r\n").utf8)
    }

    private static let reasons = [
        200: "OK", 204: "No Content", 206: "Partial Content", 301: "Moved Permanently", 302: "Found",
        303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
        401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 429: "Too Many Requests",
        500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable",
    ]
}

extension Answer: CustomStringConvertible {
    /// One line, because the log of the tests prints their arguments.
    public var description: String {
        var byteCount = 0
        for case .send(let bytes) in steps { byteCount += bytes.count }
        return "answer of \(steps.count) steps and \(byteCount) bytes"
    }
}
