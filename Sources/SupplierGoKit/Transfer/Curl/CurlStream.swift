internal import CCurl

/// One request and its answer in HTTP/2, over a connection of the engine's own that carries others at the same time.
final class CurlStream: TransferCarrier {
    let connection: CurlConnection
    unowned let transfer: CurlTransfer
    let request: PlainRequest

    /// Its number on the connection; `nil` before the request was sent.
    var number: UInt32?

    let hasReusedConnection: Bool

    /// Whether the connection was open before, and may have ended unseen.
    let hasFoundOpen: Bool

    /// When the request was sent, or began to wait for that.
    var startedAt: Moment
    private(set) var protocolName: String?
    private(set) var declaredLength: Int?
    private(set) var receivedByteCount = 0

    /// What is known of a failure that libcurl has no part in.
    private var failureText: String?

    init(
        of transfer: CurlTransfer, _ request: PlainRequest, over connection: CurlConnection, hasReusedConnection: Bool
    ) {
        self.transfer = transfer
        self.request = request
        self.connection = connection
        self.hasReusedConnection = hasReusedConnection
        hasFoundOpen = connection.isOpen
        startedAt = transfer.lastActivity
    }

    var remoteAddress: String? { connection.remoteAddress }
    var proxyStatus: HTTPStatus? { nil }
    var decodes: Bool { false }

    func text(for code: CURLcode) -> String { failureText ?? connection.text(for: code) }

    /// Takes a head.
    func takeHead(status: Int, _ head: borrowing HPACKHead) -> AnswerProgress {
        protocolName = CurlHandle.multiplexingProtocol
        if head.isTooLarge { return transfer.refuse(.headTooLarge(limit: CurlTransfer.headByteLimit)) }
        guard transfer.receiveHeaderLine(Self.statusLine(status).span) == .begun else {
            return .failed(CURLE_WRITE_ERROR)
        }
        let text = head.text.span
        for field in head.fields.dropFirst() {
            switch transfer.receiveHeaderLine(text.extracting(field.name.lowerBound..<field.value.upperBound)) {
            case .taken: break
            case .begun, .passedOver: return .notPlain
            case .refused: return .failed(CURLE_WRITE_ERROR)
            }
        }
        if status >= 200, !noteLength() { return .notPlain }
        guard transfer.receiveHeaderLine(Self.emptyLine.span) == .taken else { return .failed(CURLE_WRITE_ERROR) }
        return transfer.isLeftForItsCoding ? .notPlain : .waiting
    }

    /// The line that the head of an answer in HTTP/1.1 begins with.
    private static func statusLine(_ status: Int) -> [UInt8] { Array("HTTP/2 \(status)".utf8) }

    private static let emptyLine: [UInt8] = [0x0d, 0x0a]

    /// Notes how long the body is to be.
    ///
    /// - Returns: whether that is a number, where it is said.
    private func noteLength() -> Bool {
        guard let framing = BodyFraming(status: transfer.status, fields: transfer.fields) else { return false }
        if case .length(let length) = framing { declaredLength = length }
        return true
    }

    /// Takes some of the body.
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> AnswerProgress {
        receivedByteCount += bytes.count
        if let declaredLength, receivedByteCount > declaredLength {
            return transfer.refuse(.malformedAnswer(reason: "its body is longer than it says"))
        }
        guard case .taken = unsafe transfer.receiveBodyBytes(bytes) else { return .failed(CURLE_WRITE_ERROR) }
        return .waiting
    }

    /// What the end of the stream means.
    func end() -> AnswerProgress {
        number = nil
        if let declaredLength, receivedByteCount < declaredLength { return .failed(CURLE_PARTIAL_FILE) }
        return .complete
    }

    /// What it means that the server ended the stream.
    func end(withCode code: UInt32) -> AnswerProgress {
        number = nil
        switch HTTP2ErrorCode(rawValue: code) {
        // Nothing was done about the request (RFC 9113, section 8.7).
        case .refusedStream where mayBeginAgain: return .lost
        case .useHTTP1 where protocolName == nil: return .notPlain
        default: break
        }
        failureText = "the server ended the stream (\(HTTP2ErrorCode.text(for: code)))"
        return .failed(CURLE_HTTP2_STREAM)
    }

    /// What it means that the answer is none.
    func end(asMalformed reason: String) -> AnswerProgress {
        number = nil
        return transfer.refuse(.malformedAnswer(reason: reason))
    }

    /// What the end of the connection means.
    ///
    /// - Parameter isUnseen: whether the server is known not to have looked at the request.
    func endWithConnection(_ code: CURLcode, _ text: String?, isUnseen: Bool = false) -> AnswerProgress {
        number = nil
        failureText = text
        if mayBeginAgain, isUnseen || hasFoundOpen { return .lost }
        return .failed(code)
    }

    /// Whether the request may be sent again as if it never had been: once, and where nothing of an answer came.
    private var mayBeginAgain: Bool { !transfer.wantsNewConnection && protocolName == nil }

    func giveBack(to engine: isolated CurlEngine) {
        engine.giveBack(self)
    }
}
