/// Writes an entry as its chunks arrive, in large blocks; a writer that is dropped removes what it wrote.
final class EntryWriter: CacheWriting {
    private let draft: EntryDraft
    private let cache: DiskCache

    /// What is not written yet.
    private let pending = Lock<[UInt8]>([])

    init(_ draft: EntryDraft, in cache: DiskCache) {
        self.draft = draft
        self.cache = cache
    }

    func write(_ chunk: [UInt8]) async throws {
        let block: [UInt8]? = pending.withLock { pending in
            if pending.isEmpty { pending = chunk } else { pending += chunk }
            guard pending.count >= FileChunks.chunkSize else { return nil }
            defer { pending = [] }
            return pending
        }
        guard let block else { return }
        try await cache.onDisk { [draft] () throws(FileError) in try draft.write(block) }
    }

    func commit(response: StoredResponse?) async throws -> CacheEntry {
        try Task.checkCancellation()
        let rest = pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
        return try await cache.onDisk { [draft] () throws(FileError) in
            try draft.write(rest)
            return try draft.publish(response)
        }
    }

    func discard() async {
        await BlockingPool.shared.run { [draft] in draft.file.discard() }
    }
}
