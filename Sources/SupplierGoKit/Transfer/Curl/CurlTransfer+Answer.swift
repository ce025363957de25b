internal import CCurl
import FoundationEssentials

extension CurlTransfer {
    /// The answer to one try, as far as it has come.
    struct Answer {
        var status = 0
        var fields = HTTPFields()
        var isHeadComplete = false

        /// Bytes of the header section, of interim answers and trailers too.
        var headByteCount = 0

        /// What to do about it, known with its head; ``RetryPolicy/Action/accept`` for one to deliver.
        var plan = RetryPolicy.Action.accept

        /// Why it was ended here.
        var refusal: DataLoadError.Reason?

        /// Whether a connection was refused for its address.
        var hasRefusedAddress = false

        /// Whether the connection was refused for bytes that no request had asked for.
        var hasUnrequestedBytes = false

        /// Bytes of a body that is not delivered.
        var discardedByteCount = 0

        /// Whether the body has a content coding, and so may be longer than what comes out of it.
        var isCoded = false
    }

    /// Whether the answer leads elsewhere, and may. What a signed request is answered is for its caller to judge.
    var isRedirected: Bool {
        RedirectPolicy.isRedirect(answer.status) && answer.fields.contains("Location") && request.signature == nil
    }

    /// Whether the answer's body is for the caller.
    var isDelivered: Bool { answer.plan == .accept && !isRedirected }

    /// What became of a chunk of the body.
    enum WriteResult {
        case taken, paused, refused
    }

    /// Bytes of a stream that wait for the reader before the sender is held back.
    static let streamBufferLimit = 256 << 10

    /// Bytes of a body without a reader that are read for the sake of the connection.
    private static let discardedBodyLimit = 64 << 10

    /// The most bytes of a header section, interim answers and trailers included, and the most fields of one.
    private static let headByteLimit = 256 << 10, fieldLimit = 256

    /// Whether a body is within its limit as it came: a coded one may be longer than what is ever decoded of it.
    ///
    /// - Parameters:
    ///   - byteCount: how many bytes of body came.
    ///   - sentCount: how many bytes of the request's own body were sent.
    func mayGoOn(afterReceiving byteCount: Int, sending sentCount: Int) -> Bool {
        if sentCount != sentByteCount { (sentByteCount, lastActivity) = (sentCount, .now) }
        guard answer.isCoded, isDelivered, let limit = request.byteLimit, byteCount > limit else { return true }
        return refuse(.bodyTooLarge(limit: limit))
    }

    /// Takes a line of the header section, its line end included.
    ///
    /// - Returns: whether the answer may go on.
    func receiveHeaderLine(_ line: Span<UInt8>) -> Bool {
        lastActivity = .now
        answer.headByteCount += line.count
        guard answer.headByteCount <= Self.headByteLimit else {
            return refuse(.headTooLarge(limit: Self.headByteLimit))
        }
        // Lines after the body are trailers, which are not used.
        if answer.isHeadComplete { return true }
        if metrics.timeToFirstByte == nil, let startedAt { metrics.timeToFirstByte = lastActivity - startedAt }
        var end = line.count
        while end > 0, line[end - 1] == 0x0a || line[end - 1] == 0x0d { end -= 1 }
        let text = line.extracting(..<end)
        if let status = Self.status(in: text) {
            answer.status = status
            answer.fields.removeAll()
            return true
        }
        guard text.isEmpty else {
            // What is not a field that could be sent either (RFC 9110, section 5.5) is left out.
            answer.fields.append(line: text)
            return true
        }
        guard answer.fields.count <= Self.fieldLimit else { return refuse(.headTooLarge(limit: Self.headByteLimit)) }
        return answer.status < 200 || completeHead()
    }

    private func refuse(_ reason: DataLoadError.Reason) -> Bool {
        answer.refusal = reason
        return false
    }

    /// The code in a status line, 0 where it has none; `nil` for any other line.
    private static func status(in line: Span<UInt8>) -> Int? {
        guard line.count >= 5, line.extracting(..<5).isEqual(to: "HTTP/".utf8.span) else { return nil }
        var index = 5
        while index < line.count, line[index] != 0x20 { index += 1 }
        while index < line.count, line[index] == 0x20 { index += 1 }
        let start = index
        while index < line.count, line[index] != 0x20 { index += 1 }
        guard let code = line.extracting(start..<index).decimalNumber, code < 10_000 else { return 0 }
        return code
    }

    /// Judges the head, which is complete.
    ///
    /// - Returns: whether the answer may go on.
    private func completeHead() -> Bool {
        answer.isHeadComplete = true
        metrics.status = HTTPStatus(answer.status)
        metrics.remoteAddress = proxy == nil ? handle?.remoteAddress : nil
        answer.isCoded = answer.fields.contains("Content-Encoding")
        // Where they differ it is unknown where the answer ends (RFC 9112, section 6.3).
        guard answer.fields.hasOneContentLength else {
            return refuse(.malformedAnswer(reason: "its Content-Length is not one number"))
        }
        // A proxy may have used the other length (RFC 9112, section 6.3): nothing more is read over this connection.
        if answer.fields.contains("Content-Length"), answer.fields.contains("Transfer-Encoding") {
            handle?.leaveConnection()
        }
        guard !isRedirected else { return true }
        answer.plan = retryAction()
        guard answer.plan == .accept else { return true }
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
        let status = HTTPStatus(answer.status)
        guard RetryPolicy.isRetryable(status), canRetry else { return .accept }
        let wait = answer.fields["Retry-After"].flatMap { RetryAfter.wait($0, at: .now) }
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
            answer.discardedByteCount += bytes.count
            return answer.discardedByteCount <= Self.discardedBodyLimit ? .taken : .refused
        }
        if isStreaming, body.byteCount >= Self.streamBufferLimit, handle?.isMultiplexed != true {
            isPaused = true
            return .paused
        }
        byteCount += bytes.count
        if let limit = request.byteLimit, byteCount > limit {
            answer.refusal = .bodyTooLarge(limit: limit)
            return .refused
        }
        do throws(FileError) {
            if isStreaming, body.isEmpty { body.reserveCapacity(Self.streamBufferLimit + bytes.count) }
            unsafe try body.append(bytes)
            return .taken
        } catch {
            answer.refusal = .failed(code: Int(CURLE_WRITE_ERROR.rawValue), reason: "\(error)")
            return .refused
        }
    }
}
