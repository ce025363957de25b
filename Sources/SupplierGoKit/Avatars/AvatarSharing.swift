/// A store of avatars that machines share. It puts a loader around the one that asks the avatars' servers.
package protocol AvatarSharing: Sendable {
    /// Returns the loader that asks the store, then the servers.
    ///
    /// - Parameters:
    ///   - loader: asks the servers.
    ///   - cache: this machine's own cache, which is asked before; `nil` for none.
    ///   - policy: says what may be used.
    ///   - needsImages: whether responses from the store need a body.
    func loader(
        around loader: any DataLoading, behind cache: (any DataCaching)?, policy: CachePolicy, needsImages: Bool
    ) -> any DataLoading
}
