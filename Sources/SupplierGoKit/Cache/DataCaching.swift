/// Keeps bytes under keys between runs.
///
/// ``DiskCache`` is the kit's own implementation; a program may bring another, or use none.
public protocol DataCaching: Sendable {
    /// The absolute path of a directory for data that does not fit in memory and needs no name; `nil` for none, which
    /// costs a large catalog its index.
    var scratchDirectory: String? { get }

    /// What is kept under each key, in the keys' order; `nil` where there is nothing.
    ///
    /// - Throws: ``CacheError``, where the cache cannot be read at all.
    func entries(for keys: [CacheKey]) async throws -> [CacheEntry?]

    /// The bytes of an entry.
    ///
    /// - Throws: ``CacheError``, where they are gone or cannot be read.
    func bytes(of entry: CacheEntry) async throws -> [UInt8]

    /// The bytes of an entry, in chunks.
    ///
    /// - Throws: ``CacheError``, where they are gone or cannot be read; so do the chunks.
    func chunks(of entry: CacheEntry) async throws -> ByteChunks

    /// Keeps bytes under a key, in place of what was there: all of them, or none where it throws.
    ///
    /// - Parameter fileExtension: one of the key's ``CacheKey/Namespace/fileExtensions``.
    /// - Throws: ``CacheError``.
    func store(_ bytes: [UInt8], fileExtension: String, for key: CacheKey) async throws -> CacheEntry

    /// Begins to keep bytes that arrive in chunks; nothing is kept before ``CacheWriting/commit()``.
    ///
    /// - Parameter fileExtension: one of the key's ``CacheKey/Namespace/fileExtensions``.
    /// - Throws: ``CacheError``.
    func makeWriter(fileExtension: String, for key: CacheKey) async throws -> any CacheWriting
}

extension DataCaching {
    /// None.
    public var scratchDirectory: String? { nil }
}

/// An entry that is being written.
public protocol CacheWriting: Sendable {
    /// Adds bytes.
    func write(_ chunk: [UInt8]) async throws

    /// Publishes what was written, in place of what was there; the writer is then done.
    func commit() async throws -> CacheEntry

    /// Drops what was written; the writer is then done. A writer that is done takes no notice.
    func discard() async
}
