public import SupplierGoKit

/// A cache in memory that records what is done to it.
///
/// It can begin with entries, fail on request, and hold writers back until a test lets them go on.
public final class MemoryCache: DataCaching {
    /// The cache's content and the calls that it got.
    public struct Content: Sendable {
        /// The bytes under each key.
        public internal(set) var bytes: [CacheKey: [UInt8]] = [:]

        /// The servers' responses for them.
        public internal(set) var responses: [CacheKey: StoredResponse] = [:]

        /// The claimed keys.
        public internal(set) var claims: Set<CacheKey> = []

        /// The number of attempts to claim a key.
        public internal(set) var claimCount = 0

        /// The number of keys looked up.
        public internal(set) var lookCount = 0

        /// The stored keys in their order.
        public internal(set) var stores: [CacheKey] = []

        /// The number of writers made.
        public internal(set) var writerCount = 0
    }

    /// The time at which every entry counts as stored.
    public let storedAt: Date

    private let content: Watched<Content>
    private let readError: CacheError?
    private let writeError: CacheError?
    private let gate: Gate?

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - bytes: the entries it begins with. Default none.
    ///   - response: what servers said of those entries. Default `nil`.
    ///   - storedAt: the time at which every entry counts as stored. Default 2020-09-13.
    ///   - readError: the error of every reading call. Default `nil`, for no error.
    ///   - writeError: the error of every storing call. Default `nil`, for no error.
    ///   - gate: writers wait for it before each chunk. Default `nil`, for no wait.
    public init(
        _ bytes: [CacheKey: [UInt8]] = [:], response: StoredResponse? = nil,
        storedAt: Date = Date(timeIntervalSince1970: 1_600_000_000), readError: CacheError? = nil,
        writeError: CacheError? = nil, writing gate: Gate? = nil
    ) {
        self.gate = gate
        self.storedAt = storedAt
        self.readError = readError
        self.writeError = writeError
        content = Watched(
            Content(bytes: bytes, responses: response.map { response in bytes.mapValues { _ in response } } ?? [:]))
    }

    /// The cache's content and the calls that it got.
    public var contents: Content { content.value }

    /// The bytes under a key, or `nil`.
    public subscript(key: CacheKey) -> [UInt8]? { content.value.bytes[key] }

    /// Returns when the cache meets a condition.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    public func until(_ isMet: @escaping @Sendable (Content) -> Bool) async throws {
        try await content.until(isMet)
    }

    /// The entry under each key at the time of the call.
    public func entries(for keys: [CacheKey]) async throws(CacheError) -> [CacheEntry?] {
        if let readError { throw readError }
        content.update { $0.lookCount += keys.count }
        let held = content.value
        return keys.map { key in held.bytes[key].map { entry(key, byteCount: $0.count, held.responses[key]) } }
    }

    /// The bytes of an entry.
    public func bytes(of entry: CacheEntry) async throws(CacheError) -> [UInt8] {
        if let readError { throw readError }
        guard let bytes = self[entry.key] else { throw CacheError.missing(path: entry.key.text) }
        return bytes
    }

    /// The bytes of an entry, in chunks of 1,000.
    public func chunks(of entry: CacheEntry) async throws(CacheError) -> ByteChunks {
        let rest = Watched(try await bytes(of: entry)[...])
        return ByteChunks {
            rest.update { rest in
                let chunk = rest.prefix(1000)
                rest = rest.dropFirst(1000)
                return chunk.isEmpty ? nil : Array(chunk)
            }
        }
    }

    /// Keeps bytes under a key.
    public func store(
        _ bytes: [UInt8], response: StoredResponse?, for key: CacheKey
    ) async throws(CacheError) -> CacheEntry {
        if let writeError { throw writeError }
        content.update { content in
            content.bytes[key] = bytes
            content.responses[key] = response
            content.stores.append(key)
        }
        return entry(key, byteCount: bytes.count, response)
    }

    /// Begins to keep bytes that arrive in chunks.
    public func makeWriter(for key: CacheKey) async throws(CacheError) -> any CacheWriting {
        if let writeError { throw writeError }
        content.update { $0.writerCount += 1 }
        return Writer(cache: self, key: key)
    }

    /// Keeps what a server said of bytes that are kept already.
    public func refresh(_ entry: CacheEntry, with response: StoredResponse) async throws(CacheError) -> CacheEntry {
        if let writeError { throw writeError }
        guard self[entry.key]?.count == entry.byteCount else { throw CacheError.missing(path: entry.key.text) }
        content.update { $0.responses[entry.key] = response }
        return self.entry(entry.key, byteCount: entry.byteCount, response)
    }

    /// Drops an entry, unless another one has replaced it.
    public func remove(_ entry: CacheEntry) async throws(CacheError) {
        if let writeError { throw writeError }
        guard self[entry.key]?.count == entry.byteCount else { return }
        content.update { content in
            content.bytes[entry.key] = nil
            content.responses[entry.key] = nil
        }
    }

    /// Takes the right to load what belongs under a key.
    public func claim(_ key: CacheKey) async throws(CacheError) -> CacheClaim? {
        let isNew = content.update { content in
            content.claimCount += 1
            return content.claims.insert(key).inserted
        }
        guard isNew else { return nil }
        return CacheClaim { [content] in content.update { _ = $0.claims.remove(key) } }
    }

    private func entry(_ key: CacheKey, byteCount: Int, _ response: StoredResponse?) -> CacheEntry {
        CacheEntry(key: key, file: nil, byteCount: byteCount, storedAt: storedAt, response: response)
    }

    private actor Writer: CacheWriting {
        private let cache: MemoryCache
        private let key: CacheKey
        private var bytes: [UInt8]? = []

        init(cache: MemoryCache, key: CacheKey) {
            self.cache = cache
            self.key = key
        }

        func write(_ chunk: [UInt8]) async throws(CacheError) {
            do {
                try await cache.gate?.opened()
            } catch {
                throw .refused(path: key.text, reason: "the task was cancelled")
            }
            bytes?.append(contentsOf: chunk)
        }

        func commit(response: StoredResponse?) async throws(CacheError) -> CacheEntry {
            guard let bytes else { throw CacheError.missing(path: key.text) }
            self.bytes = nil
            return try await cache.store(bytes, response: response, for: key)
        }
    }
}
