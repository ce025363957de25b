import FoundationEssentials

/// Keeps a catalog's bytes as its snapshot while they stream past.
///
/// A cache that fails costs the snapshot, never the catalog: the failure is kept for ``finish()``.
actor SnapshotRecording {
    private let catalog: URL
    private let cache: any DataCaching
    private var writer: (any CacheWriting)?
    private var failure: CacheError?
    private var byteCount = 0

    /// The offset of the current page's first byte in the snapshot.
    private(set) var pageOffset = 0

    init(of catalog: URL, in cache: any DataCaching) {
        self.catalog = catalog
        self.cache = cache
    }

    /// The same chunks, each written before it is passed on.
    nonisolated func passingOn(_ chunks: ByteChunks) -> ByteChunks {
        ByteChunks {
            var iterator = chunks.makeAsyncIterator()
            guard let chunk = try await iterator.next() else { return nil }
            await self.write(chunk)
            return chunk
        }
    }

    /// Says that a page begins; pages of a catalog that has several are marked (``SnapshotPages``).
    func beginPage(isMarked: Bool) async {
        if isMarked { await write([SnapshotPages.separator]) }
        pageOffset = byteCount
    }

    private func write(_ chunk: [UInt8]) async {
        guard failure == nil else { return }
        do {
            if writer == nil {
                writer = try await cache.makeWriter(fileExtension: "json", for: CacheKey(snapshotOf: catalog))
            }
            try await writer?.write(chunk)
            byteCount += chunk.count
        } catch {
            await discard()
            failure = error as? CacheError
        }
    }

    /// Publishes the snapshot: the catalog was read to its end.
    ///
    /// - Returns: the snapshot, or why there is none; `nil` for both where nothing was recorded.
    func finish() async -> (entry: CacheEntry?, error: CacheError?) {
        var entry: CacheEntry?
        do {
            entry = try await writer?.commit()
        } catch {
            await discard()
            failure = error as? CacheError
        }
        writer = nil
        return (entry, failure)
    }

    /// Drops what was written: the catalog is broken, or was not read to its end.
    func discard() async {
        await writer?.discard()
        writer = nil
    }
}
