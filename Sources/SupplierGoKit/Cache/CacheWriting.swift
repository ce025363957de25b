/// Writes an entry whose bytes arrive in chunks. One that is dropped before ``commit(response:)`` stores nothing.
public protocol CacheWriting: Sendable {
    /// Appends bytes.
    func write(_ chunk: [UInt8]) async throws(CacheError)

    /// Publishes what was written, in place of what was there, and ends the writer.
    ///
    /// - Parameter response: what the server said of it; `nil` for bytes of another origin.
    func commit(response: StoredResponse?) async throws(CacheError) -> CacheEntry
}

extension CacheWriting {
    /// Publishes what was written, of which no server said anything.
    public func commit() async throws(CacheError) -> CacheEntry { try await commit(response: nil) }
}
