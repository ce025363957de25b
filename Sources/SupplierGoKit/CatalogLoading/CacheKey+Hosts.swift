extension CacheKey {
    /// The key of a host's wait.
    init(waitOf origin: Origin) {
        self.init(origin.description, in: .hosts)
    }
}
