public import SupplierGoKit

/// One of the parts that a fleet divides all avatars into, one for each of its workers.
///
/// An avatar belongs to a shard by the first 64 bits of the SHA-256 of its absolute URL without fragment. Suppliers
/// that share a URL share its shard, so that one worker asks for it.
public struct Shard: Sendable, Hashable {
    /// The number of this part, from 1 to ``count``.
    public let index: Int

    /// The number of parts.
    public let count: Int

    /// Creates a part, or `nil` if there is no such one.
    ///
    /// - Parameters:
    ///   - index: the number of the part, from 1.
    ///   - count: how many parts there are.
    public init?(_ index: Int, of count: Int) {
        guard index >= 1, index <= count else { return nil }
        self.index = index
        self.count = count
    }

    /// The shard has the avatar or supplier with this name.
    func contains(_ name: CacheKey.Name) -> Bool {
        name.hash.multipliedFullWidth(by: UInt64(count)).high == index - 1
    }
}

extension SupplierLoader {
    /// The suppliers of a shard, among those given. Each supplier belongs to one shard of a fleet.
    ///
    /// A supplier without an avatar, or whose endpoint is invalid, belongs to the shard of its id.
    ///
    /// - Parameters:
    ///   - suppliers: suppliers of the catalog, or some of them.
    ///   - shard: the part to select.
    public func select(_ suppliers: [Supplier], for shard: Shard) -> [Supplier] {
        let resolver = EndpointResolver(against: location, trusting: edits)
        return suppliers.filter { supplier in
            shard.contains(resolver.key(of: supplier)?.name ?? CacheKey.Name(of: supplier.id.rawValue))
        }
    }
}
