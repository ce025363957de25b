#if Curl
internal import CCurl

/// The work of libcurl's callbacks (`CurlCallbacks.swift`).
extension Transfer {
    enum WriteResult {
        case taken, paused, refused
    }

    /// Bytes of a stream that wait for the reader before the sender is held back.
    static let streamBufferLimit = 256 << 10

    /// Bytes of a body without a reader that are read for the sake of the connection.
    private static let discardedBodyLimit = 64 << 10

    /// The response is a redirect to follow. Those of a signed request are for its caller to judge.
    var isRedirected: Bool {
        RedirectPolicy.isRedirect(attempt.head.status) && attempt.head.fields.contains("Location")
            && request.signature == nil
    }

    /// The response's body is for the caller.
    var isDelivered: Bool { attempt.plan == .accept && !isRedirected }

    /// Notes the bytes that were sent. Ends the try if the encoded body is over the limit: it can be larger than its
    /// decoded form.
    func mayGoOn(afterReceiving receivedCount: Int, sending sentCount: Int) -> Bool {
        if sentCount != attempt.sentByteCount { (attempt.sentByteCount, attempt.lastActivity) = (sentCount, .clock) }
        guard let limit = request.byteLimit, receivedCount > limit, isDelivered else { return true }
        return refuse(.bodyTooLarge(limit: limit))
    }

    private func refuse(_ reason: DataLoadError.Reason) -> Bool {
        attempt.refusal = reason
        return false
    }

    /// Takes a line of the head, its line end included.
    ///
    /// - Returns: `false` to end the transfer.
    func receiveHeaderLine(_ line: Span<UInt8>) -> Bool {
        if attempt.lastActivity < context.now { attempt.lastActivity = context.now }
        if metrics.timeToFirstByte == nil { metrics.timeToFirstByte = startedAt.map { context.now - $0 } }
        switch attempt.head.append(line) {
        case .more: return true
        case .complete: return handle.map(judgeHead) ?? false
        case .refused(let reason):
            // Over HTTP/2 a hostile server may go on.
            if case .headTooLarge = reason { handle?.leaveConnection() }
            return refuse(reason)
        }
    }

    /// - Returns: `false` to end the transfer.
    private func judgeHead(_ handle: CurlHandle) -> Bool {
        let (status, fields) = (attempt.head.status, attempt.head.fields)
        metrics.status = status
        metrics.remoteAddress = host.proxy == nil ? attempt.ends?.remoteAddress : nil
        let (isCoded, isChunked) = (fields.contains("Content-Encoding"), fields.contains("Transfer-Encoding"))
        // A proxy may have used the other length (RFC 9112, section 6.3): nothing more is read over this connection.
        if isChunked, fields.contains("Content-Length") { handle.leaveConnection() }
        // libcurl may decode the body, also by fields that are left out here, and bytes may decode to nothing.
        if attempt.head.hasInvalidFields || isCoded || isChunked { handle.watchProgress() }
        guard !isRedirected else { return true }
        if status.code == 407, host.proxy != nil { return refuse(.proxyRefused(status)) }
        if RetryPolicy.isRetryable(status) {
            attempt.plan = action(on: .answered(status, retryAfter: fields.retryAfter()))
        }
        guard attempt.plan == .accept else { return true }
        attempt.hasUnknownCoding = isDecoded && isCoded && attempt.head.hasUnknownCoding
        guard !attempt.hasUnknownCoding else { return false }
        let declared = request.method == .head ? nil : handle.declaredLength
        if let limit = request.byteLimit, let declared, declared > limit {
            return refuse(.bodyTooLarge(limit: limit))
        }
        if isStreaming {
            isHandedOut = true
            context.startedStreams.append(self)
        } else if let declared {
            attempt.body.reserveCapacity(declared)
        }
        return true
    }

    /// Takes some of the body, decoded.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> WriteResult {
        attempt.lastActivity = .clock
        if isStreaming, attempt.body.byteCount >= Self.streamBufferLimit, handle?.isMultiplexed != true {
            isPaused = true
            return .paused
        }
        attempt.byteCount += bytes.count
        guard isDelivered else {
            guard attempt.byteCount <= Self.discardedBodyLimit else { return .refused }
            if case .refuse = attempt.plan { unsafe metrics.explanation += bytes }
            return .taken
        }
        if let limit = request.byteLimit, attempt.byteCount > limit {
            attempt.refusal = .bodyTooLarge(limit: limit)
            return .refused
        }
        do throws(FileError) {
            if isStreaming, attempt.body.isEmpty {
                attempt.body.reserveCapacity(Self.streamBufferLimit + bytes.count)
            }
            unsafe try attempt.body.append(bytes, orIn: context.configuration.temporaryDirectory)
            reader.take()?()
            return .taken
        } catch {
            attempt.refusal = .failed(code: Int(CURLE_WRITE_ERROR.rawValue), reason: "\(error)")
            return .refused
        }
    }
}

// MARK: - The connection

extension Transfer {
    /// A connection may lead to this address, `nil` being an unknown one. A proxy's address is always allowed.
    func mayConnect(to address: @autoclosure () -> IPAddress?) -> Bool {
        guard isGuarded, host.proxy == nil, address().map(HostPolicy.isPublic) != true else { return true }
        attempt.connectionRefusal = .privateAddress
        return false
    }

    /// It may open a connection. To an origin that multiplexes at most ``Host/leastStreamLimit`` may: those beyond that
    /// wait for a stream.
    ///
    /// libcurl sends a request again by itself if the server has not looked at it, later versions (8.14) up to five
    /// times; here once is enough.
    var mayOpenConnection: Bool {
        if attempt.hasSentRequest {
            guard !wasSentAgain else { return refuse(Self.closedConnection) }
            (attempt.ends, wasSentAgain) = (nil, true)
        }
        guard attempt.streamNumber > Host.leastStreamLimit, !needsNewConnection else { return true }
        attempt.connectionRefusal = .tooManyStreams
        return false
    }

    /// Has a new connection's socket watched if HTTP/2 may be spoken over it.
    func noteSocket(_ socket: curl_socket_t) {
        if host.origin.isEncrypted { context.connections.watch.add(socket) }
    }

    /// The request may go over this connection.
    func mayUseConnection(with ends: IdleConnections.Ends) -> Bool {
        attempt.ends = ends
        attempt.lastActivity = .clock
        guard mayConnect(to: IPAddress(ends.remoteAddress)) else { return false }
        guard let socket = context.connections.sockets[ends], Sockets.isReadable(socket) else { return true }
        attempt.connectionRefusal = .unusable
        return false
    }
}
#endif
