internal import CCurl
import FoundationEssentials

extension CurlTransfer {
    /// One try: the sent part of the request, and the received part of the response.
    struct Attempt {
        /// Bytes of the request's body that were sent.
        var sentByteCount = 0

        /// It has a connection, over which the request is being sent.
        var hasSentRequest = false

        /// The sender is held back.
        var isPaused = false

        var status = 0
        var fields = HTTPFields()
        var isHeadComplete = false

        /// Bytes and lines of the header section, of interim answers and trailers too.
        var headByteCount = 0, headLineCount = 0

        var interimCount = 0

        /// The policy's action, known with the head; ``RetryPolicy/Action/accept`` for a response to deliver.
        var plan = RetryPolicy.Action.accept

        /// The reason to end it here.
        var refusal: DataLoadError.Reason?

        var hasRefusedAddress = false

        /// The connection has as many streams as its server admits.
        var exceedsStreams = false

        /// The idle connection was refused: it has ended, or has bytes that no request asked for.
        var isConnectionUnusable = false

        /// Bytes of a body that is not delivered.
        var discardedByteCount = 0

        /// The body has a content coding, and may be longer than its decoded form.
        var isCoded = false
    }

    /// The response is a redirect to follow. Those of a signed request are for its caller to judge.
    var isRedirected: Bool {
        RedirectPolicy.isRedirect(attempt.status) && attempt.fields.contains("Location") && request.signature == nil
    }

    /// The response's body is for the caller.
    var isDelivered: Bool { attempt.plan == .accept && !isRedirected }

    /// The reason for an answer that is none of HTTP.
    static let noStatusLine = "it does not begin with a valid status line"

    enum WriteResult {
        case taken, paused, refused
    }

    /// Bytes of a stream that wait for the reader before the sender is held back.
    static let streamBufferLimit = 256 << 10

    /// Bytes of a body without a reader that are read for the sake of the connection.
    private static let discardedBodyLimit = 64 << 10

    /// The most bytes and lines of a header section, interim answers and trailers included, the most fields of one, and
    /// the most interim answers: over HTTP/2 each can be a block of 100,000 fields that nobody gets to see.
    private static let headByteLimit = 256 << 10, headLineLimit = 1024, fieldLimit = 256, interimLimit = 16

    /// Tests if there is time left, since libcurl may read for long before the engine has its turn, and if the encoded body
    /// is within the limit: it can be larger than its decoded form.
    func mayGoOn(afterReceiving byteCount: Int, sending sentCount: Int) -> Bool {
        let now = ContinuousClock.now
        if sentCount != attempt.sentByteCount { (attempt.sentByteCount, lastActivity) = (sentCount, now) }
        if attempt.hasSentRequest, let reason = lateness(at: now) {
            handle?.leaveConnection()
            return refuse(reason)
        }
        guard attempt.isCoded, isDelivered, let limit = request.byteLimit, byteCount > limit else { return true }
        return refuse(.bodyTooLarge(limit: limit))
    }

    /// Takes a line of the header section, its line end included.
    ///
    /// - Returns: `false` to end the transfer.
    func receiveHeaderLine(_ line: Span<UInt8>) -> Bool {
        lastActivity = .now
        attempt.headByteCount += line.count
        attempt.headLineCount += 1
        guard attempt.headByteCount <= Self.headByteLimit, attempt.headLineCount <= Self.headLineLimit else {
            return refuse(.headTooLarge(limit: Self.headByteLimit))
        }
        // Lines after the body are trailers, which are not used.
        if attempt.isHeadComplete { return true }
        if metrics.timeToFirstByte == nil, let startedAt { metrics.timeToFirstByte = lastActivity - startedAt }
        var end = line.count
        while end > 0, line[end - 1] == 0x0a || line[end - 1] == 0x0d { end -= 1 }
        let text = line.extracting(..<end)
        if let status = Self.status(in: text) {
            guard 100..<1000 ~= status else { return refuse(.malformedAnswer(reason: Self.noStatusLine)) }
            attempt.status = status
            attempt.fields.removeAll()
            return true
        }
        guard text.isEmpty else {
            // Lines that are no valid field (RFC 9110, section 5.5) are left out.
            attempt.fields.append(line: text)
            return true
        }
        if attempt.status < 200 { attempt.interimCount += 1 }
        guard attempt.fields.count <= Self.fieldLimit, attempt.interimCount <= Self.interimLimit else {
            return refuse(.headTooLarge(limit: Self.headByteLimit))
        }
        return attempt.status < 200 || completeHead()
    }

    private func refuse(_ reason: DataLoadError.Reason) -> Bool {
        attempt.refusal = reason
        // Over HTTP/2 a hostile server may go on.
        if case .headTooLarge = reason { handle?.leaveConnection() }
        return false
    }

    /// The code in a status line, 0 if it has none, `nil` for any other line.
    private static func status(in line: Span<UInt8>) -> Int? {
        guard line.count >= 5, line.extracting(..<5).isEqual(to: "HTTP/".utf8.span) else { return nil }
        var index = 5
        while index < line.count, line[index] != 0x20 { index += 1 }
        while index < line.count, line[index] == 0x20 { index += 1 }
        let start = index
        while index < line.count, line[index] != 0x20 { index += 1 }
        guard let code = line.extracting(start..<index).decimalNumber else { return 0 }
        return code
    }

    /// Judges the head, which is complete.
    ///
    /// - Returns: `false` to end the transfer.
    private func completeHead() -> Bool {
        attempt.isHeadComplete = true
        metrics.status = HTTPStatus(attempt.status)
        metrics.remoteAddress = proxy == nil ? handle?.remoteAddress : nil
        attempt.isCoded = attempt.fields.contains("Content-Encoding")
        // If they differ the end of the response is unknown (RFC 9112, section 6.3).
        guard attempt.fields.hasOneContentLength else {
            return refuse(.malformedAnswer(reason: "its Content-Length is not one number"))
        }
        // A proxy may have used the other length (RFC 9112, section 6.3): nothing more is read over this connection.
        if attempt.fields.contains("Content-Length"), attempt.fields.contains("Transfer-Encoding") {
            handle?.leaveConnection()
        }
        guard !isRedirected else {
            // Later versions of libcurl (8.21) refuse two targets, 7.88 takes the first.
            let targets = Set(attempt.fields.values(of: "Location").filter { !$0.isEmpty })
            return targets.count <= 1 || refuse(.malformedAnswer(reason: "it redirects to several URLs"))
        }
        attempt.plan = retryAction()
        guard attempt.plan == .accept else { return true }
        let declared = request.method == .head ? nil : handle?.declaredLength
        if let limit = request.byteLimit, let declared, declared > limit {
            return refuse(.bodyTooLarge(limit: limit))
        }
        if isStreaming {
            handOutHead()
        } else if let declared {
            body.reserveCapacity(declared)
        }
        return true
    }

    private func retryAction() -> RetryPolicy.Action {
        let status = HTTPStatus(attempt.status)
        guard RetryPolicy.isRetryable(status), canRetry else { return .accept }
        let wait = attempt.fields["Retry-After"].flatMap { RetryAfter.wait($0, at: .now) }
        return retryPolicy.action(
            on: .answered(status, retryAfter: wait), retries: metrics.retryCount, timeLeft: timeLeft(at: .now),
            random: .random(in: .min ... .max))
    }

    private func handOutHead() {
        guard case .head(let waiter) = delivery else { return }
        delivery = .chunks
        waiter.resume(returning: head)
    }

    /// Takes some of the body, decoded.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> WriteResult {
        lastActivity = .now
        guard isDelivered else {
            attempt.discardedByteCount += bytes.count
            return attempt.discardedByteCount <= Self.discardedBodyLimit ? .taken : .refused
        }
        if isStreaming, body.byteCount >= Self.streamBufferLimit, handle?.isMultiplexed != true {
            attempt.isPaused = true
            return .paused
        }
        byteCount += bytes.count
        if let limit = request.byteLimit, byteCount > limit {
            attempt.refusal = .bodyTooLarge(limit: limit)
            return .refused
        }
        do throws(FileError) {
            if isStreaming, body.isEmpty { body.reserveCapacity(Self.streamBufferLimit + bytes.count) }
            unsafe try body.append(bytes)
            return .taken
        } catch {
            attempt.refusal = .failed(code: Int(CURLE_WRITE_ERROR.rawValue), reason: "\(error)")
            return .refused
        }
    }
}
