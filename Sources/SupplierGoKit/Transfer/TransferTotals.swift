/// What a loader's transfers over the network took until now.
public struct TransferTotals: Sendable, Hashable {
    /// How many ended, well or not; equal requests that shared one count once.
    public var transferCount = 0

    /// How many of them needed no new connection.
    public var reusedCount = 0

    /// How often requests were sent again.
    public var retryCount = 0

    /// Bytes of bodies as they came, coded as they were.
    public var receivedByteCount = 0

    /// Creates totals of nothing.
    public init() {}

    mutating func add(_ metrics: TransferMetrics) {
        transferCount += 1
        if metrics.reusesConnection { reusedCount += 1 }
        retryCount += metrics.retryCount
        receivedByteCount += metrics.receivedByteCount
    }
}
