internal import CCurl

/// One request and its answer over a connection of the engine's own (``CurlConnection``), in HTTP/1.1.
///
/// A transfer whose body comes as it is needs nothing of libcurl but the connection.
final class CurlExchange: TransferCarrier {
    let connection: CurlConnection
    unowned let transfer: CurlTransfer
    let hasReusedConnection: Bool
    private(set) var protocolName: String?
    private(set) var declaredLength: Int?
    private(set) var receivedByteCount = 0
    private var reader = AnswerReader()
    private var framing = BodyFraming.none
    private var hasBegun = false

    /// Whether the next line is a field's, or the end of them.
    private var isInFields = false
    private var failureText: String?

    /// Whether the answer is whole, and the connection may be asked again.
    private var mayBeFollowed = false

    init(of transfer: CurlTransfer, over connection: CurlConnection, hasReusedConnection: Bool) {
        self.transfer = transfer
        self.connection = connection
        self.hasReusedConnection = hasReusedConnection
    }

    var remoteAddress: String? { connection.remoteAddress }
    var proxyStatus: HTTPStatus? { nil }
    var decodes: Bool { false }

    func text(for code: CURLcode) -> String { failureText ?? connection.text(for: code) }

    /// Reads what came, from an index on that is moved behind what was read.
    func take(_ bytes: UnsafeRawBufferPointer, from index: inout Int) -> AnswerProgress {
        hasBegun = true
        // Kept once for all lines, not for each.
        let transfer = transfer
        let span = unsafe bytes.bindMemory(to: UInt8.self).span
        while true {
            switch reader.next(in: span, from: &index) {
            case .more:
                guard span.count - index <= CurlTransfer.headByteLimit else {
                    return transfer.refuse(.headTooLarge(limit: CurlTransfer.headByteLimit))
                }
                return .waiting
            case .line(let range):
                if let end = takeLine(span.extracting(range), of: transfer) { return end }
            case .body(let range):
                receivedByteCount += range.count
                let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
                guard case .taken = unsafe transfer.receiveBodyBytes(part) else { return .failed(CURLE_WRITE_ERROR) }
            case .end:
                // What the server sends unasked is nobody's answer.
                mayBeFollowed =
                    index == span.count && connection.hasSentAll
                    && framing.keepsConnection(transfer.fields, isPersistent: isPersistent)
                return .complete
            case .malformed(let reason):
                return transfer.refuse(.malformedAnswer(reason: reason))
            }
        }
    }

    private var isPersistent: Bool { protocolName == "HTTP/1.1" }

    private func takeLine(_ line: Span<UInt8>, of transfer: CurlTransfer) -> AnswerProgress? {
        guard !transfer.isHeadComplete else {
            return transfer.receiveHeaderLine(line) == .refused ? .failed(CURLE_WRITE_ERROR) : nil
        }
        let isEmpty = AnswerReader.isEmpty(line)
        if !isInFields {
            guard let name = Self.protocolName(in: line) else { return .notPlain }
            protocolName = name
        } else if isEmpty, transfer.status >= 200, !beginBody(of: transfer) {
            return .notPlain
        }
        switch transfer.receiveHeaderLine(line) {
        case .begun where isInFields, .passedOver: return .notPlain
        case .begun, .taken: break
        case .refused: return .failed(CURLE_WRITE_ERROR)
        }
        isInFields = !isEmpty
        return transfer.isLeftForItsCoding ? .notPlain : nil
    }

    /// Finds out where the body ends.
    private func beginBody(of transfer: CurlTransfer) -> Bool {
        guard let framing = BodyFraming(status: transfer.status, fields: transfer.fields) else { return false }
        self.framing = framing
        if case .length(let length) = framing { declaredLength = length }
        reader.begin(framing)
        return true
    }

    /// The protocol in a status line of HTTP/1.0 or 1.1 with a status of three digits (RFC 9112, section 4).
    private static func protocolName(in line: Span<UInt8>) -> String? {
        guard line.count > 13, line[8] == UInt8(ascii: " "), line[9] &- UInt8(ascii: "1") < 5 else { return nil }
        guard line[10] &- UInt8(ascii: "0") < 10, line[11] &- UInt8(ascii: "0") < 10 else { return nil }
        guard line[12] == UInt8(ascii: " ") || AnswerReader.isEmpty(line.extracting(12...)) else { return nil }
        if line.extracting(..<8).isEqual(to: "HTTP/1.1".utf8.span) { return "HTTP/1.1" }
        return line.extracting(..<8).isEqual(to: "HTTP/1.0".utf8.span) ? "HTTP/1.0" : nil
    }

    /// What the end of the connection means.
    func end() -> AnswerProgress {
        if reader.endsWithConnection { return .complete }
        if !hasBegun { return fail(with: CURLE_GOT_NOTHING) }
        if !transfer.isHeadComplete { failureText = "the connection ended inside the header section" }
        return fail(with: transfer.isHeadComplete ? CURLE_PARTIAL_FILE : CURLE_RECV_ERROR)
    }

    /// What a failure of the connection means.
    func fail(with code: CURLcode) -> AnswerProgress {
        hasBegun || !hasReusedConnection ? .failed(code) : .lost
    }

    func giveBack(to engine: isolated CurlEngine) {
        if mayBeFollowed { engine.keep(connection) } else { connection.close() }
    }
}
