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

    /// The write that is under way, of the last chunk.
    private var writing: Task<Void, Never>?

    /// The offset of the current page's first byte in the snapshot.
    private(set) var pageOffset = 0

    /// How many bytes of the current page there are.
    var pageByteCount: Int { byteCount - pageOffset }

    init(of catalog: URL, in cache: any DataCaching) {
        self.catalog = catalog
        self.cache = cache
    }

    /// The same chunks. Each is passed on while it is being written, which the next one waits for: the disk and the reader
    /// work at the same time, and no more than one chunk is kept for it.
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
        byteCount += chunk.count
        await writing?.value
        writing = Task { await store(chunk) }
    }

    private func store(_ chunk: [UInt8]) async {
        guard failure == nil else { return }
        do {
            if writer == nil {
                writer = try await cache.makeWriter(fileExtension: "json", for: CacheKey(snapshotOf: catalog))
            }
            try await writer?.write(chunk)
        } catch {
            await drop()
            failure = error as? CacheError
        }
    }

    /// Publishes the snapshot: the catalog was read to its end.
    ///
    /// - Parameter response: what the server said of it, where it is one page.
    /// - Returns: the snapshot, or why there is none; `nil` for both where nothing was recorded.
    func finish(_ response: StoredResponse?) async -> (entry: CacheEntry?, error: CacheError?) {
        await writing?.value
        var entry: CacheEntry?
        do {
            entry = try await writer?.commit(response: response)
        } catch {
            await drop()
            failure = error as? CacheError
        }
        writer = nil
        return (entry, failure)
    }

    /// Gives the snapshot up, since what belongs into it cannot be read.
    func fail(_ error: any Error) async {
        await discard()
        failure = error as? CacheError ?? .missing(path: catalog.absoluteString)
    }

    /// Drops what was written: the catalog is broken, or was not read to its end.
    func discard() async {
        await writing?.value
        await drop()
    }

    private func drop() async {
        await writer?.discard()
        writer = nil
    }
}
