#if Curl
internal import CCurl

extension CurlTry {
    /// The end that a libcurl code stands for.
    func end(after code: CURLcode, _ handle: CurlHandle) -> End {
        if connectionRefusal == .tooManyStreams { return .notStarted }
        if head.isComplete, isRedirected, refusal == nil { return .redirected }
        if plan != .accept { return .postponed(plan) }
        if hasUnknownCoding { return .unknownCoding }
        if code == CURLE_OK { return .accepted }
        if isUnanswered(after: code, handle) { return .unanswered }
        return .failed(failureReason(for: code, handle))
    }

    private func failureReason(for code: CURLcode, _ handle: CurlHandle) -> DataLoadError.Reason {
        if let refusal { return refusal }
        // ``ReadingWatch`` has ended the connection.
        if hasSentRequest, let reason = lateness(at: .now) { return reason }
        if connectionRefusal == .privateAddress, code == CURLE_COULDNT_CONNECT || code == CURLE_ABORTED_BY_CALLBACK {
            return .privateAddress
        }
        if !hasSentRequest, let status = handle.proxyStatus, !status.isSuccess { return .proxyRefused(status) }
        let text = handle.text(for: code)
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            return .unresolvedHost
        case CURLE_COULDNT_RESOLVE_PROXY:
            // Without the proxy's URL, which may hold a password.
            return .unusableProxy(reason: text.replacing(/\ in '.*/.dotMatchesNewlines(), with: ""))
        case CURLE_COULDNT_CONNECT:
            let errorNumber = handle.systemError
            guard errorNumber == 0 else { return .unreachable(reason: FileError.text(of: Int32(errorNumber))) }
            // "… after 3 ms: …": without the time, equal failures of one host are equal.
            return .unreachable(reason: text.replacing(/\ after \d+ ms/, with: ""))
        case CURLE_URL_MALFORMAT:
            return .malformedURL
        case CURLE_UNSUPPORTED_PROTOCOL where hasSentRequest, CURLE_WEIRD_SERVER_REPLY where head.byteCount == 0:
            return ReceivedHead.noStatusLine
        case CURLE_UNSUPPORTED_PROTOCOL:
            return .unsupportedScheme
        case CURLE_WEIRD_SERVER_REPLY:
            return .malformedResponse(reason: text)
        case CURLE_PARTIAL_FILE where head.byteCount > 0:
            return .cutShort(byteCount: byteCount)
        case CURLE_RECV_ERROR where head.isComplete && load.origin.scheme == "http" && handle.systemError == 0:
            // libcurl got the bytes, and cannot read them. Over TLS the code stands for a broken connection too.
            return .malformedResponse(reason: text)
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            let isCutShort = head.isComplete && code != CURLE_SEND_ERROR
            return isCutShort ? .cutShort(byteCount: byteCount) : .connectionLost(reason: text)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED:
            return .tls(reason: text)
        default:
            return .failed(code: Int(code.rawValue), reason: text)
        }
    }

    /// Tests if the request was not sent, because its connection was unusable, or the server has not looked at it: it
    /// closed an idle connection, or says to leave one (`GOAWAY`, `REFUSED_STREAM`). Such a request is sent again,
    /// once, without counting as a try (RFC 9110, section 9.2.2; RFC 9113, section 8.7).
    private func isUnanswered(after code: CURLcode, _ handle: CurlHandle) -> Bool {
        guard head.byteCount == 0, refusal == nil, !load.wasSentAgain, lateness(at: .now) == nil else { return false }
        switch code {
        case CURLE_HTTP2, CURLE_PARTIAL_FILE: return true
        case CURLE_ABORTED_BY_CALLBACK: return connectionRefusal == .unusable
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING: return handle.hasReusedConnection
        default: return false
        }
    }

    /// Keeps the connection of a response that is complete.
    func keepConnection(after code: CURLcode, _ handle: CurlHandle) {
        guard code == CURLE_OK, let ends, !handle.isMultiplexed, let socket = handle.socket else { return }
        connections.keep(socket, ends)
    }
}
#endif
