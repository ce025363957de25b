public import FoundationEssentials

/// What a transfer took, all its tries and redirects included.
public struct TransferMetrics: Sendable, Hashable {
    /// The URL that was asked last.
    public var url: URL

    /// The last answer's status; `nil` where there was none.
    public var status: HTTPStatus?

    /// The last answer's protocol, such as `HTTP/1.1` or `HTTP/2`; `nil` where there was none.
    public var protocolName: String?

    /// Bytes of body as they came, coded as they were.
    public var receivedByteCount = 0

    /// Bytes of body after decoding.
    public var decodedByteCount = 0

    /// The time from the start to the first byte of an answer; `nil` where none came.
    public var timeToFirstByte: Duration?

    /// The time from the start to the end, without the wait for a slot.
    public var duration: Duration = .zero

    /// How often the request was sent again.
    public var retryCount = 0

    /// How many redirects were followed.
    public var redirectCount = 0

    /// Whether no try needed a new connection.
    public var reusesConnection = true

    /// The address of the server that was asked last; `nil` where it is unknown, as behind a proxy.
    public var remoteAddress: String?

    /// Creates the figures of a transfer that did not start.
    public init(url: URL) {
        self.url = url
    }
}
