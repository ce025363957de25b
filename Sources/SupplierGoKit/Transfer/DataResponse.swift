public import FoundationEssentials

/// What a server said before the body.
public struct ResponseHead: Sendable, Hashable {
    /// The URL that answered: the request's, or the last redirect's target.
    public let url: URL

    /// The status; 200 for a file that was opened.
    public let status: HTTPStatus

    /// The header fields; none for a file.
    public let fields: HTTPFields

    /// Creates a head.
    public init(url: URL, status: HTTPStatus, fields: HTTPFields = HTTPFields()) {
        self.url = url
        self.status = status
        self.fields = fields
    }
}

/// A whole response.
public struct DataResponse: Sendable {
    /// What came before the body.
    public let head: ResponseHead

    /// The body, decoded from its content coding.
    public let body: [UInt8]

    /// Creates a response.
    public init(head: ResponseHead, body: [UInt8]) {
        self.head = head
        self.body = body
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
