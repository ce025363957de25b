extension DataResponse {
    /// The part of a response before its body.
    public struct Head: Sendable, Hashable {
        /// The URL that answered: the request's, or the last redirect's target.
        public let url: URL

        /// The status; 200 for a file that was opened.
        public let status: HTTPStatus

        /// The header fields; none for a file.
        public let fields: HeaderFields

        /// The numeric address of the server that answered, or `nil` if it is unknown, as behind a proxy or for a file.
        public let remoteAddress: String?

        /// The redirects that led here, in order. A loader that hides them lets a cache use a response for longer than
        /// its servers allow.
        public let redirects: [Redirect]

        /// A response that redirected.
        public struct Redirect: Sendable, Hashable {
            /// The status.
            public let status: HTTPStatus

            /// The header fields.
            public let fields: HeaderFields

            /// Creates a redirect.
            public init(status: HTTPStatus, fields: HeaderFields) {
                self.status = status
                self.fields = fields
            }
        }

        /// Creates a head.
        public init(
            url: URL, status: HTTPStatus, fields: HeaderFields = HeaderFields(), remoteAddress: String? = nil,
            redirects: [Redirect] = []
        ) {
            self.url = url
            self.status = status
            self.fields = fields
            self.remoteAddress = remoteAddress
            self.redirects = redirects
        }
    }
}

extension DataResponse.Head: Redacted {
    /// The status, the URL and the header fields, without secrets.
    public var description: String { "\(status) \(url.shown)\n\(fields)" }
}

/// A whole response.
public struct DataResponse: Sendable {
    /// The part before the body.
    public var head: DataResponse.Head { received.head }

    /// The body, decoded from its content coding.
    public let body: [UInt8]

    /// The transfer's metrics, or `nil` for a file, or if the loader does not measure.
    public var metrics: DataLoader.Metrics? { received.metrics }

    private let received: ReceivedResponse

    /// The `SharedResponse` of a cache around the network's loader, or `nil` if the response came from the network.
    package var shared: (any Sendable)?

    /// Creates a response.
    public init(head: DataResponse.Head, body: [UInt8], metrics: DataLoader.Metrics? = nil) {
        self.init(ReceivedResponse(id: 0, head: head, metrics: metrics, body: .memory([])), body)
    }

    /// Creates a response of what was received and its body, which may be in a file there.
    init(_ received: ReceivedResponse, _ body: [UInt8]) { (self.received, self.body) = (received, body) }
}

/// A response whose body is still arriving.
public struct DataStream: Sendable {
    /// The part before the body.
    public let head: DataResponse.Head

    /// The body, decoded from its content coding, as it arrives.
    ///
    /// A reader that does not pull holds the sender back. A reader that stops pulling for good drops the stream, which
    /// ends the transfer.
    public let chunks: ByteChunks

    /// Creates a stream.
    public init(head: DataResponse.Head, chunks: ByteChunks) {
        self.head = head
        self.chunks = chunks
    }

    /// Creates a stream that has at most as many bytes as a request permits.
    ///
    /// - Parameter pull: returns the next chunk, and `nil` at the end.
    init(
        head: DataResponse.Head, for request: DataRequest, pulling pull: @escaping @Sendable () async throws -> [UInt8]?
    ) {
        let byteCount = Lock(0)
        let chunks = ByteChunks {
            guard let chunk = try await pull() else { return nil }
            try request.checkLimit(
                of: byteCount.withLock { byteCount in
                    byteCount += chunk.count
                    return byteCount
                })
            return chunk
        }
        self.init(head: head, chunks: chunks)
    }

    /// Collects the body.
    ///
    /// - Throws: ``DataLoadError`` if it has more bytes than the limit, and what the chunks throw.
    func response(upTo limit: Int? = nil) async throws -> DataResponse {
        var body: [UInt8] = []
        for try await chunk in chunks {
            if let limit, body.count + chunk.count > limit {
                throw DataLoadError(.bodyTooLarge(limit: limit), head.url)
            }
            body += chunk
        }
        return DataResponse(head: head, body: body)
    }
}
