internal import CCurl
import FoundationEssentials

// libcurl calls these on the engine's thread, inside `curl_multi_socket_action` or `curl_easy_pause`.

/// `CURLOPT_HEADERFUNCTION`: one header line, its line end included.
let receiveHeader: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    bytes, size, count, context in
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count).bindMemory(to: UInt8.self)
    // The engine holds the transfer: a dozen lines an answer need not do so too.
    let reception = unsafe Unmanaged<CurlTransfer>.fromOpaque(context)._withUnsafeGuaranteedRef {
        unsafe $0.receiveHeaderLine(line.span)
    }
    return reception == .refused ? 0 : size * count
}

/// `CURLOPT_WRITEFUNCTION`: some of the body, decoded.
let receiveBody: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    bytes, size, count, context in
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    let chunk = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    let reception = unsafe Unmanaged<CurlTransfer>.fromOpaque(context)._withUnsafeGuaranteedRef {
        unsafe $0.receiveBodyBytes(chunk)
    }
    switch reception {
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

    /// What became of a line.
    enum LineReception {
        /// It begins a head.
        case begun

        /// It is a field, or the end of the head.
        case taken

        /// It is no field that could be sent either (RFC 9110, section 5.5), or behind the body.
        case passedOver

        /// The answer ends here.
        case refused
    }

    /// Takes a line of the header section, its end included.
    func receiveHeaderLine(_ line: Span<UInt8>) -> LineReception {
        noteActivity()
        headByteCount += line.count
        guard headByteCount <= Self.headByteLimit else { return refuseHead() }
        // What comes behind the body are trailers, which nobody asked for.
        if isHeadComplete { return .passedOver }
        if metrics.timeToFirstByte == nil, let startedAt { metrics.timeToFirstByte = lastActivity - startedAt }
        var end = line.count
        while end > 0, line[end - 1] == 0x0a || line[end - 1] == 0x0d { end -= 1 }
        let text = line.extracting(..<end)
        if let code = Self.status(in: text) {
            beginHead()
            fields.reserveCapacity(512)
            status = code
            return .begun
        }
        guard text.isEmpty else { return fields.append(line: text) ? .taken : .passedOver }
        // Until here its bytes have bounded them.
        guard fields.count <= Self.fieldLimit else { return refuseHead() }
        return completeHead() ? .taken : .refused
    }

    private func refuseHead() -> LineReception {
        refusal = .headTooLarge(limit: Self.headByteLimit)
        return .refused
    }

    /// The code in a status line, 0 where it has none; `nil` for any other line.
    private static func status(in line: Span<UInt8>) -> Int? {
        // Hardly any field begins so: for those this is all.
        guard line.count >= 5, line[0] == UInt8(ascii: "H") else { return nil }
        guard line.extracting(..<5).isEqual(to: "HTTP/".utf8.span) else { return nil }
        var index = 5
        while index < line.count, line[index] != 0x20 { index += 1 }
        while index < line.count, line[index] == 0x20 { index += 1 }
        var code = 0
        while index < line.count, line[index] != 0x20 {
            let digit = line[index] &- 0x30
            guard digit < 10, code < 1000 else { return 0 }
            code = 10 * code + Int(digit)
            index += 1
        }
        return code
    }

    /// Sees what the head says, which is whole.
    ///
    /// - Returns: whether the answer may go on.
    private func completeHead() -> Bool {
        guard status >= 200 else { return true }
        isHeadComplete = true
        metrics.status = HTTPStatus(status)
        metrics.remoteAddress = proxy == nil ? carrier?.remoteAddress : nil
        isCoded = fields.contains("Content-Encoding")
        if isCoded, carrier?.decodes == true { multi.attended[id] = self }
        // Where they differ nobody knows where the answer ends (RFC 9112, section 6.3).
        guard fields.agree(on: "Content-Length") else {
            refusal = .malformedAnswer(reason: "it declares several lengths")
            return false
        }
        guard !isRedirect else { return true }
        plan = planForAnswer()
        guard plan == .accept, takeUp() else { return refusal == nil }
        let declared = carrier?.declaredLength
        if let limit = request.byteLimit, let declared, byteCount - repeatedByteCount + declared > limit {
            refusal = .bodyTooLarge(limit: limit)
            return false
        }
        if isStreaming {
            handOutHead()
        } else if body.isEmpty, let declared {
            body.reserveCapacity(min(declared, 16 << 20))
        }
        return true
    }

    private func planForAnswer() -> RetryPolicy.Action {
        let answered = HTTPStatus(status)
        guard RetryPolicy.isRetryable(answered), canRetry else { return .accept }
        let wait = fields["Retry-After"].flatMap { RetryAfter.wait($0, at: .now) }
        return retryPolicy.action(
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
                refusal = .malformedAnswer(reason: "its body broke off, and changed before its rest could be had")
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

    /// Takes some of the body.
    func receiveBodyBytes(_ bytes: UnsafeRawBufferPointer) -> Reception {
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
            refusal = .bodyTooLarge(limit: limit)
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
