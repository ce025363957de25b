#if Curl
internal import CCurl

extension Transfer {
    /// One try: the URL of a moment, over one connection.
    struct Try {
        /// The ways it can end.
        enum End: Sendable {
            /// The response is complete.
            case accepted

            /// The response is a redirect to follow.
            case redirected

            /// The status asks for another try, by the policy's action.
            case postponed(RetryPolicy.Action)

            /// The request has to be sent again, which does not count as a retry: the origin admits no further stream,
            /// the server has not looked at the request, or the body has a coding that libcurl refuses.
            case repeated

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

        /// Its number among the tries at an origin that multiplexes, 0 for others.
        var streamNumber = 0

        /// When the last byte came or left, or it started.
        var lastActivity = Duration.zero

        /// The ends of the connection over which the request is being sent.
        var ends: IdleConnections.Ends?

        /// Bytes of the request's body that were sent.
        var sentByteCount = 0
        var connectionRefusal: Refusal?
        var head = ReceivedHead()

        /// The policy's action, known with the head; ``RetryPolicy/Action/accept`` for a response to deliver.
        var plan = RetryPolicy.Action.accept

        /// The body has a coding that libcurl does not know.
        var hasUnknownCoding = false

        /// Body bytes that were not handed out yet.
        var body = BodyBuffer()

        /// All bytes of the body, decoded.
        var byteCount = 0

        /// The reason to end it here.
        var refusal: DataLoadError.Reason?
        var end: End?

        var hasSentRequest: Bool { ends != nil }
    }

    /// The end that a libcurl code stands for.
    func end(after code: CURLcode, _ handle: CurlHandle) -> Try.End {
        if attempt.connectionRefusal == .tooManyStreams { return .repeated }
        if attempt.head.isComplete, isRedirected, attempt.refusal == nil { return .redirected }
        if attempt.plan != .accept { return .postponed(attempt.plan) }
        if attempt.hasUnknownCoding || !isHandedOut && isMiscoded(after: code) {
            isDecoded = false
            return .repeated
        }
        if code == CURLE_OK { return .accepted }
        guard isUnanswered(after: code, handle) else { return .failed(reason(for: code, handle)) }
        (needsNewConnection, wasSentAgain) = (true, true)
        return .repeated
    }

    /// The body does not have the coding that the response says, or goes on after it.
    private func isMiscoded(after code: CURLcode) -> Bool {
        (code == CURLE_BAD_CONTENT_ENCODING || code == CURLE_WRITE_ERROR) && isDecoded && attempt.refusal == nil
            && attempt.head.fields.contains("Content-Encoding")
    }

    /// The request was not sent, because its connection was unusable, or the server has not looked at it: it
    /// closed an idle connection, or says to leave one (`GOAWAY`, `REFUSED_STREAM`). Such a request is sent again,
    /// once, without counting as a try (RFC 9110, section 9.2.2; RFC 9113, section 8.7).
    private func isUnanswered(after code: CURLcode, _ handle: CurlHandle) -> Bool {
        guard attempt.head.byteCount == 0, attempt.refusal == nil, !wasSentAgain, lateness(at: .clock) == nil else {
            return false
        }
        switch code {
        case CURLE_HTTP2, CURLE_PARTIAL_FILE: return true
        case CURLE_ABORTED_BY_CALLBACK: return attempt.connectionRefusal == .unusable
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING: return handle.hasReusedConnection
        default: return false
        }
    }

    /// Its end is that of a server which accepted the connection and then sent nothing until the timeout.
    ///
    /// A reused connection may be dead, as after a change of network: only a new one tells (``retry(after:)`` asks for
    /// it). A proxy hides whether the server has accepted one, unless it makes a tunnel.
    func isSilent(at end: Try.End) -> Bool {
        guard case .failed(.timedOut) = end, attempt.head.byteCount == 0, handle?.hasReusedConnection != true else {
            return false
        }
        if host.proxy != nil { return attempt.hasSentRequest && host.origin.isEncrypted }
        return attempt.hasSentRequest || handle?.hasConnected == true
    }

    /// Notes the connection of a response that is complete, its first one.
    func noteConnection(after code: CURLcode, _ handle: CurlHandle) {
        guard code == CURLE_OK, !handle.isMultiplexed, let ends = attempt.ends else { return }
        if context.connections.sockets[ends] == nil { context.connections.sockets[ends] = handle.socket }
    }

    /// Adds the try's figures to the transfer's.
    func measure(_ handle: CurlHandle) {
        metrics.url = url
        metrics.protocolName = handle.protocolName
        metrics.receivedByteCount += handle.receivedByteCount
        metrics.decodedByteCount = isDelivered ? attempt.byteCount : 0
        if !handle.hasReusedConnection { metrics.reusesConnection = false }
    }
}

// MARK: - The reason for a failure

extension Transfer {
    /// The reason for a request that no connection took, the second time too.
    static let closedConnection = DataLoadError.Reason.connectionLost(reason: "the server closed the connection")

    private func reason(for code: CURLcode, _ handle: CurlHandle) -> DataLoadError.Reason {
        if let refusal = attempt.refusal { return refusal }
        // ``ReadingWatch`` has ended the connection.
        if attempt.hasSentRequest, let reason = lateness(at: .clock) { return reason }
        if attempt.connectionRefusal == .privateAddress,
            code == CURLE_COULDNT_CONNECT || code == CURLE_ABORTED_BY_CALLBACK
        {
            return .privateAddress
        }
        if attempt.connectionRefusal == .unusable { return Self.closedConnection }
        if !attempt.hasSentRequest, let status = handle.proxyStatus, !status.isSuccess { return .proxyRefused(status) }
        if isMiscoded(after: code) {
            let coding = attempt.head.fields["Content-Encoding"] ?? ""
            return .malformedResponse(reason: "its body does not match its Content-Encoding, '\(coding)'")
        }
        let text = handle.text(for: code)
        // With TLS 1.3 the server says so only after the handshake.
        if text.contains("alert certificate required") { return .tls(reason: "the server asks for a certificate") }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            return .unresolvedHost
        case CURLE_COULDNT_RESOLVE_PROXY:
            // Without the proxy's URL, which may hold a password.
            return .unusableProxy(reason: text.replacing(/\ in '.*/.dotMatchesNewlines(), with: ""))
        case CURLE_COULDNT_CONNECT:
            let errorNumber = handle.systemError
            // "… after 3 ms: …": without the time, equal failures of one host are equal.
            let text =
                errorNumber == 0
                ? text.replacing(/\ after \d+ ms/, with: "") : FileError.text(of: Int32(errorNumber))
            return host.proxy == nil ? .unreachable(reason: text) : .connectionLost(reason: "\(text) at the proxy")
        case CURLE_URL_MALFORMAT:
            return .malformedURL
        case CURLE_UNSUPPORTED_PROTOCOL where attempt.hasSentRequest,
            CURLE_WEIRD_SERVER_REPLY where attempt.head.byteCount == 0:
            return ReceivedHead.noStatusLine
        case CURLE_UNSUPPORTED_PROTOCOL:
            return .unsupportedScheme
        case CURLE_WEIRD_SERVER_REPLY:
            return .malformedResponse(reason: text)
        case CURLE_PARTIAL_FILE where attempt.head.byteCount > 0:
            return .cutShort(byteCount: attempt.byteCount)
        case CURLE_RECV_ERROR
        where attempt.head.isComplete && !host.origin.isEncrypted && handle.systemError == 0:
            // libcurl got the bytes, and cannot read them. Over TLS the code stands for a broken connection too.
            return .malformedResponse(reason: text)
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            let isCutShort = attempt.head.isComplete && code != CURLE_SEND_ERROR
            return isCutShort ? .cutShort(byteCount: attempt.byteCount) : .connectionLost(reason: text)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED:
            return handshakeFailure(text, handle)
        default:
            return .failed(code: Int(code.rawValue), reason: text)
        }
    }

    /// The reason for a TLS handshake that failed, with the proxy if its address asks for one.
    private func handshakeFailure(_ text: String, _ handle: CurlHandle) -> DataLoadError.Reason {
        let signs = ["wrong version number", "packet length too long", "record layer failure"]
        let reason = signs.contains(where: text.contains) ? "it does not speak TLS; try http://" : text
        let isOfProxy = ProxyRules.isSecure(host.proxy) && !attempt.hasSentRequest && handle.proxyStatus == nil
        return isOfProxy ? .unusableProxy(reason: reason) : .tls(reason: reason)
    }
}
#endif
