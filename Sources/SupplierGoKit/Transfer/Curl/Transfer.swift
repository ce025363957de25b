#if Curl
/// A request from arrival to response, through redirects and retries, for one caller or several. Used on the engine's
/// thread only, so that what changes with each line of a head needs no check of exclusive access.
///
/// It does one try at a time, and is in one of these states:
///
/// | state | by |
/// | --- | --- |
/// | it waits for a time, or for a name lookup | ``wait`` |
/// | its try waits for a slot | ``slot`` is `.queued` |
/// | its try runs | ``handle`` |
/// | it is over; a stream that is not read to its end | ``Try/end`` |
final class Transfer {
    /// A caller that gets the response, or the head of a stream.
    @safe struct Receiver {
        let id: Int

        /// Resumed once. A checked one would be an object more for each avatar.
        let continuation: UnsafeContinuation<ReceivedResponse, any Error>?

        func receive(_ result: Result<ReceivedResponse, any Error>) { unsafe continuation?.resume(with: result) }
    }

    /// The number of its first caller.
    let id: Int
    let request: DataRequest

    /// Made once: it is looked at again when the transfer is forgotten, and whenever the table of transfers grows.
    private let urlHash: UInt64
    let isStreaming: Bool
    let context: TransferContext
    var receivers: [Receiver]

    /// The result for its receivers, once there is one.
    var result: Result<ReceivedResponse, any Error>?

    /// Its index among the engine's transfers.
    var index = 0

    /// The priority of the most urgent caller.
    var priority: DataRequest.Priority

    /// The URL that is requested now, and its origin.
    private(set) var url: URL
    private(set) var host: Host

    /// It may lead to public addresses only.
    private(set) var isGuarded: Bool

    /// The host's address that a proxy is told, once it is looked up; `nil` inside if the name does not resolve.
    var proxiedAddress: IPAddress??

    /// The last connection was silent, or could not be used.
    var needsNewConnection = false

    /// A content coding is asked for and decoded. An object in a store is its bytes as they are.
    var isDecoded: Bool

    /// The request was sent again because the server had not looked at it.
    var wasSentAgain = false

    /// When the first try started.
    var startedAt: Duration?
    private(set) var redirects: [DataResponse.Head.Redirect] = []
    @safe @exclusivity(unchecked) var metrics: DataLoader.Metrics

    /// The wait before its next try.
    var wait: Task<Void, any Error>?

    /// Its part in ``Admission``.
    var slot = Admission.Slot.none
    var handle: CurlHandle?
    @safe @exclusivity(unchecked) var attempt = Try()

    /// A stream's head was handed out, or is about to be: it cannot begin again.
    var isHandedOut = false

    /// Resumes the reader that waits for a stream's next bytes, or its end. The compiler does not know the size of a
    /// continuation, which would make each access to a transfer slower.
    var reader: (() -> Void)?

    /// The sender is held back until the reader has taken what is there.
    var isPaused = false

    /// The error for a stream's reader, once the stream has ended.
    var streamError: (any Error)?

    init(
        _ request: DataRequest, to host: Host, _ context: TransferContext, for receiver: Receiver,
        isStreaming: Bool = false
    ) {
        id = receiver.id
        self.request = request
        urlHash = XXH64.hash(of: request.url.absoluteString.utf8.span)
        self.isStreaming = isStreaming
        self.context = context
        receivers = [receiver]
        priority = request.priority
        url = request.url
        self.host = host
        isGuarded = request.reach == .publicOnly
        isDecoded = request.signature == nil
        metrics = DataLoader.Metrics(url: request.url)
    }

    /// Requests that it serves may join it. One that changes something is sent as often as it is made.
    var mayBeJoined: Bool { !isStreaming && (request.method == .get || request.method == .head) }

    /// The request's fields for the server that is asked now: ``DataRequest/originFields`` for their own origin only,
    /// also after redirects.
    var fieldsToSend: [HeaderFields.Field] {
        let fields = request.signature == nil ? request.fields.fields : request.signingFields
        let isOwnOrigin = !request.originFields.isEmpty && request.origin == host.origin
        return isOwnOrigin ? fields + request.originFields.fields : fields
    }

    /// The reason not to send the request, or `nil` if it may be sent.
    var guardFailure: DataLoadError.Reason? {
        let text = url.absoluteString.utf8.span
        for index in text.indices where text[index] <= 0x20 || text[index] == 0x7f { return .malformedURL }
        if let proxy = host.proxy, !ProxyRules.hasKnownScheme(proxy) {
            return .unusableProxy(reason: "Unsupported proxy scheme")
        }
        guard isGuarded else { return nil }
        if HostPolicy.isPrivate(host: host.origin.host) { return .privateAddress }
        switch proxiedAddress {
        case nil: return nil
        case .some(nil): return .unresolvedHost
        case .some(let address?): return HostPolicy.isPublic(address) ? nil : .privateAddress
        }
    }

    var timeLimit: Duration {
        min(request.timeLimit ?? context.configuration.timeLimit, context.configuration.timeLimit)
    }

    /// The time that is left; without end for a stream whose head was handed out.
    func timeLeft(at now: Duration) -> Duration {
        if isHandedOut { return .seconds(Int64.max / 2) }
        return startedAt.map { $0 + timeLimit - now } ?? timeLimit
    }

    /// The reason to end its try now, or `nil` if it is not late.
    func lateness(at now: Duration) -> DataLoadError.Reason? {
        if timeLeft(at: now) <= .zero { return .tookTooLong(limit: timeLimit) }
        let idleTimeout = context.configuration.idleTimeout
        return attempt.lastActivity + idleTimeout <= now ? .timedOut(after: idleTimeout) : nil
    }

    /// The longest wait that it waits out if its server asks for it.
    var longestWait: Duration { request.longestWait ?? context.configuration.retryPolicy.longestWaitInRequest }

    func askedToWait(_ wait: Duration, _ status: HTTPStatus) -> DataLoadError.Reason {
        .askedToWait(status, wait: wait, limit: longestWait)
    }

    /// The next step after the end of a try.
    func action(on event: RetryPolicy.Event) -> RetryPolicy.Action {
        var policy = context.configuration.retryPolicy
        policy.longestWaitInRequest = longestWait
        return policy.action(
            on: event, retries: metrics.retryCount, timeLeft: timeLeft(at: .clock), random: .random(in: .min ... .max))
    }

    /// An error with the metrics so far.
    func error(_ reason: DataLoadError.Reason) -> DataLoadError {
        if let startedAt { metrics.duration = .clock - startedAt }
        return DataLoadError(
            reason, url, tryCount: reason == .loaderIsShutDown ? 1 : metrics.retryCount + 1,
            metrics: startedAt == nil ? nil : metrics)
    }

    /// The response as far as it is there: of a stream the head.
    func takeResponse() -> ReceivedResponse {
        let head = DataResponse.Head(
            url: url, status: attempt.head.status, fields: attempt.head.fields,
            remoteAddress: metrics.remoteAddress, redirects: redirects)
        return ReceivedResponse(
            id: id, head: head, metrics: metrics, body: isStreaming ? .memory([]) : attempt.body.removeFirst())
    }
}

/// Of equal ones the first serves the callers of all.
extension Transfer: Hashable {
    static func == (left: Transfer, right: Transfer) -> Bool {
        left === right || left.urlHash == right.urlHash && left.request.isServed(with: right.request)
    }

    /// Requests for one URL that differ otherwise are rare.
    func hash(into hasher: inout Hasher) { hasher.combine(urlHash) }
}

// MARK: - Beginning again

extension Transfer {
    /// Leads to a redirect's target.
    func redirect(to target: URL, _ host: Host, by status: HTTPStatus, _ fields: HeaderFields) {
        if request.reach == .stayingPublic, !isGuarded {
            isGuarded =
                HostPolicy.isPublic(numericAddress: metrics.remoteAddress)
                ?? !HostPolicy.isPrivate(host: self.host.origin.host)
        }
        (url, self.host, proxiedAddress) = (target, host, nil)
        // Each hop is a request of its own.
        (wasSentAgain, needsNewConnection) = (false, false)
        redirects.append(DataResponse.Head.Redirect(status: status, fields: fields))
        metrics.redirectCount += 1
    }

    /// Begins again at the same server.
    func retry(after reason: DataLoadError.Reason? = nil) {
        if case .timedOut = reason { needsNewConnection = true }
        (wasSentAgain, proxiedAddress) = (false, nil)
        metrics.retryCount += 1
    }
}

extension Duration {
    private static let start = ContinuousClock.now

    /// The time on the engine's clock.
    ///
    /// The compiler does not know the size of a `ContinuousClock.Instant`: what holds one is copied and compared by way
    /// of tables.
    static var clock: Duration { start.duration(to: .now) }
}

/// The rules, the clock and the connections that all transfers of an engine share.
final class TransferContext {
    let configuration: DataLoader.Configuration
    let connections: IdleConnections

    /// When libcurl was last let work, or came back. The lines of a head count as of then.
    var now = Duration.clock

    /// The streams whose heads have come in this turn.
    var startedStreams: [Transfer] = []

    init(_ configuration: DataLoader.Configuration) {
        self.configuration = configuration
        connections = IdleConnections(idleTimeout: configuration.idleTimeout)
    }
}
#endif
