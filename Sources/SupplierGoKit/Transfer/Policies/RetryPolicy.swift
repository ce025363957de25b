/// Decides on retries and their times; a pure function over values.
///
/// The first wait is short, since most temporary failures end at once. Each further ceiling is eight times as high. A
/// wait is drawn at random between zero and its ceiling ("full jitter"), so that the clients of an overloaded server do
/// not return all at the same time.
struct RetryPolicy: Sendable, Hashable {
    /// The end of a try.
    enum Event: Sendable {
        /// A response, and the wait that its server asks for (`Retry-After`).
        case answered(HTTPStatus, retryAfter: Duration?)

        /// No response, or not the whole of it.
        case failed(DataLoadError.Reason)
    }

    /// The next step.
    enum Action: Sendable, Hashable {
        /// Take the response or the error for the result.
        case accept

        /// Send the request again after a wait.
        case retry(after: Duration)

        /// Send the request again after a wait, and until then nothing else to the origin either.
        case retryWithOrigin(after: Duration)

        /// Fail: the server asks for a longer wait than ``longestWaitInRequest``.
        case refuse(wait: Duration)
    }

    /// The most retries of one request.
    var limit = 3

    /// The longest wait before the first retry.
    var firstDelay: Duration = .milliseconds(50)

    /// The longest wait that is drawn, however many retries there were.
    var longestDelay: Duration = .seconds(30)

    /// The longest wait that a request waits out if its server asks for it. Later runs respect longer ones:
    /// ``StoredResponse/Failure/longestWait``.
    var longestWaitInRequest: Duration = .seconds(300)

    /// A response with this status may be another one next time (RFC 9110, section 15; RFC 6585, section 4; RFC
    /// 8470, section 5.2): those that curl retries, and 425.
    static func isRetryable(_ status: HTTPStatus) -> Bool {
        [408, 425, 429, 500, 502, 503, 504, 522, 524].contains(status.code)
    }

    /// The next step after a try.
    ///
    /// - Parameters:
    ///   - event: its end.
    ///   - retries: the number of retries before.
    ///   - timeLeft: the rest of the request's time; no longer wait is begun.
    ///   - random: a number drawn from all there are, which the wait depends on.
    func action(on event: Event, retries: Int, timeLeft: Duration, random: UInt64) -> Action {
        var asked = Duration.zero
        switch event {
        case .answered(let status, let retryAfter):
            guard Self.isRetryable(status), limit > 0 else { return .accept }
            asked = max(.zero, retryAfter ?? .zero)
            if asked > longestWaitInRequest { return .refuse(wait: asked) }
        case .failed(let reason):
            guard reason.isTransient else { return .accept }
        }
        guard retries < limit else { return .accept }
        let drawn = delay(before: retries, random: random)
        let wait = max(asked, min(drawn, longestWaitInRequest))
        guard wait < timeLeft else { return .accept }
        return asked > .zero ? .retryWithOrigin(after: wait) : .retry(after: wait)
    }

    private func delay(before retries: Int, random: UInt64) -> Duration {
        var ceiling = firstDelay
        for _ in 0..<retries where ceiling < longestDelay { ceiling *= 8 }
        ceiling = min(ceiling, longestDelay)
        let nanoseconds = UInt64(max(0, ceiling / .nanoseconds(1)))
        return .nanoseconds(Int64((nanoseconds + 1).multipliedFullWidth(by: random).high))
    }
}

extension DataLoadError.Reason {
    /// The same request may succeed another time. A silence is final all the same if the request
    /// ``DataRequest/failsOnSilence``.
    var isTransient: Bool {
        switch self {
        case .unreachable, .timedOut, .cutShort, .connectionLost: true
        case .proxyRefused(let status): RetryPolicy.isRetryable(status)
        default: false
        }
    }
}
