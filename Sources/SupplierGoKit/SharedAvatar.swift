import FoundationEssentials

/// A URL, and the suppliers whose avatar it is.
struct SharedAvatar: Sendable {
    /// What the URL's bytes are kept under.
    let key: CacheKey

    /// The suppliers, at least one: where there is one only, a part of the batch that it came in.
    var suppliers: ArraySlice<Supplier>

    /// What the cache held a moment ago.
    var held = AvatarPlan.Held.nothing

    /// What is to be done about it; `nil` where that depends on what else is held.
    var plan: AvatarPlan?

    /// The avatar as the first supplier has it.
    var endpoint: Avatar? { suppliers.span[0].avatar }
}
