public import FoundationEssentials

/// What a cache keeps under a key, but for the bytes.
public struct CacheEntry: Sendable, Hashable {
    /// The key.
    public let key: CacheKey

    /// The absolute path of the file that holds the bytes, as they are; `nil` in a cache without files.
    public var file: String? { place?.path }

    /// Where that is.
    let place: EntryPlace?

    /// How many bytes there are.
    public let byteCount: Int

    /// When they were stored.
    public let storedAt: Date

    /// When they were last asked for, to the hour or better.
    public let lastUsedAt: Date

    /// What their server said of them; `nil` where it is unknown, as for a file, or where that was lost.
    ///
    /// It is read anew each time: whoever looks at it more than once keeps it.
    public var response: StoredResponse? { packedResponse?.response(for: key) }

    /// The same, as it is kept.
    let packedResponse: PackedResponse?

    /// Creates an entry.
    ///
    /// - Parameter lastUsedAt: where it is `nil`, the moment they were stored.
    public init(
        key: CacheKey, file: String?, byteCount: Int, storedAt: Date, lastUsedAt: Date? = nil,
        response: StoredResponse? = nil
    ) {
        self.init(
            key: key, at: file.map { .path($0) }, byteCount: byteCount, storedAt: storedAt,
            lastUsedAt: lastUsedAt ?? storedAt, packedResponse: response.map { PackedResponse($0, for: key) })
    }

    init(
        key: CacheKey, at place: EntryPlace?, byteCount: Int, storedAt: Date, lastUsedAt: Date,
        packedResponse: PackedResponse?
    ) {
        self.key = key
        self.place = place
        self.byteCount = byteCount
        self.storedAt = storedAt
        self.lastUsedAt = lastUsedAt
        self.packedResponse = packedResponse
    }
}
