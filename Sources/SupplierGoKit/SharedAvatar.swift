import FoundationEssentials

/// A URL, and the suppliers whose avatar it is.
struct SharedAvatar: Sendable {
    /// What the URL's bytes are kept under.
    let key: CacheKey

    /// The suppliers, at least one.
    var suppliers: [Supplier]

    /// What the cache held a moment ago.
    var held = AvatarPlan.Held()

    /// What is to be done about it; `nil` where that depends on what else is held.
    var plan: AvatarPlan?
}
