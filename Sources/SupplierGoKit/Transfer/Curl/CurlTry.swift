#if Curl
internal import CCurl

/// One try of a request: the URL of a moment, over one connection. Used on the engine's thread only.
final class CurlTry {
    /// The ways it can end.
    enum End: Sendable {
        /// The response is complete, or the head of a stream.
        case accepted

        /// The response is a redirect to follow.
        case redirected

        /// The status asks for another try, by the policy's action.
        case postponed(RetryPolicy.Action)

        /// Its origin has asked for a wait, or admits no further stream.
        case notStarted

        /// The server has not looked at the request.
        case unanswered

        /// The response says that its body has a coding which libcurl would refuse.
        case unknownCoding

        /// `nil` if it was cancelled.
        case failed(DataLoadError.Reason?)
    }

    /// The reason not to use a connection.
    enum Refusal {
        /// Its address is not public.
        case privateAddress

        /// It has ended, or has bytes to be read already.
        case unusable

        /// It would be another one to an origin that multiplexes.
        case tooManyStreams
    }

    enum WriteResult {
        case taken, paused, refused
    }

    let load: RequestLoad
    let connections: IdleConnections
    let proxy: String?

    /// Its number among the tries at an origin that multiplexes, 0 for others.
    var streamNumber = 0

    /// It is counted by ``Admission``.
    var hasSlot = false
    var handle: CurlHandle?

    /// When the last byte came or left, or it started.
    var lastActivity = ContinuousClock.now

    /// The ends of the connection over which the request is being sent.
    private(set) var ends: IdleConnections.Ends?

    /// Bytes of the request's body that were sent.
    private var sentByteCount = 0
    private(set) var connectionRefusal: Refusal?
    private(set) var head = ReceivedHead()

    /// The policy's action, known with the head; ``RetryPolicy/Action/accept`` for a response to deliver.
    private(set) var plan = RetryPolicy.Action.accept

    /// The body has a coding that libcurl does not know.
    private(set) var hasUnknownCoding = false

    /// Body bytes that were not handed out yet.
    var body: BodyBuffer

    /// All bytes of the body, decoded.
    private(set) var byteCount = 0

    /// The reason to end it here.
    private(set) var refusal: DataLoadError.Reason?

    /// Its load waits for its end, or for a stream's head.
    var isAwaited = true

    /// Called once with a stream's head.
    var whenHeadArrives: (() -> Void)?

    /// The reader that waits for a stream's next bytes, or its end.
    var reader: CheckedContinuation<Void, Never>?

    /// The sender is held back until the reader has taken what is there.
    var isPaused = false

    var end: End?

    /// The error for a stream's reader, once the stream has ended.
    var streamError: (any Error)?

    init(_ load: RequestLoad, proxy: String? = nil, _ connections: IdleConnections = IdleConnections()) {
        self.load = load
        self.proxy = proxy
        self.connections = connections
        body = BodyBuffer(spareDirectory: load.configuration.temporaryDirectory)
    }

    var hasSentRequest: Bool { ends != nil }

    /// The response is a redirect to follow. Those of a signed request are for its caller to judge.
    var isRedirected: Bool {
        RedirectPolicy.isRedirect(head.status) && head.fields.contains("Location") && load.request.signature == nil
    }

    /// The response's body is for the caller.
    private var isDelivered: Bool { plan == .accept && !isRedirected }

    /// A stream whose head was handed out cannot begin again.
    var isHandedOut: Bool { load.isStreaming && !isAwaited }

    /// The time that is left; without end for a stream whose head was handed out.
    func timeLeft(at now: ContinuousClock.Instant) -> Duration {
        isHandedOut ? .seconds(Int64.max / 2) : load.timeLeft(at: now)
    }

    /// The reason to end it now, or `nil` if it is not late.
    func lateness(at now: ContinuousClock.Instant) -> DataLoadError.Reason? {
        if timeLeft(at: now) <= .zero { return .tookTooLong(limit: load.timeLimit) }
        let idleTimeout = load.configuration.idleTimeout
        return lastActivity + idleTimeout <= now ? .timedOut(after: idleTimeout) : nil
    }

    /// Tests if its end is that of a server which accepted the connection and then sent nothing until the timeout.
    ///
    /// A reused connection may be dead, as after a change of network: only a new one tells. A proxy hides whether the
    /// server has accepted one, unless it makes a tunnel.
    func isSilent(at end: End) -> Bool {
        guard case .failed(.timedOut) = end, head.byteCount == 0, handle?.hasReusedConnection != true else {
            return false
        }
        if proxy != nil { return hasSentRequest && load.origin.scheme == "https" }
        return hasSentRequest || handle?.hasConnected == true
    }

    /// Adds its figures to the load's.
    func measure(_ handle: CurlHandle) {
        load.metrics.url = load.url
        load.metrics.protocolName = handle.protocolName
        load.metrics.receivedByteCount += handle.receivedByteCount
        load.metrics.decodedByteCount = isDelivered ? byteCount : 0
        if !handle.hasReusedConnection { load.metrics.reusesConnection = false }
    }

    /// The response as far as it is there: of a stream the head.
    func takeResponse() -> ReceivedResponse {
        let head = DataResponse.Head(
            url: load.url, status: HTTPStatus(head.status), fields: head.fields,
            remoteAddress: load.metrics.remoteAddress, redirects: load.redirects)
        return ReceivedResponse(
            id: load.id, head: head, metrics: load.metrics, body: load.isStreaming ? .memory([]) : body.removeFirst())
    }
}

// MARK: - libcurl's callbacks

extension CurlTry {
    /// Bytes of a stream that wait for the reader before the sender is held back.
    static let streamBufferLimit = 256 << 10

    /// Bytes of a body without a reader that are read for the sake of the connection.
    private static let discardedBodyLimit = 64 << 10

    /// Tests if the encoded body is within the limit, since it can be larger than its decoded form, and notes the bytes that
    /// were sent.
    func mayGoOn(afterReceiving receivedCount: Int, sending sentCount: Int) -> Bool {
        if sentCount != sentByteCount { (sentByteCount, lastActivity) = (sentCount, .now) }
        guard isInTime(at: .now) else { return false }
        guard let limit = load.request.byteLimit, receivedCount > limit, isDelivered else { return true }
        return refuse(.bodyTooLarge(limit: limit))
    }

    /// Tests if there is time left, since libcurl may read for long before the engine has its turn.
    private func isInTime(at now: ContinuousClock.Instant) -> Bool {
        guard hasSentRequest, let reason = lateness(at: now) else { return true }
        handle?.leaveConnection()
        return refuse(reason)
    }

    /// Takes a line of the head, its line end included.
    ///
    /// - Returns: `false` to end the transfer.
    func receiveHeaderLine(_ line: Span<UInt8>) -> Bool {
        lastActivity = .now
        switch head.append(line) {
        case .begun:
            if load.metrics.timeToFirstByte == nil, let startedAt = load.startedAt {
                load.metrics.timeToFirstByte = lastActivity - startedAt
            }
            return true
        case .more: return true
        case .complete: return judgeHead()
        case .refused(let reason):
            // Over HTTP/2 a hostile server may go on.
            if case .headTooLarge = reason { handle?.leaveConnection() }
            return refuse(reason)
        }
    }

    private func refuse(_ reason: DataLoadError.Reason) -> Bool {
        refusal = reason
        return false
    }

    /// - Returns: `false` to end the transfer.
    private func judgeHead() -> Bool {
        let status = HTTPStatus(head.status)
        load.metrics.status = status
        load.metrics.remoteAddress = proxy == nil ? ends?.remoteAddress : nil
        // A proxy may have used the other length (RFC 9112, section 6.3): nothing more is read over this connection.
        if head.fields.contains("Content-Length"), head.fields.contains("Transfer-Encoding") {
            handle?.leaveConnection()
        }
        // libcurl may decode the body, also by fields that are left out here, and bytes may decode to nothing.
        let mayBeCoded = head.hasInvalidLines || head.fields.contains("Content-Encoding")
        if mayBeCoded || head.fields.contains("Transfer-Encoding") { handle?.watchProgress() }
        guard !isRedirected else { return true }
        if RetryPolicy.isRetryable(status) {
            let wait = head.fields["Retry-After"].flatMap { RetryAfter.wait($0, at: .now) }
            plan = load.action(on: .answered(status, retryAfter: wait))
        }
        guard plan == .accept else { return true }
        hasUnknownCoding = load.isDecoded && head.hasUnknownCoding
        guard !hasUnknownCoding else { return false }
        let declared = load.request.method == .head ? nil : handle?.declaredLength
        if let limit = load.request.byteLimit, let declared, declared > limit {
            return refuse(.bodyTooLarge(limit: limit))
        }
        if load.isStreaming {
            isAwaited = false
            whenHeadArrives.take()?()
        } else if let declared {
            body.reserveCapacity(declared)
        }
        return true
    }

    /// Takes some of the body, decoded.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> WriteResult {
        lastActivity = .now
        guard isInTime(at: lastActivity) else { return .refused }
        if load.isStreaming, body.byteCount >= Self.streamBufferLimit, handle?.isMultiplexed != true {
            isPaused = true
            return .paused
        }
        byteCount += bytes.count
        guard isDelivered else { return byteCount <= Self.discardedBodyLimit ? .taken : .refused }
        if let limit = load.request.byteLimit, byteCount > limit {
            refusal = .bodyTooLarge(limit: limit)
            return .refused
        }
        do throws(FileError) {
            if load.isStreaming, body.isEmpty { body.reserveCapacity(Self.streamBufferLimit + bytes.count) }
            unsafe try body.append(bytes)
            reader.take()?.resume()
            return .taken
        } catch {
            refusal = .failed(code: Int(CURLE_WRITE_ERROR.rawValue), reason: "\(error)")
            return .refused
        }
    }
}

// MARK: - Its connection

extension CurlTry {
    /// The reason not to try the URL, or `nil` if it may be tried.
    var guardFailure: DataLoadError.Reason? {
        let url = load.url.absoluteString.utf8.span
        for index in url.indices where url[index] <= 0x20 || url[index] == 0x7f { return .malformedURL }
        if let proxy, !ProxyRules.hasKnownScheme(proxy) {
            return .unusableProxy(reason: "Unsupported proxy scheme")
        }
        guard load.isGuarded else { return nil }
        if HostPolicy.isPrivate(host: load.origin.host) { return .privateAddress }
        switch load.toldAddress {
        case nil: return nil
        case .some(nil): return .unresolvedHost
        case .some(let address?): return HostPolicy.isPublic(address) ? nil : .privateAddress
        }
    }

    /// Tests if a connection may lead to this address; a proxy's may.
    func mayConnect(to address: @autoclosure () -> IPAddress?) -> Bool {
        guard !HostPolicy.admits(address(), isGuarded: load.isGuarded && proxy == nil) else { return true }
        connectionRefusal = .privateAddress
        return false
    }

    /// Tests if it may open a connection. To an origin that multiplexes at most 100 may (RFC 9113, section 6.5.2,
    /// recommends to admit as many streams): those beyond that wait for a stream.
    ///
    /// libcurl sends a request again by itself if the server has not looked at it, later versions (8.14) up to five times;
    /// here once is enough.
    var mayOpenConnection: Bool {
        if hasSentRequest {
            guard !load.wasSentAgain else {
                return refuse(.connectionLost(reason: CurlTemplate.text(for: CURLE_HTTP2)))
            }
            (ends, load.wasSentAgain) = (nil, true)
        }
        guard streamNumber > 100, !load.needsNewConnection else { return true }
        connectionRefusal = .tooManyStreams
        return false
    }

    /// Has a new connection's socket watched if HTTP/2 may be spoken over it.
    func noteSocket(_ socket: curl_socket_t) {
        if load.origin.scheme == "https" { connections.watch.add(socket) }
    }

    /// Tests if the request may go over this connection.
    func mayUseConnection(with ends: IdleConnections.Ends) -> Bool {
        self.ends = ends
        lastActivity = .now
        guard mayConnect(to: IPAddress(ends.remoteAddress)) else { return false }
        if connections.take(ends) { return true }
        connectionRefusal = .unusable
        return false
    }
}
#endif
