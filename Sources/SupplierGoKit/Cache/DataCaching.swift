/// Keeps bytes under keys between runs.
///
/// ``DiskCache`` is the kit's own implementation; a program may bring another, or use none.
public protocol DataCaching: Sendable {
    /// The absolute path of a directory for data that does not fit in memory and needs no name; `nil` for none, which
    /// costs a large catalog its index.
    var scratchDirectory: String? { get }

    /// Calls a function with another one that tells what is kept under a key, `nil` where there is nothing, and throws
    /// ``CacheError`` where the cache cannot be read at all.
    ///
    /// It is called where calls may block, so that many keys are one trip.
    ///
    /// - Throws: what `body` throws.
    func withLookup<Value: Sendable>(
        _ body: @escaping @Sendable (_ look: (CacheKey) throws -> CacheEntry?) throws -> Value
    ) async throws -> Value

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
    /// A failure that was stored under the key is forgotten. It runs where its caller does.
    ///
    /// - Parameters:
    ///   - fileExtension: one of the key's ``CacheKey/Namespace/fileExtensions``.
    ///   - response: what the server said of them, where one did.
    /// - Throws: ``CacheError``.
    nonisolated(nonsending) func store(
        _ bytes: [UInt8], fileExtension: String, response: StoredResponse?, for key: CacheKey
    ) async throws -> CacheEntry

    /// Begins to keep bytes that arrive in chunks; nothing is kept before ``CacheWriting/commit(response:)``.
    ///
    /// - Parameter fileExtension: one of the key's ``CacheKey/Namespace/fileExtensions``.
    /// - Throws: ``CacheError``.
    func makeWriter(fileExtension: String, for key: CacheKey) async throws -> any CacheWriting

    /// Keeps what a server said of bytes that are kept already, such as with status 304, in place of what it said before.
    ///
    /// - Returns: the entry as it is now.
    /// - Throws: ``CacheError``: `missing` where the bytes are gone, or are others by now.
    func refresh(_ entry: CacheEntry, with response: StoredResponse) async throws -> CacheEntry

    /// Drops an entry; does nothing where it is gone, or another by now.
    ///
    /// - Throws: ``CacheError``.
    func remove(_ entry: CacheEntry) async throws

    /// The failure that was last stored under each key, in the keys' order; `nil` where there was none, or bytes were
    /// stored since.
    ///
    /// - Throws: ``CacheError``.
    func failures(for keys: [CacheKey]) async throws -> [StoredFailure?]

    /// Keeps why there are no bytes, or no newer ones, under a key.
    ///
    /// - Throws: ``CacheError``.
    func storeFailure(_ failure: StoredFailure, for key: CacheKey) async throws

    /// Takes the right to load what belongs under a key; `nil` where another has it, in this process or any other.
    ///
    /// The right ends with the claim, and with its process. ``waitForEntry(_:clock:)`` waits for it.
    ///
    /// - Throws: ``CacheError``.
    func claim(_ key: CacheKey) async throws -> CacheClaim?

    /// Takes the right to load what belongs under each key, and then looks what is there; `nil`, in the keys' order, where
    /// another has the right.
    ///
    /// - Throws: ``CacheError``, and takes none.
    func claimEntries(for keys: [CacheKey]) async throws -> [ClaimedEntry?]
}

extension DataCaching {
    /// None.
    public var scratchDirectory: String? { nil }

    /// What is kept under each key, in the keys' order; `nil` where there is nothing.
    ///
    /// - Throws: ``CacheError``, where the cache cannot be read at all.
    public func entries(for keys: [CacheKey]) async throws -> [CacheEntry?] {
        try await withLookup { look in try keys.map(look) }
    }

    /// Takes the claims one after the other, and then looks.
    public func claimEntries(for keys: [CacheKey]) async throws -> [ClaimedEntry?] {
        var claims: [CacheClaim?] = []
        for key in keys { claims.append(try await claim(key)) }
        return zip(claims, try await entries(for: keys)).map { claim, entry in
            claim.map { ClaimedEntry(claim: $0, entry: entry) }
        }
    }

    /// Keeps bytes that no server said anything of.
    public func store(_ bytes: [UInt8], fileExtension: String, for key: CacheKey) async throws -> CacheEntry {
        try await store(bytes, fileExtension: fileExtension, response: nil, for: key)
    }
}

/// An entry that is being written.
public protocol CacheWriting: Sendable {
    /// Adds bytes.
    func write(_ chunk: [UInt8]) async throws

    /// Publishes what was written, in place of what was there; the writer is then done.
    ///
    /// - Parameter response: what the server said of it, where one did.
    func commit(response: StoredResponse?) async throws -> CacheEntry

    /// Drops what was written; the writer is then done. A writer that is done takes no notice.
    func discard() async
}

extension CacheWriting {
    /// Publishes what was written, of which no server said anything.
    public func commit() async throws -> CacheEntry {
        try await commit(response: nil)
    }
}
