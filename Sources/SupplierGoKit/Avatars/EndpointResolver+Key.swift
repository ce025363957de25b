extension EndpointResolver {
    /// The key of a supplier's avatar in the cache; `nil` if it has none, or an invalid endpoint.
    package func key(of supplier: Supplier) -> CacheKey? {
        supplier.avatar.flatMap { avatar in try? CacheKey(avatarAt: address(of: avatar, for: supplier.id)) }
    }
}
