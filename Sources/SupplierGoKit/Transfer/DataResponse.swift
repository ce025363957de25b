public import FoundationEssentials

/// What a server said before the body.
public struct ResponseHead: Sendable, Hashable {
    /// The URL that answered: the request's, or the last redirect's target.
    public var url: URL { address.url }

    /// The same, as it is handed on.
    let address: LazyURL

    /// The status; 200 for a file that was opened.
    public let status: HTTPStatus

    /// The header fields; none for a file.
    public let fields: HTTPFields

    /// The numeric address of the server that answered; `nil` where it is unknown, as behind a proxy or for a file.
    public let remoteAddress: String?

    /// Creates a head.
    public init(url: URL, status: HTTPStatus, fields: HTTPFields = HTTPFields(), remoteAddress: String? = nil) {
        self.init(at: LazyURL(url), status: status, fields: fields, remoteAddress: remoteAddress)
    }

    init(at address: LazyURL, status: HTTPStatus, fields: HTTPFields, remoteAddress: String?) {
        self.address = address
        self.status = status
        self.fields = fields
        self.remoteAddress = remoteAddress
    }
}

/// A whole response.
public struct DataResponse: Sendable {
    /// What a response consists of, in one place: it is handed on several times.
    private final class Parts: Sendable {
        let head: ResponseHead
        let body: [UInt8]
        let metrics: TransferMetrics?

        init(_ head: ResponseHead, _ body: [UInt8], _ metrics: TransferMetrics?) {
            (self.head, self.body, self.metrics) = (head, body, metrics)
        }
    }

    private let parts: Parts

    /// What came before the body.
    public var head: ResponseHead { parts.head }

    /// The body, decoded from its content coding.
    public var body: [UInt8] { parts.body }

    /// What the transfer took; `nil` for a file, or where the loader does not measure.
    public var metrics: TransferMetrics? { parts.metrics }

    /// How long the transfer and its first byte took, which is asked of every response; `nil` where nobody measured.
    var times: (duration: Duration, toFirstByte: Duration?)? {
        parts.metrics.map { ($0.duration, $0.timeToFirstByte) }
    }

    /// Creates a response.
    public init(head: ResponseHead, body: [UInt8], metrics: TransferMetrics? = nil) {
        parts = Parts(head, body, metrics)
    }
}

/// A response whose body is still arriving.
public struct DataStream: Sendable {
    /// What came before the body.
    public let head: ResponseHead

    /// The body, decoded from its content coding, as it arrives.
    ///
    /// A reader that does not pull holds the sender back. A reader that stops pulling for good drops the stream, which
    /// ends the transfer.
    public let chunks: ByteChunks

    /// Creates a stream.
    public init(head: ResponseHead, chunks: ByteChunks) {
        self.head = head
        self.chunks = chunks
    }
}
