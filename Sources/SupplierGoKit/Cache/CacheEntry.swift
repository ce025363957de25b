/// An entry of a cache, without its bytes.
public struct CacheEntry: Sendable, Hashable {
    /// The key.
    public let key: CacheKey

    /// The absolute path of the file that holds the bytes as they are; `nil` in a cache without files. Its extension is
    /// that of the address, whatever the bytes are (`CacheKey.fileSuffix`).
    public let file: String?

    /// The size in bytes.
    public let byteCount: Int

    /// When they were stored.
    public let storedAt: Date

    /// When they were last asked for, to the hour or better.
    public let lastUsedAt: Date

    /// Their server's response; `nil` if that is unknown, as for a file, or was lost.
    public var response: StoredResponse? { stored.response }

    let stored: Stored

    /// The response in memory of its own: entries and their records are handed on often, and a response is long.
    package indirect enum Stored: Sendable, Hashable {
        case unknown
        case known(StoredResponse)

        init(_ response: StoredResponse?) { self = response.map(Stored.known) ?? .unknown }

        var response: StoredResponse? { if case .known(let response) = self { response } else { nil } }
    }

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - key: what it is kept under.
    ///   - file: the absolute path of its file; `nil` for a cache without files.
    ///   - byteCount: its size in bytes.
    ///   - storedAt: when its bytes were stored.
    ///   - lastUsedAt: when they were last asked for. Default `nil`, for the time they were stored.
    ///   - response: what their server said of them. Default `nil`, for nothing.
    public init(
        key: CacheKey, file: String?, byteCount: Int, storedAt: Date, lastUsedAt: Date? = nil,
        response: StoredResponse? = nil
    ) {
        self.key = key
        self.file = file
        self.byteCount = byteCount
        self.storedAt = storedAt
        self.lastUsedAt = lastUsedAt ?? storedAt
        stored = Stored(response)
    }

    /// Creates the entry of a file.
    init(key: CacheKey, file: String, _ status: FileStatus, _ stored: Stored) {
        (self.key, self.file, self.stored) = (key, file, stored)
        (byteCount, storedAt, lastUsedAt) = (status.byteCount, status.modifiedAt, status.lastUsedAt)
    }
}

extension CacheEntry {
    /// When its response was received, or when it was stored if that is not known.
    package var receivedAt: Date { response?.receivedAt ?? storedAt }

    /// Returns an entry that a cache says it has stored.
    ///
    /// - Throws: ``CacheError`` if it was given another one.
    func checked(for key: CacheKey, byteCount: Int) throws(CacheError) -> CacheEntry {
        guard self.key == key, self.byteCount == byteCount else {
            throw .refused(path: "", reason: "the cache returned another entry than it was given")
        }
        return self
    }
}
