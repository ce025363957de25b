/// The right to load what belongs under a key, and what was there when it was taken.
public struct ClaimedEntry: Sendable {
    /// The right.
    public let claim: CacheClaim

    /// What was kept under the key; `nil` where there was nothing.
    public let entry: CacheEntry?

    /// Creates a value.
    public init(claim: CacheClaim, entry: CacheEntry?) {
        self.claim = claim
        self.entry = entry
    }
}
