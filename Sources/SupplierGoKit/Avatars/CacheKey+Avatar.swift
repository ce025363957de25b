extension CacheKey {
    /// Whether it is the key of an avatar in a file, which may be read offline too.
    package var isLocalAvatar: Bool { text.utf8.starts(with: "file:".utf8) }
}
