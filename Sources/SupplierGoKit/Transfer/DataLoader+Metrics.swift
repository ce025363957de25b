extension DataLoader {
    /// The cost of a transfer, all its tries and redirects included.
    public struct Metrics: Sendable, Hashable {
        /// The URL that was asked last.
        public var url: URL

        /// The last response's status, or `nil` if there was none.
        public var status: HTTPStatus?

        /// The last response's protocol, such as `HTTP/1.1` or `HTTP/2`, or `nil` if there was none.
        public var protocolName: String?

        /// Bytes of body as they came, coded as they were.
        public var receivedByteCount = 0

        /// Bytes of body after decoding.
        public var decodedByteCount = 0

        /// The time from the start to the first byte of a response, or `nil` if none came.
        public var timeToFirstByte: Duration?

        /// The time from the start to the end, without the wait for a slot.
        public var duration: Duration = .zero

        /// The number of retries.
        public var retryCount = 0

        /// The number of redirects that were followed.
        public var redirectCount = 0

        /// No try needed a new connection.
        public var reusesConnection = true

        /// The address of the last server, or `nil` if it is unknown, as behind a proxy.
        public var remoteAddress: String?

        /// The server accepted the last connection, a new one, and then sent nothing until the timeout.
        var isSilent = false

        /// The body of a response that asks for too long a wait, at most 64 KiB.
        var explanation: [UInt8] = []

        /// Creates the figures of a transfer that did not start.
        public init(url: URL) {
            self.url = url
        }
    }
}

extension DataLoader.Metrics: Redacted {
    /// The URL without secrets, the status, the bytes and the time.
    public var description: String {
        "\(url.shown)\(status.map { " \($0)" } ?? ""), \(receivedByteCount) bytes in \(duration)"
    }
}

extension DataLoader {
    /// A transfer over the network that has ended.
    public struct Report: Sendable {
        /// The ways it can end.
        public enum End: Sendable, Hashable {
            /// The response is complete.
            case complete

            /// The transfer failed.
            case failed(DataLoadError)

            /// Its callers were cancelled, or its stream was dropped.
            case cancelled
        }

        /// The way it ended.
        public let end: End

        /// Its body was handed out in chunks (``DataLoader/stream(for:)``).
        public let isStream: Bool

        /// The transfer's metrics.
        public let metrics: DataLoader.Metrics
    }

    /// The sums over a loader's transfers over the network.
    public struct Totals: Sendable, Hashable {
        /// The number of transfers that ended, well or not; equal requests that shared one count once.
        public var transferCount = 0

        /// The number of transfers that needed no new connection.
        public var reusedCount = 0

        /// The number of retries.
        public var retryCount = 0

        /// Bytes of bodies as received, before decoding.
        public var receivedByteCount = 0

        /// Creates totals of nothing.
        public init() {}

        mutating func add(_ metrics: DataLoader.Metrics) {
            transferCount += 1
            if metrics.reusesConnection { reusedCount += 1 }
            retryCount += metrics.retryCount
            receivedByteCount += metrics.receivedByteCount
        }
    }
}
