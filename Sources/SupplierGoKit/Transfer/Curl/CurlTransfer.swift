internal import CCurl
import FoundationEssentials

/// One request in progress, through its redirects and retries. Used on the engine's thread only.
final class CurlTransfer {
    /// A caller that waits for the whole response.
    struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<ReceivedResponse, any Error>
    }

    /// The callers that wait for the response.
    enum Delivery {
        /// One or several callers, for all of it.
        case whole([Waiter])

        /// A caller, for the head first.
        case head(CheckedContinuation<ResponseHead, any Error>)

        /// The head was handed out.
        case chunks
    }

    enum Phase {
        /// It waits for a slot.
        case queued

        /// It waits for its next try.
        case sleeping

        /// It has a handle, and a slot unless its reader holds it back.
        case running

        /// It needs neither any more.
        case over
    }

    let id: Int
    let request: DataRequest
    let isStreaming: Bool
    private let configuration: DataLoader.Configuration
    private let connections: KeptConnections

    /// The URL that is requested now.
    private(set) var url: URL
    private(set) var origin: Origin
    var delivery: Delivery
    var phase = Phase.queued

    /// A stream that its reader holds back has none.
    var hasSlot = false

    /// Its number among the transfers to an origin that multiplexes, 0 for others.
    var streamNumber = 0

    /// The priority of the most urgent of its callers.
    var priority: DataRequest.Priority
    var handle: CurlHandle?

    /// It may lead to public addresses only.
    private(set) var isGuarded: Bool

    var proxy: String?

    /// The last connection was silent.
    var needsNewConnection = false

    /// The request was sent again because the server had not looked at it.
    private(set) var wasSentAgain = false

    /// The last response could not be read, and its connection had served other requests.
    private(set) var hasReadNonsense = false

    /// When the first try started.
    var startedAt: ContinuousClock.Instant?

    /// When the last byte came or left, or the last try started.
    var lastActivity = ContinuousClock.now

    var attempt = Attempt()

    /// The redirects that were followed.
    private var redirects: [ResponseHead.Redirect] = []

    /// Body bytes that were not handed out yet.
    var body = BodyBuffer()

    var byteCount = 0

    /// The reader that waits for the next chunk.
    var chunkWaiter: CheckedContinuation<BodyBuffer.Content?, any Error>?

    /// The end of a stream whose reader comes later.
    var end: Result<Void, any Error>?

    var metrics: TransferMetrics

    init(
        _ id: Int, _ request: DataRequest, _ origin: Origin, _ configuration: DataLoader.Configuration,
        _ delivery: Delivery, _ connections: KeptConnections = KeptConnections()
    ) {
        self.id = id
        self.request = request
        self.configuration = configuration
        url = request.url
        self.origin = origin
        self.delivery = delivery
        self.connections = connections
        priority = request.priority
        isGuarded = request.reach == .publicOnly
        metrics = TransferMetrics(url: request.url)
        if case .whole = delivery { isStreaming = false } else { isStreaming = true }
    }

    var head: ResponseHead {
        ResponseHead(
            url: url, status: HTTPStatus(attempt.status), fields: attempt.fields, remoteAddress: metrics.remoteAddress,
            redirects: redirects)
    }

    /// The request's fields for the server that is asked now: ``DataRequest/originFields`` for their own origin only, also
    /// after redirects.
    var fieldsToSend: [HTTPFields.Field] {
        let isOwnOrigin = !request.originFields.isEmpty && Origin(request.url) == origin
        if request.fields.isEmpty && !isOwnOrigin { return [] }
        return request.fields.fields + (isOwnOrigin ? request.originFields.fields : [])
    }

    /// The redirect's target, made absolute if possible.
    ///
    /// Like libcurl it takes the first `Location` that is not empty.
    var location: String {
        guard let location = attempt.fields.values(of: "Location").first(where: { !$0.isEmpty }) else { return "" }
        return CurlTemplate.resolve(location, against: url.absoluteString) ?? location
    }

    var timeLimit: Duration { min(request.timeLimit ?? configuration.timeLimit, configuration.timeLimit) }
    var retryPolicy: RetryPolicy { configuration.retryPolicy }

    /// The time that is left; without end for a stream whose head was handed out.
    func timeLeft(at now: ContinuousClock.Instant) -> Duration {
        if isStreaming, case .chunks = delivery { return .seconds(Int64.max / 2) }
        guard let startedAt else { return timeLimit }
        return startedAt + timeLimit - now
    }

    /// The reason to end a running transfer now, or `nil` if it is not late. A stream that its reader holds back is not idle.
    func lateness(at now: ContinuousClock.Instant) -> DataLoadError.Reason? {
        guard !attempt.isPaused else { return nil }
        if timeLeft(at: now) <= .zero { return .tookTooLong(limit: timeLimit) }
        return lastActivity + configuration.idleTimeout <= now ? .timedOut(after: configuration.idleTimeout) : nil
    }

    /// An error with the transfer's metrics.
    func error(_ reason: DataLoadError.Reason) -> DataLoadError {
        DataLoadError(
            reason, url, tryCount: reason == .loaderIsShutDown ? 1 : metrics.retryCount + 1,
            metrics: startedAt == nil ? nil : metrics)
    }

    /// Adds a try's figures.
    func measure(_ handle: CurlHandle) {
        metrics.url = url
        metrics.receivedByteCount += handle.receivedByteCount
        metrics.decodedByteCount = byteCount
        if !handle.hasReusedConnection { metrics.reusesConnection = false }
    }

    /// Begins again at a redirect's target.
    func redirect(to target: URL, origin targetOrigin: Origin) {
        if request.reach == .outward, !isGuarded {
            isGuarded =
                metrics.remoteAddress.flatMap { IPAddress($0) }.map(HostPolicy.isPublic)
                ?? !HostPolicy.isInner(host: origin.host)
        }
        (url, origin) = (target, targetOrigin)
        redirects.append(ResponseHead.Redirect(status: HTTPStatus(attempt.status), fields: attempt.fields))
        metrics.redirectCount += 1
        hasReadNonsense = false
        attempt = Attempt()
    }

    /// Begins again at the same server.
    func retry() {
        metrics.retryCount += 1
        forgetBody()
        attempt = Attempt()
    }

    /// Begins again over another connection.
    func sendAgain(afterNonsense: Bool = false) {
        wasSentAgain = true
        needsNewConnection = true
        hasReadNonsense = afterNonsense
        forgetBody()
        attempt = Attempt()
    }

    /// The origin that the request's connection leads to: over plain HTTP the proxy's, if there is one.
    var peer: Origin {
        guard let proxy, origin.scheme == "http" else { return origin }
        return URL(string: proxy.contains("://") ? proxy : "http://" + proxy).flatMap { Origin($0) } ?? origin
    }

    /// The request gets a connection of its own.
    var isDistrusted: Bool { !connections.distrusted.isEmpty && connections.distrusted.contains(peer) }

    /// A stream whose head was handed out cannot begin again.
    var canRetry: Bool {
        if case .chunks = delivery { return false }
        return true
    }

    private func forgetBody() {
        (body, byteCount) = (BodyBuffer(), 0)
    }

    /// The reason not to try the URL, or `nil` if it may be tried.
    var guardFailure: DataLoadError.Reason? {
        if url.absoluteString.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f }) { return .malformedURL }
        if let proxy, !ProxyRules.hasKnownScheme(proxy) {
            return .unusableProxy(reason: "Unsupported proxy scheme")
        }
        return isGuarded && HostPolicy.isInner(host: origin.host) ? .innerAddress : nil
    }

    /// Tests if a connection may lead to this address; a proxy's may.
    func mayConnect(to address: @autoclosure () -> IPAddress?) -> Bool {
        guard !HostPolicy.admits(address(), isGuarded: isGuarded && proxy == nil) else { return true }
        attempt.hasRefusedAddress = true
        return false
    }

    /// Tests if the transfer may open a connection. To an origin that multiplexes at most 100 may (RFC 9113, section 6.5.2,
    /// recommends to admit as many streams): those beyond that wait for a stream.
    ///
    /// libcurl sends a request again by itself if the server has not looked at it, later versions (8.14) up to five times;
    /// here once is enough.
    var mayOpenConnection: Bool {
        if attempt.hasSentRequest {
            guard !wasSentAgain else {
                attempt.refusal = .connectionLost(reason: CurlTemplate.text(for: CURLE_HTTP2))
                return false
            }
            (attempt.hasSentRequest, wasSentAgain) = (false, true)
        }
        attempt.exceedsStreams = streamNumber > 100 && !needsNewConnection && !isDistrusted
        return !attempt.exceedsStreams
    }

    /// Has a new connection's socket watched if HTTP/2 may be spoken over it.
    func noteSocket(_ socket: curl_socket_t) {
        if origin.scheme == "https" { connections.watch.add(socket) }
    }

    /// Tests if the request may go over this connection. An idle one that has bytes which no request asked for does not
    /// serve: they would be read as the response to this one.
    func mayUseConnection(with ends: KeptConnections.Ends) -> Bool {
        let isSilent = connections.use(ends, by: ObjectIdentifier(self))
        attempt.isConnectionUnusable = handle?.hasReusedConnection == true && !isSilent
        return !attempt.isConnectionUnusable
    }

    /// Takes the whole response for its callers.
    func takeResponse() -> ReceivedResponse {
        ReceivedResponse(head: head, metrics: metrics, body: body.removeFirst())
    }

    /// Gives the waiting reader the next bytes, or the end.
    func deliverChunk() {
        guard let waiter = chunkWaiter else { return }
        if !body.isEmpty {
            chunkWaiter = nil
            waiter.resume(returning: body.removeFirst(upTo: Self.streamBufferLimit))
        } else if let end {
            chunkWaiter = nil
            waiter.resume(with: end.map { nil })
        }
    }
}
