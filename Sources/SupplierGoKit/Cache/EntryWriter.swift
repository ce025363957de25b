/// Writes an entry as its chunks arrive, in large blocks. One that is dropped leaves nothing.
final class EntryWriter: CacheWriting {
    private struct State {
        var pending: [UInt8] = []

        /// The number and the hash of the bytes that were written.
        var byteCount = 0
        var hash = XXH64()
    }

    private static let blockSize = 256 << 10

    private let key: CacheKey
    private let file: AtomicFile
    private let cache: DiskCache
    private let state = Lock(State())

    init(_ file: AtomicFile, for key: CacheKey, in cache: DiskCache) {
        (self.file, self.key, self.cache) = (file, key, cache)
    }

    func write(_ chunk: [UInt8]) async throws(CacheError) {
        let isFull = state.withLock { state in
            state.pending += chunk
            return state.pending.count >= Self.blockSize
        }
        if isFull { try await cache.onDisk { try writePending() } }
    }

    func commit(response: StoredResponse?) async throws(CacheError) -> CacheEntry {
        guard !Task.isCancelled else { throw .cancelled }
        return try await cache.onDisk {
            try writePending()
            let (byteCount, checksum) = state.withLock { ($0.byteCount, $0.hash.value) }
            return try cache.files.publish(file, as: key, byteCount, checksum, response)
        }
    }

    private func writePending() throws {
        let (bytes, byteCount) = state.withLock { state in
            let pending = state.pending
            state.pending.removeAll()
            state.byteCount += pending.count
            state.hash.add(pending.span)
            return (pending, state.byteCount)
        }
        try cache.files.checkSize(byteCount, of: key, at: file.path)
        try file.write(bytes)
    }
}
