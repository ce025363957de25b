extension EndpointResolver {
    /// The key of a supplier's avatar in the cache; `nil` if it has none, or an invalid endpoint.
    package func key(of supplier: Supplier) -> CacheKey? { try? checkedKey(of: supplier) }

    /// The same key.
    ///
    /// - Throws: ``AvatarOutcome/Error/endpoint(_:)`` for an invalid endpoint.
    package func checkedKey(of supplier: Supplier) throws(AvatarOutcome.Error) -> CacheKey? {
        guard let avatar = supplier.avatar else { return nil }
        do throws(Avatar.EndpointError) {
            return CacheKey(avatarAt: try address(of: avatar, for: supplier.id))
        } catch {
            throw .endpoint(error)
        }
    }
}
