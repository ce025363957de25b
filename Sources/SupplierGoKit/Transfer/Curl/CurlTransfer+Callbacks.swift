internal import CCurl
import FoundationEssentials

// libcurl calls these on the engine's thread, inside `curl_multi_socket_action` or `curl_easy_pause`.

/// `CURLOPT_HEADERFUNCTION`: one header line, its line end included.
let receiveHeader: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    bytes, size, count, context in
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    let accepts = unsafe transfer.receiveHeaderLine(line)
    return accepts ? size * count : 0
}

/// `CURLOPT_WRITEFUNCTION`: some of the body, decoded.
let receiveBody: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    bytes, size, count, context in
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    let chunk = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    switch unsafe transfer.receiveBodyBytes(chunk) {
    case .taken: return size * count
    case .paused: return Int(CURL_WRITEFUNC_PAUSE)
    case .refused: return 0
    }
}

extension CurlTransfer {
    /// What became of some bytes.
    enum Reception {
        case taken, paused, refused
    }

    fileprivate func receiveHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
        noteActivity()
        headByteCount += line.count
        guard headByteCount <= Self.headByteLimit, fields.count <= Self.fieldLimit else {
            refusal = .headTooLarge(url, limit: Self.headByteLimit)
            return false
        }
        // What comes behind the body are trailers, which nobody asked for.
        if isHeadComplete { return true }
        if metrics.timeToFirstByte == nil, let startedAt { metrics.timeToFirstByte = lastActivity - startedAt }
        var end = line.count
        while end > 0, unsafe line[end - 1] == 0x0a || line[end - 1] == 0x0d { end -= 1 }
        let text = unsafe UnsafeRawBufferPointer(rebasing: line[..<end])
        if let code = unsafe Self.status(in: text) {
            beginHead()
            fields.reserveCapacity(12)
            status = code
            return true
        }
        guard unsafe !text.isEmpty else { return completeHead() }
        // A field that could not be sent either (RFC 9110, section 5.5) is passed over.
        if let field = unsafe HTTPFields.Field(line: text) { fields.append(field) }
        return true
    }

    /// The code in a status line, 0 where it has none; `nil` for any other line.
    private static func status(in line: UnsafeRawBufferPointer) -> Int? {
        guard let first = unsafe line.first, first == UInt8(ascii: "H"), unsafe line.starts(with: "HTTP/".utf8) else {
            return nil
        }
        let word = unsafe line.drop { $0 != 0x20 }.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
        var code = 0
        for index in unsafe word.indices {
            let digit = unsafe word[index] &- 0x30
            guard digit < 10, code < 1000 else { return 0 }
            code = 10 * code + Int(digit)
        }
        return code
    }

    /// Notes that bytes came: with the turn that they came with, which spares a look at the clock for each line.
    private func noteActivity() {
        lastActivity = handle?.multi.now ?? .now
    }

    private func completeHead() -> Bool {
        guard status >= 200 else { return true }
        isHeadComplete = true
        metrics.status = HTTPStatus(status)
        metrics.remoteAddress = proxy == nil ? handle?.remoteAddress : nil
        isCoded = fields.contains { $0.name.utf8.count == 16 && $0.name.lowercased() == "content-encoding" }
        if isCoded { handle?.multi.attended[id] = self }
        guard hasOneLength else {
            refusal = .malformedAnswer(url, reason: "it declares several lengths")
            return false
        }
        guard !isRedirect else { return true }
        plan = planForAnswer()
        guard plan == .accept, takeUp() else { return refusal == nil }
        if let limit = request.byteLimit, let declared = handle?.declaredLength,
            byteCount - repeatedByteCount + declared > limit
        {
            refusal = .bodyTooLarge(url, limit: limit)
            return false
        }
        if isStreaming {
            handOutHead()
        } else if body.isEmpty, let declared = handle?.declaredLength {
            body.reserveCapacity(min(declared, 16 << 20))
        }
        return true
    }

    /// Several `Content-Length` fields that differ make an answer whose end nobody knows (RFC 9112, section 6.3).
    private var hasOneLength: Bool {
        var length: String?
        for field in fields where field.name.utf8.count == 14 && field.name.lowercased() == "content-length" {
            if let length, length != field.value { return false }
            length = field.value
        }
        return true
    }

    private func planForAnswer() -> RetryPolicy.Action {
        let answered = HTTPStatus(status)
        guard RetryPolicy.isRetryable(answered), canRetry else { return .accept }
        let wait = HTTPFields(fields)["Retry-After"].flatMap { RetryAfter.wait($0, at: .now) }
        return configuration.retryPolicy.action(
            on: .answered(answered, retryAfter: wait), retries: metrics.retryCount, timeLeft: timeLeft(at: .now),
            random: .random(in: .min ... .max))
    }

    /// Sees how the answer goes on with a body that broke off.
    ///
    /// - Returns: whether the answer's body is for somebody; where it is not, the plan or the refusal says why.
    private func takeUp() -> Bool {
        guard let resumption else { return true }
        switch resumption.verdict(on: answerHead) {
        case .rest:
            keptHead = resumption.head
            return true
        case .sameBody(let known):
            keptHead = resumption.head
            repeatedByteCount = known
            return true
        case .otherBody, .other:
            self.resumption = nil
            guard !isStreaming else {
                refusal = .malformedAnswer(url, reason: "its body broke off, and changed before its rest could be had")
                return false
            }
            forgetBody()
            // A part of some body is no response to anybody: the whole is asked for at once.
            guard status == 206 || status == 416 else { return true }
            plan = .retry(after: .zero)
            return false
        }
    }

    private func handOutHead() {
        guard case .stream(let waiter) = delivery else { return }
        keptHead = answerHead
        delivery = .chunks
        waiter.resume(returning: head)
    }

    fileprivate func receiveBodyBytes(_ bytes: UnsafeRawBufferPointer) -> Reception {
        noteActivity()
        guard isDelivered else {
            discardedByteCount += bytes.count
            return discardedByteCount <= Self.discardedBodyLimit ? .taken : .refused
        }
        if isStreaming && body.count >= Self.streamBufferLimit {
            isPaused = true
            return .paused
        }
        let repeated = min(repeatedByteCount, bytes.count)
        repeatedByteCount -= repeated
        byteCount += bytes.count - repeated
        if let limit = request.byteLimit, byteCount > limit {
            refusal = .bodyTooLarge(url, limit: limit)
            return .refused
        }
        if isStreaming && body.isEmpty { body.reserveCapacity(Self.streamBufferLimit + bytes.count) }
        unsafe body.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[repeated...]))
        return .taken
    }

    /// Gives the waiting reader what is there.
    func deliverChunk() {
        guard let waiter = chunkWaiter else { return }
        if !body.isEmpty {
            chunkWaiter = nil
            waiter.resume(returning: takeBody())
        } else if let end {
            chunkWaiter = nil
            waiter.resume(with: end.map { nil })
        }
    }
}
