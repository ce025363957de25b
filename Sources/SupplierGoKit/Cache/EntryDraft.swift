import Synchronization

/// An entry that is not published yet. One that is dropped leaves nothing.
final class EntryDraft: Sendable {
    private let key: CacheKey
    private let path: String
    private let file: AtomicFile
    private let cache: CacheFiles

    /// The most bytes that the entry may have.
    private let byteLimit: Int

    private let byteCount = Atomic(0)

    init(for key: CacheKey, in cache: CacheFiles) throws {
        self.key = key
        self.cache = cache
        path = cache.layout.entryPath(of: key)
        let (limit, share) = (cache.limit.byteCount, key.namespace.limitShare)
        byteLimit = share < 1 ? Int(Double(limit) * share) : limit
        file = try cache.makeFile(at: path)
    }

    /// Appends bytes; throws if the entry would have more than it may.
    func write(_ bytes: [UInt8]) throws {
        guard byteCount.load(ordering: .relaxed) + bytes.count <= byteLimit else {
            throw CacheError.tooLarge(path: path)
        }
        try file.write(bytes)
        byteCount.add(bytes.count, ordering: .relaxed)
    }

    /// Publishes the entry.
    ///
    /// - Parameter checksum: the bytes' ``XXH64``.
    func publish(_ response: StoredResponse?, checksum: UInt64) throws -> CacheEntry {
        let byteCount = byteCount.load(ordering: .relaxed)
        guard byteCount > 0 else { throw CacheError.empty(path: path) }
        try cache.limit.makeRoom(for: byteCount, at: path)
        let status = try file.publishNow { (descriptor, status) throws in
            // Another program may have cut it short.
            guard status.byteCount == byteCount else { throw CacheError.missing(path: path) }
            let record = EntryRecord(
                checksum: checksum, modifiedMicroseconds: status.modifiedMicroseconds, response: response)
            try cache.keep(record, for: key, of: descriptor, status, at: path)
        }
        return CacheEntry(key: key, file: path, status, response: response)
    }

    func discard() { file.discard() }
}

extension EntryDraft {
    /// Writes an entry as its chunks arrive, in large blocks.
    final class Writer: CacheWriting {
        private struct State {
            var pending: [UInt8] = []
            var hash = XXH64()
        }

        private static let blockSize = 256 << 10

        private let draft: EntryDraft
        private let cache: DiskCache
        private let state = Lock(State())

        init(_ draft: EntryDraft, in cache: DiskCache) {
            self.draft = draft
            self.cache = cache
        }

        func write(_ chunk: [UInt8]) async throws(CacheError) {
            let isFull = state.withLock { state in
                state.pending += chunk
                return state.pending.count >= Self.blockSize
            }
            if isFull { try await cache.onDisk { try self.writePending() } }
        }

        func commit(response: StoredResponse?) async throws(CacheError) -> CacheEntry {
            guard !Task.isCancelled else { throw .cancelled }
            return try await cache.onDisk {
                try self.writePending()
                return try self.draft.publish(response, checksum: self.state.withLock { $0.hash.value })
            }
        }

        private func writePending() throws {
            let bytes = state.withLock { state in
                let pending = state.pending
                state.pending.removeAll()
                state.hash.add(pending.span)
                return pending
            }
            if !bytes.isEmpty { try draft.write(bytes) }
        }

        func discard() async {
            await BlockingThreads.files.run { [draft] in draft.discard() }
        }
    }
}
