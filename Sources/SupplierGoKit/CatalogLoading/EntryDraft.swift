/// A draft of a snapshot or an index, which is written while the catalog is read. One that is dropped stores nothing.
///
/// A cache that fails costs the entry, never the catalog.
actor EntryDraft {
    private let key: CacheKey
    private let cache: any DataCaching
    private var writer: (any CacheWriting)?

    /// The error that ended the writing.
    private var error: CacheError?

    /// The write in progress, of the last chunk.
    private var writing: Task<Void, Never>?

    /// The number of bytes that were given.
    private(set) var byteCount = 0

    /// Begins a draft of the entry under a key.
    init(for key: CacheKey, in cache: any DataCaching) {
        (self.key, self.cache) = (key, cache)
    }

    /// Appends a chunk, once the one before was written: the disk and the reader work at the same time, and no more
    /// than one chunk is kept for the disk.
    func write(_ chunk: [UInt8]) async {
        byteCount += chunk.count
        await writing?.value
        writing = error == nil ? Task { await store(chunk) } : nil
    }

    private func store(_ chunk: [UInt8]) async {
        do throws(CacheError) {
            if writer == nil { writer = try await cache.makeWriter(for: key) }
            try await writer?.write(chunk)
        } catch {
            (self.error, writer) = (error, nil)
        }
    }

    /// Publishes what was written; `nil` if that is nothing.
    ///
    /// - Throws: the error of any of the calls that store it.
    func commit(response: StoredResponse? = nil) async throws(CacheError) -> CacheEntry? {
        await writing?.value
        if let error { throw error }
        return try await writer?.commit(response: response).checked(for: key, byteCount: byteCount)
    }
}
