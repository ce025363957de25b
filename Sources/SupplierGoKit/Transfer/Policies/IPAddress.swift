/// A numeric address of the internet protocol, version 4 or 6.
enum IPAddress: Sendable, Hashable {
    /// Four bytes, the first one highest.
    case v4(UInt32)

    /// Sixteen bytes in two halves.
    case v6(high: UInt64, low: UInt64)
}
