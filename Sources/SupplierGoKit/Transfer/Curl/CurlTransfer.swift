internal import CCurl
import FoundationEssentials

/// One request under way, through its redirects and retries; used on the engine's thread only.
final class CurlTransfer {
    /// Somebody who waits for the whole response.
    struct Waiter {
        let id: Int

        /// Is called once, on the engine's thread.
        let receiver: @Sendable (Result<DataOutcome, any Error>) -> Void
    }

    /// Who waits for the response.
    enum Delivery {
        /// For the whole of it: one or several callers.
        case whole([Waiter])

        /// For the head, then for chunks.
        case stream(CheckedContinuation<ResponseHead, any Error>)

        /// The head was handed out.
        case chunks
    }

    /// Bytes that may wait for the reader before the sender is held back.
    static let streamBufferLimit = 256 << 10

    /// Bytes of a body that nobody wants which are read for the sake of the connection.
    static let discardedBodyLimit = 64 << 10

    /// The most bytes of a header section, interim answers and trailers included, and the most fields of one.
    static let headByteLimit = 256 << 10, fieldLimit = 256

    let id: Int
    let request: DataRequest
    let isStreaming: Bool
    let timeLimit: Duration
    let retryPolicy: RetryPolicy

    /// What it is worked on by, whose turns tell the time.
    let multi: CurlMulti
    private(set) var address: LazyURL

    /// The URL that is asked now.
    var url: URL { address.url }

    /// ``url`` as libcurl takes it.
    var urlText: String { address.text }
    private(set) var origin: Origin
    var delivery: Delivery

    /// How urgent it is for the most hurried of its callers.
    var priority: DataRequest.Priority

    /// What equal requests find it by, where they may share it.
    var sharedKey: TransferKey?
    var carrier: (any TransferCarrier)?

    /// Whether a connection of the engine's own may carry it, which undoes no content coding.
    var mayBeExchanged: Bool

    /// Whether a connection that was kept had ended.
    var wantsNewConnection = false

    /// Whether it may lead to public addresses only.
    var isGuarded: Bool

    /// The proxy that it goes through.
    var proxy: String?

    /// Whether a connection was refused for its address.
    var refusedAddress = false

    /// When the first try started.
    var startedAt: Moment?

    /// When the last byte came, or the last try started.
    var lastActivity: Moment

    /// Whether it waits for its next try, and so is in nobody's queue.
    var isSleeping = false

    /// Whether it has a place.
    var isRunning = false

    var status = 0
    var fields = HTTPFields()
    var headByteCount = 0
    var isHeadComplete = false

    /// What to do about the answer, known with its head; ``RetryPolicy/Action/accept`` for one to deliver.
    var plan = RetryPolicy.Action.accept

    /// How the body goes on that broke off.
    var resumption: Resumption?

    /// The head that was handed out, or whose body is gone on with.
    var keptHead: ResponseHead?

    /// Body bytes that come again, and are passed over.
    var repeatedByteCount = 0

    /// Body bytes that were not yet handed out.
    var body: [UInt8] = []

    /// All body bytes so far.
    var byteCount = 0

    /// Bytes of the body of an answer that is not delivered.
    var discardedByteCount = 0

    /// Whether the body has a content coding, and so may be longer than what comes out of it.
    var isCoded = false

    /// Whether the sender is held back.
    var isPaused = false

    /// Why the callbacks ended the transfer.
    var refusal: DataLoadError.Reason?

    /// Who waits for the next chunk.
    var chunkWaiter: CheckedContinuation<[UInt8]?, any Error>?

    /// How it ended, for a stream whose reader comes later.
    var end: Result<Void, any Error>?

    var metrics: TransferMetrics

    init(
        id: Int, request: DataRequest, origin: Origin, configuration: DataLoader.Configuration, multi: CurlMulti,
        delivery: Delivery
    ) {
        self.id = id
        self.request = request
        self.multi = multi
        timeLimit = configuration.timeLimit
        retryPolicy = configuration.retryPolicy
        lastActivity = multi.now
        address = request.address
        self.origin = origin
        self.delivery = delivery
        priority = request.priority
        isGuarded = request.reach == .publicOnly
        metrics = TransferMetrics(at: request.address)
        if case .whole = delivery { isStreaming = false } else { isStreaming = true }
        mayBeExchanged = request.mayBeUncoded && !isStreaming
    }

    var isRedirect: Bool { RedirectPolicy.isRedirect(status) && fields.contains("Location") }

    /// Where the answer leads, made absolute; as it is where it cannot be. As libcurl does, it takes the first that is not empty.
    var location: String {
        guard let location = fields.values(of: "Location").first(where: { !$0.isEmpty }) else { return "" }
        return CurlLibrary.resolve(location, against: urlText) ?? location
    }

    /// Whether the answer's body is for somebody.
    var isDelivered: Bool { plan == .accept && !isRedirect }

    var head: ResponseHead { keptHead ?? answerHead }

    /// The head of this very answer.
    var answerHead: ResponseHead {
        ResponseHead(
            at: address, status: HTTPStatus(status), fields: fields, remoteAddress: metrics.remoteAddress)
    }

    /// The request's fields for the server that is asked now.
    var fieldsToSend: [HTTPFields.Field] {
        let isOwnOrigin = !request.originFields.isEmpty && Origin(request.url) == origin
        if request.fields.isEmpty && !isOwnOrigin && resumption == nil { return [] }
        return request.fields.fields + (isOwnOrigin ? request.originFields.fields : []) + (resumption?.fields ?? [])
    }

    /// The request as a connection of the engine's own takes it; `nil` where only libcurl can send it.
    var plainRequest: PlainRequest? { PlainRequest(url: urlText, fields: fieldsToSend) }

    /// How much of its time is left; without end for a stream whose head was handed out.
    func timeLeft(at now: Moment) -> Duration {
        if isStreaming, case .chunks = delivery { return .seconds(Int64.max / 2) }
        guard let startedAt else { return timeLimit }
        return startedAt + timeLimit - now
    }

    /// Notes that bytes came: with the turn that they came with, which spares a look at the clock for each line.
    func noteActivity() {
        lastActivity = multi.now
    }

    /// Begins again at a redirect's target.
    func redirect(to target: URL, origin targetOrigin: Origin) {
        guardRedirect()
        address = LazyURL(target)
        origin = targetOrigin
        metrics.redirectCount += 1
        beginAnswer()
    }

    /// Takes what is there for the reader.
    func takeBody() -> [UInt8] {
        defer { body = [] }
        return body
    }
}
