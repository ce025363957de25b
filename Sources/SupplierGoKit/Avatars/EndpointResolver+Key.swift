extension EndpointResolver {
    /// The key of a supplier's avatar in the cache; `nil` if it has none, or an invalid endpoint.
    package func key(of supplier: Supplier) -> CacheKey? {
        do throws(Avatar.EndpointError) {
            return try checkedKey(of: supplier)
        } catch {
            return nil
        }
    }

    /// The text of an endpoint's URL; `nil` for an invalid endpoint.
    func validAddress(of endpoint: Avatar) -> String? {
        do throws(Avatar.EndpointError) {
            return try address(of: endpoint)
        } catch {
            return nil
        }
    }

    /// The same key.
    ///
    /// - Throws: ``Avatar/EndpointError`` for an invalid endpoint.
    func checkedKey(of supplier: Supplier) throws(Avatar.EndpointError) -> CacheKey? {
        guard let avatar = supplier.avatar else { return nil }
        return CacheKey(avatarAt: try address(of: avatar, for: supplier.id))
    }
}
