public import FoundationEssentials
public import SupplierGoKit

/// A cache without files that records what is done to it.
public final class MemoryCache: DataCaching {
    /// What the cache holds and saw.
    public struct Content: Sendable {
        /// The bytes under each key.
        public internal(set) var bytes: [CacheKey: [UInt8]] = [:]

        /// The keys that were stored, in order, under the file extensions given with them.
        public internal(set) var stores: [(key: CacheKey, fileExtension: String)] = []

        /// How many writers were made, and how many were discarded.
        public internal(set) var writerCount = 0, discardCount = 0
    }

    /// The moment that every entry was stored at.
    public let storedAt: Date

    private let content: Watched<Content>
    private let readError: CacheError?
    private let writeError: CacheError?

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - bytes: what it holds from the start.
    ///   - storedAt: the moment that every entry was stored at.
    ///   - readError: what every reading throws; `nil` for nothing.
    ///   - writeError: what every storing throws; `nil` for nothing.
    public init(
        _ bytes: [CacheKey: [UInt8]] = [:], storedAt: Date = Date(timeIntervalSince1970: 1_600_000_000),
        readError: CacheError? = nil, writeError: CacheError? = nil
    ) {
        self.storedAt = storedAt
        self.readError = readError
        self.writeError = writeError
        content = Watched(Content(bytes: bytes))
    }

    /// What the cache holds and saw until now.
    public var contents: Content { content.value }

    /// The bytes under a key, or `nil`.
    public subscript(key: CacheKey) -> [UInt8]? { content.value.bytes[key] }

    /// Returns when the cache is as wanted.
    ///
    /// - Throws: `CancellationError` where the task is cancelled first.
    public func until(_ isMet: @escaping @Sendable (Content) -> Bool) async throws {
        try await content.until(isMet)
    }

    /// What is kept under each key.
    public func entries(for keys: [CacheKey]) async throws -> [CacheEntry?] {
        if let readError { throw readError }
        let bytes = content.value.bytes
        return keys.map { key in bytes[key].map { entry(key, byteCount: $0.count) } }
    }

    /// The bytes of an entry.
    public func bytes(of entry: CacheEntry) async throws -> [UInt8] {
        if let readError { throw readError }
        guard let bytes = self[entry.key] else { throw CacheError.missing(path: entry.key.text) }
        return bytes
    }

    /// The bytes of an entry, in chunks of 1,000.
    public func chunks(of entry: CacheEntry) async throws -> ByteChunks {
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
    public func store(_ bytes: [UInt8], fileExtension: String, for key: CacheKey) async throws -> CacheEntry {
        if let writeError { throw writeError }
        content.update { content in
            content.bytes[key] = bytes
            content.stores.append((key, fileExtension))
        }
        return entry(key, byteCount: bytes.count)
    }

    /// Begins to keep bytes that arrive in chunks.
    public func makeWriter(fileExtension: String, for key: CacheKey) async throws -> any CacheWriting {
        if let writeError { throw writeError }
        content.update { $0.writerCount += 1 }
        return Writer(cache: self, key: key, fileExtension: fileExtension)
    }

    private func entry(_ key: CacheKey, byteCount: Int) -> CacheEntry {
        CacheEntry(key: key, file: nil, byteCount: byteCount, storedAt: storedAt)
    }

    private actor Writer: CacheWriting {
        private let cache: MemoryCache
        private let key: CacheKey
        private let fileExtension: String
        private var bytes: [UInt8]? = []

        init(cache: MemoryCache, key: CacheKey, fileExtension: String) {
            self.cache = cache
            self.key = key
            self.fileExtension = fileExtension
        }

        func write(_ chunk: [UInt8]) {
            bytes?.append(contentsOf: chunk)
        }

        func commit() async throws -> CacheEntry {
            guard let bytes else { throw CacheError.missing(path: key.text) }
            self.bytes = nil
            return try await cache.store(bytes, fileExtension: fileExtension, for: key)
        }

        func discard() {
            guard bytes != nil else { return }
            bytes = nil
            cache.content.update { $0.discardCount += 1 }
        }
    }
}
