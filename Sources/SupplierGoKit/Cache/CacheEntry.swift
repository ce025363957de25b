public import FoundationEssentials

/// What a cache keeps under a key, but for the bytes.
public struct CacheEntry: Sendable, Hashable {
    /// The key.
    public let key: CacheKey

    /// The absolute path of the file that holds the bytes, as they are; `nil` in a cache without files.
    public let file: String?

    /// How many bytes there are.
    public let byteCount: Int

    /// When they were stored.
    public let storedAt: Date

    /// Creates an entry.
    public init(key: CacheKey, file: String?, byteCount: Int, storedAt: Date) {
        self.key = key
        self.file = file
        self.byteCount = byteCount
        self.storedAt = storedAt
    }
}
