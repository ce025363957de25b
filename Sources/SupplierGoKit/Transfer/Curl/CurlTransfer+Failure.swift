internal import CCurl

extension CurlTransfer {
    /// The reason for a libcurl code.
    func failureReason(for code: CURLcode, text: String) -> DataLoadError.Reason {
        if let refusal = attempt.refusal { return refusal }
        // ``ReadingWatch`` has ended the connection.
        if attempt.hasSentRequest, let reason = lateness(at: .now) { return reason }
        if attempt.hasRefusedAddress, code == CURLE_COULDNT_CONNECT || code == CURLE_ABORTED_BY_CALLBACK {
            return .innerAddress
        }
        if !attempt.hasSentRequest, let status = handle?.proxyStatus, !status.isSuccess { return .proxyRefused(status) }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            return .unresolvedHost
        case CURLE_COULDNT_RESOLVE_PROXY:
            // Without the proxy's URL, which may hold a password.
            return .unusableProxy(reason: text.replacing(/\ in '.*/.dotMatchesNewlines(), with: ""))
        case CURLE_COULDNT_CONNECT:
            // "… after 3 ms: …": without the time, equal failures of one host are equal.
            return .unreachable(reason: text.replacing(/\ after \d+ ms/, with: ""))
        case CURLE_URL_MALFORMAT:
            return .malformedURL
        case CURLE_UNSUPPORTED_PROTOCOL where attempt.hasSentRequest,
            CURLE_WEIRD_SERVER_REPLY where attempt.headByteCount == 0:
            return .malformedAnswer(reason: Self.noStatusLine)
        case CURLE_UNSUPPORTED_PROTOCOL:
            return .unsupportedScheme
        case CURLE_WEIRD_SERVER_REPLY:
            return .malformedAnswer(reason: text)
        case CURLE_PARTIAL_FILE where attempt.headByteCount > 0:
            return .cutShort(byteCount: byteCount)
        case CURLE_RECV_ERROR where attempt.isHeadComplete && origin.scheme == "http" && handle?.systemError == 0:
            // libcurl got the bytes, and cannot read them. Over TLS the code stands for a broken connection too.
            return .malformedAnswer(reason: text)
        case CURLE_RECV_ERROR where attempt.isHeadComplete, CURLE_HTTP2 where attempt.isHeadComplete,
            CURLE_HTTP2_STREAM where attempt.isHeadComplete, CURLE_GOT_NOTHING where attempt.isHeadComplete:
            return .cutShort(byteCount: byteCount)
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            return .connectionLost(reason: text)
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
    func isUnanswered(after code: CURLcode) -> Bool {
        guard attempt.headByteCount == 0, attempt.refusal == nil, !wasSentAgain, let handle, lateness(at: .now) == nil
        else {
            return false
        }
        switch code {
        case CURLE_HTTP2, CURLE_PARTIAL_FILE: return true
        case CURLE_ABORTED_BY_CALLBACK: return attempt.isConnectionUnusable
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING: return handle.hasReusedConnection
        default: return false
        }
    }

    /// The request went over a connection that had served others before, one after the other.
    var hasReusedConnection: Bool {
        guard let handle, attempt.hasSentRequest, !attempt.isConnectionUnusable else { return false }
        return handle.hasReusedConnection && !handle.isMultiplexed
    }

    /// Tests if the answer's head is not one of HTTP. Over a reused connection it may be the rest of another answer: such a
    /// request is sent again too.
    func isNonsense(after code: CURLcode) -> Bool {
        switch attempt.refusal {
        case .malformedAnswer, .headTooLarge: true
        case nil: code == CURLE_WEIRD_SERVER_REPLY || code == CURLE_UNSUPPORTED_PROTOCOL
        default: false
        }
    }

    /// Tests if libcurl has no reason of its own to close the connection of a response that is complete.
    ///
    /// If it does, more bytes have come with the response than belong to it. It drops them, and says so to nobody.
    var mayKeepConnection: Bool {
        guard let handle, request.method == .get, proxy == nil, metrics.protocolName == "HTTP/1.1" else { return false }
        guard !isDistrusted, handle.declaredLength != nil, !attempt.fields.contains("Transfer-Encoding") else {
            return false
        }
        return !attempt.fields.members(of: "Connection").contains { $0.lowercased() == "close" }
    }
}
