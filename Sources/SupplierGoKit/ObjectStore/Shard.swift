/// One of the parts that a fleet divides all avatars into, one for each of its workers.
///
/// An avatar belongs to a shard by the first 64 bits of the SHA-256 of its absolute URL without fragment. Suppliers that
/// share a URL share its shard, so that one worker asks for it. The names of a shard's objects in a store are one range.
public struct Shard: Sendable, Hashable, Codable {
    /// The number of this part, from 1 to ``count``.
    public let index: Int

    /// How many parts there are.
    public let count: Int

    /// Creates a part, or `nil` where there is no such one.
    ///
    /// - Parameters:
    ///   - index: the number of the part, from 1.
    ///   - count: how many parts there are.
    public init?(_ index: Int, of count: Int) {
        guard index >= 1, index <= count else { return nil }
        self.index = index
        self.count = count
    }

    /// The hashes that belong to it.
    var hashes: ClosedRange<UInt64> {
        let start = Self.firstHash(after: index - 1, of: count)
        return start...(index == count ? .max : Self.firstHash(after: index, of: count) - 1)
    }

    /// Whether it has the avatar or supplier with a name.
    func contains(_ name: CacheName) -> Bool {
        name.hash.multipliedFullWidth(by: UInt64(count)).high == index - 1
    }

    /// The first hash of the part that follows some others: 2⁶⁴ times their share, rounded up.
    private static func firstHash(after others: Int, of count: Int) -> UInt64 {
        let (hash, rest) = UInt64(count).dividingFullWidth((UInt64(others), 0))
        return hash + (rest > 0 ? 1 : 0)
    }
}
