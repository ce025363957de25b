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

/// A response of a cache that machines share, which stands around the network's loader (``DataResponse/shared``).
package struct SharedResponse: Sendable {
    /// The sources of a response.
    package enum Use: Sendable {
        /// It had the response, which is fresh.
        case fresh

        /// It had the response, and the server says that it is unchanged.
        case revalidated

        /// It had the response, which is stale, and the server failed.
        case stale(because: AvatarOutcome.Error)
    }

    /// The source of the response.
    package let use: Use

    /// The server's response as the cache keeps it.
    package let stored: StoredResponse

    /// The image's size in bytes, also if the response has no body because only the image's presence was asked for.
    package let byteCount: Int

    /// Creates a value.
    package init(_ use: Use, _ stored: StoredResponse, byteCount: Int) {
        (self.use, self.stored, self.byteCount) = (use, stored, byteCount)
    }
}
