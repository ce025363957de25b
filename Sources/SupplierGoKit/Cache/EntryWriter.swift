/// Writes an entry as its chunks arrive, in large blocks; a writer that is dropped removes what it wrote.
final class EntryWriter: CacheWriting {
    private let draft: EntryDraft
    private let cache: DiskCache

    /// The hash of what is written.
    private let checksum = Lock(XXH64())

    /// What is not written yet.
    private let pending = Lock(PendingChunks())

    init(_ draft: EntryDraft, in cache: DiskCache) {
        self.draft = draft
        self.cache = cache
    }

    func write(_ chunk: [UInt8]) async throws {
        let chunks: [[UInt8]]? = pending.withLock { pending in
            pending.add(chunk)
            return pending.byteCount >= FileChunks.chunkSize ? pending.take() : nil
        }
        guard let chunks else { return }
        try await cache.onDisk { () throws(FileError) in try self.write(chunks) }
    }

    func commit(response: StoredResponse?) async throws -> CacheEntry {
        try Task.checkCancellation()
        let rest = pending.withLock { $0.take() }
        return try await cache.onDisk { () throws(FileError) in
            try self.write(rest)
            return try self.draft.publish(response, checksum: self.checksum.withLock { $0.value })
        }
    }

    private func write(_ chunks: [[UInt8]]) throws(FileError) {
        for chunk in chunks {
            try draft.write(chunk)
            checksum.withLock { $0.add(chunk) }
        }
    }

    func discard() async {
        await BlockingPool.shared.run { [draft] in draft.file.discard() }
    }
}

/// Chunks that are to be written together: large ones as they came, small ones joined.
private struct PendingChunks {
    private static let joinedByteLimit = 32 << 10

    private var chunks: [[UInt8]] = []
    private(set) var byteCount = 0

    mutating func add(_ chunk: [UInt8]) {
        byteCount += chunk.count
        if let last = chunks.last, last.count + chunk.count <= Self.joinedByteLimit {
            chunks[chunks.count - 1] += chunk
        } else {
            chunks.append(chunk)
        }
    }

    mutating func take() -> [[UInt8]] {
        defer { self = PendingChunks() }
        return chunks
    }
}
