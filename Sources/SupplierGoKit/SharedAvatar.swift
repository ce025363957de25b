import FoundationEssentials

/// A URL, and the suppliers whose avatar it is.
struct SharedAvatar: Sendable {
    let url: URL
    let key: CacheKey
    var suppliers: [Supplier]
}
