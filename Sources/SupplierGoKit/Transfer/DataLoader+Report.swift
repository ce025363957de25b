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
