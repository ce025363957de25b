#if Curl
/// A request on its way through redirects and retries, for one caller or several. Used on the engine's thread only.
final class RequestLoad {
    /// A caller that waits for the response.
    struct Caller {
        let id: Int
        let continuation: CheckedContinuation<ReceivedResponse, any Error>
    }

    /// The number of its first caller.
    let id: Int
    let request: DataRequest
    let isStreaming: Bool
    let configuration: DataLoader.Configuration
    var callers: [Caller]

    private let hash: Int

    /// The priority of the most urgent caller.
    var priority: DataRequest.Priority

    /// Waits before the next try.
    var wait: Task<Void, any Error>?

    /// The last try.
    var attempt: CurlTry?

    /// The URL that is requested now.
    private(set) var url: URL
    private(set) var origin: Origin

    /// It may lead to public addresses only.
    private(set) var isGuarded: Bool

    /// The host's address that a proxy is told, once it is looked up; `nil` inside if there is none.
    var toldAddress: IPAddress??

    /// The last connection was silent, or could not be used.
    private(set) var needsNewConnection = false

    /// A content coding is asked for and decoded. An object in a store is its bytes as they are.
    private(set) var isDecoded: Bool

    /// The request was sent again because the server had not looked at it.
    var wasSentAgain = false

    /// When the first try started.
    var startedAt: ContinuousClock.Instant?
    private(set) var redirects: [DataResponse.Head.Redirect] = []
    var metrics: DataLoader.Metrics

    init(
        _ request: DataRequest, _ origin: Origin, _ configuration: DataLoader.Configuration, _ caller: Caller? = nil,
        isStreaming: Bool = false
    ) {
        id = caller?.id ?? 0
        self.request = request
        self.isStreaming = isStreaming
        self.configuration = configuration
        callers = caller.map { [$0] } ?? []
        hash = request.hashValue
        priority = request.priority
        url = request.url
        self.origin = origin
        isGuarded = request.reach == .publicOnly
        isDecoded = request.signature == nil
        metrics = DataLoader.Metrics(url: request.url)
    }

    /// Whether equal requests may join it.
    var isShared: Bool { !isStreaming && request.isShareable }

    /// The request's fields for the server that is asked now: ``DataRequest/originFields`` for their own origin only, also
    /// after redirects.
    var fieldsToSend: [HeaderFields.Field] {
        let isOwnOrigin = !request.originFields.isEmpty && Origin(request.url) == origin
        if request.fields.isEmpty && !isOwnOrigin { return [] }
        return request.fields.fields + (isOwnOrigin ? request.originFields.fields : [])
    }

    var timeLimit: Duration { min(request.timeLimit ?? configuration.timeLimit, configuration.timeLimit) }

    func timeLeft(at now: ContinuousClock.Instant) -> Duration {
        guard let startedAt else { return timeLimit }
        return startedAt + timeLimit - now
    }

    /// The next step after the end of a try.
    func action(on event: RetryPolicy.Event) -> RetryPolicy.Action {
        configuration.retryPolicy.action(
            on: event, retries: metrics.retryCount, timeLeft: timeLeft(at: .now), random: .random(in: .min ... .max))
    }

    /// An error with the metrics so far.
    func error(_ reason: DataLoadError.Reason) -> DataLoadError {
        if let startedAt { metrics.duration = .now - startedAt }
        return DataLoadError(
            reason, url, tryCount: reason == .loaderIsShutDown ? 1 : metrics.retryCount + 1,
            metrics: startedAt == nil ? nil : metrics)
    }

    /// Begins again at a redirect's target.
    ///
    /// - Throws: ``DataLoadError`` for a target that ``RedirectPolicy`` refuses.
    func redirect(by head: ReceivedHead) throws(DataLoadError) {
        // Like libcurl it takes the first location that is not empty.
        let location = head.fields.values(of: "Location").first { !$0.isEmpty } ?? ""
        let target = try RedirectPolicy().target(from: url, location: location, count: metrics.redirectCount)
        guard let targetOrigin = Origin(target) else { throw .withoutOrigin(target) }
        if request.reach == .stayingPublic, !isGuarded {
            isGuarded =
                metrics.remoteAddress.flatMap { IPAddress($0) }.map(HostPolicy.isPublic)
                ?? !HostPolicy.isPrivate(host: origin.host)
        }
        (url, origin, toldAddress) = (target, targetOrigin, nil)
        redirects.append(DataResponse.Head.Redirect(status: HTTPStatus(head.status), fields: head.fields))
        metrics.redirectCount += 1
    }

    /// Begins again at the same server.
    func retry(after reason: DataLoadError.Reason? = nil) {
        if case .timedOut = reason { needsNewConnection = true }
        toldAddress = nil
        metrics.retryCount += 1
    }

    /// Begins again over another connection, without counting a retry.
    func sendAgain() {
        (needsNewConnection, wasSentAgain) = (true, true)
    }

    /// Begins again for the body as it is, without counting a retry.
    func sendUndecoded() {
        isDecoded = false
    }
}

/// Loads are equal if one response serves both.
extension RequestLoad: Hashable {
    static func == (left: RequestLoad, right: RequestLoad) -> Bool {
        left === right || left.hash == right.hash && left.request.hasSameResponse(as: right.request)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
#endif
