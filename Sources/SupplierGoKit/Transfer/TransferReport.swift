/// A transfer over the network that has ended.
public struct TransferReport: Sendable {
    /// The ways it can end.
    public enum End: Sendable, Hashable {
        /// All of the answer is there.
        case complete

        /// It failed.
        case failed(DataLoadError)

        /// Its callers were cancelled, or its stream was dropped.
        case cancelled
    }

    /// How it ended.
    public let end: End

    /// Whether its body was handed out in chunks (``DataLoader/stream(for:)``).
    public let isStream: Bool

    /// What it took.
    public let metrics: TransferMetrics
}
