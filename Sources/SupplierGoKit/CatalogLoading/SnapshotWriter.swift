/// Keeps a catalog in the cache while it is read: as the snapshot that there is if none of its pages has changed, or
/// as a new one into which unchanged pages are copied.
///
/// A cache that fails costs the snapshot, never the catalog.
actor SnapshotWriter {
    /// The fate of the catalog.
    private enum State {
        /// All pages so far are those of the snapshot, in its order: nothing is written.
        case unchanged

        case writing

        /// A server does not let it be stored.
        case forbidden

        case failed(any Error)
    }

    private let catalog: URL
    private let cache: any DataCaching
    private let snapshot: Snapshot?

    /// The reader of the snapshot's unchanged pages, and the checksums of its blocks if they are known.
    private var reader: SnapshotReader?
    private let heldChecksums: [UInt64]?
    private var state = State.unchanged
    private var pages: [Snapshot.Page] = []
    private var writer: (any CacheWriting)?
    private var byteCount = 0
    private var checksums = CheckedBody.BlockChecksums()

    /// The write in progress, of the last chunk.
    private var writing: Task<Void, Never>?

    /// Begins to keep a catalog.
    ///
    /// - Parameters:
    ///   - snapshot: what the cache holds of it.
    ///   - checksums: those of the snapshot's blocks, or `nil` if they are not known.
    init(of catalog: URL, replacing snapshot: Snapshot?, checksums: [UInt64]?, in cache: any DataCaching) {
        self.catalog = catalog
        self.snapshot = snapshot
        heldChecksums = checksums
        self.cache = cache
    }

    /// Begins a page, after the one before was read to its end.
    ///
    /// - Returns: the page, whose bytes are kept as they are read.
    /// - Throws: ``Snapshot/Unreadable`` if an unchanged page cannot be read.
    @discardableResult
    func begin(_ page: RemotePages.Page) async throws -> CatalogLoad.Page {
        endPage()
        if page.response.forbidsStoring { await giveUp(.forbidden) }
        let chunks: ByteChunks
        switch page.body {
        case .sent(let sent): chunks = sent
        case .unchanged(let index):
            guard let snapshot else { throw Snapshot.Unreadable() }
            let byteRange = snapshot.pages[index].byteRange
            chunks = try await heldReader(snapshot).chunks(in: byteRange)
            guard case .unchanged = state, index == pages.count else { break }
            pages.append(Snapshot.Page(address: page.address, byteRange: byteRange, response: page.response))
            return CatalogLoad.Page(
                chunks: chunks, byteOffset: byteRange.lowerBound, countFields: page.response.countFields)
        }
        await beginWriting()
        if !pages.isEmpty { await write([Snapshot.separator]) }
        pages.append(
            Snapshot.Page(address: page.address, byteRange: byteCount..<byteCount, response: page.response))
        return CatalogLoad.Page(
            chunks: passingOn(chunks), byteOffset: byteCount, countFields: page.response.countFields)
    }

    private func heldReader(_ snapshot: Snapshot) async throws -> SnapshotReader {
        if let reader { return reader }
        let reader = try await SnapshotReader(of: snapshot, checksums: heldChecksums, in: cache)
        self.reader = reader
        return reader
    }

    /// Drops what was written: the catalog is broken, or was not read to its end.
    func discard() async {
        await giveUp(.failed(CancellationError()))
    }

    /// Keeps the catalog, which was read to its end.
    ///
    /// - Returns: the snapshot, and the checksums of its blocks; `nil` if it may not be stored, or if another process
    ///   has stored another one.
    /// - Throws: why it cannot be kept; ``CacheError/missing(path:)`` if bytes of it are gone.
    func finish() async throws -> (entry: CacheEntry, checksums: [UInt64])? {
        endPage()
        if pages.count != snapshot?.pages.count { await beginWriting() }
        await writing?.value
        do {
            switch state {
            case .unchanged: return try await refresh().map { ($0, reader?.checksums ?? []) }
            case .writing: return try await publish().map { ($0, checksums.finish()) }
            case .forbidden:
                try await snapshot?.remove(from: cache)
                return nil
            case .failed(let error): throw error
            }
        } catch {
            await giveUp(.failed(error))
            if case CacheError.tooLarge = error, snapshot == nil { await noteRefusal() }
            throw error
        }
    }

    /// Notes how large the catalog is, for a run without the network.
    private func noteRefusal() async {
        do {
            try await Snapshot.noteRefusal(of: catalog, byteCount: byteCount, in: cache)
        } catch {
            // That run then says only that there is no snapshot.
            return
        }
    }

    private func publish() async throws -> CacheEntry? {
        guard let writer else { return nil }
        let entry = try await writer.commit(response: pages.count == 1 ? pages[0].response : nil)
            .checked(for: CacheKey(snapshotOf: catalog), byteCount: byteCount)
        self.writer = nil
        if pages.count > 1 { try await storeTable(for: entry) }
        return entry
    }

    /// Keeps what the server said now of what has not changed; `nil` if another process has replaced that.
    private func refresh() async throws -> CacheEntry? {
        guard let snapshot else { return nil }
        if pages.count == 1 {
            do {
                let entry = snapshot.entry
                return try await cache.refresh(entry, with: pages[0].response)
                    .checked(for: entry.key, byteCount: entry.byteCount)
            } catch CacheError.missing {
                return nil
            }
        }
        try await storeTable(for: snapshot.entry)
        return snapshot.entry
    }

    private func storeTable(for entry: CacheEntry) async throws {
        let bytes = PageTable.bytes(of: ContentIdentity(of: entry), pages)
        _ = try await cache.store(bytes, fileExtension: "pages", for: CacheKey(pagesOf: catalog))
    }

    /// Notes the length of the page that was read to its end.
    private func endPage() {
        guard case .writing = state, let last = pages.indices.last else { return }
        pages[last].byteRange = pages[last].byteRange.lowerBound..<byteCount
    }

    /// Begins a new snapshot with the pages so far.
    private func beginWriting() async {
        guard case .unchanged = state else { return }
        state = .writing
        guard let snapshot, let last = pages.last else { return }
        do {
            let reader = try await SnapshotReader(of: snapshot, checksums: reader?.checksums, in: cache)
            for try await chunk in reader.chunks(in: 0..<last.byteRange.upperBound) { await write(chunk) }
        } catch {
            await giveUp(.failed(error))
        }
    }

    /// The same chunks. Each is passed on while it is being written, which the next one waits for: the disk and the reader
    /// work at the same time, and no more than one chunk is kept for it.
    private nonisolated func passingOn(_ chunks: ByteChunks) -> ByteChunks {
        ByteChunks {
            var iterator = chunks.makeAsyncIterator()
            guard let chunk = try await iterator.next() else { return nil }
            await self.write(chunk)
            return chunk
        }
    }

    private func write(_ chunk: [UInt8]) async {
        byteCount += chunk.count
        await writing?.value
        writing = Task { await store(chunk) }
    }

    private func store(_ chunk: [UInt8]) async {
        guard case .writing = state else { return }
        do {
            if writer == nil {
                writer = try await cache.makeWriter(fileExtension: "json", for: CacheKey(snapshotOf: catalog))
            }
            try await writer?.write(chunk)
            checksums.add(chunk)
        } catch {
            await drop(.failed(error))
        }
    }

    /// Ends the writing for good, once the write in progress has ended.
    private func giveUp(_ end: State) async {
        await writing?.value
        await drop(end)
    }

    private func drop(_ end: State) async {
        state = end
        await writer?.discard()
        writer = nil
    }
}
