/// One reading of a catalog: from its location, from its snapshot, or from the first and then the second.
struct CatalogLoad {
    /// A page to be read.
    struct Page: Sendable {
        let chunks: ByteChunks

        /// The offset of its first byte in the body that an index is of.
        var byteOffset = 0

        /// The header fields that count pages or suppliers.
        var countFields = HeaderFields()
    }

    let loader: SupplierLoader
    let startedAt = Date.now
    var delivery: CatalogDelivery

    /// If an index knows suppliers with this id, they are all that is delivered.
    let id: Supplier.ID?

    /// Set once a server forbids to store a page.
    let isForbidden: Lock<Bool>
    private var shape: CatalogShape { loader.configuration.shape }

    /// Reads the catalog to its end.
    mutating func run() async throws {
        var snapshotError: (any Error)?
        if let url = loader.location.requestURL {
            snapshotError = try await readRemote(url)
        } else if case .file(let path) = loader.location {
            try await readFile(path)
        } else {
            var builder: RecordIndexBuilder?
            try await deliver(FileChunks.standardInput(), into: &builder)
        }
        try await delivery.finish(snapshotError)
    }

    // MARK: A file

    /// Reads a file by its index, or all of it, and makes the index of a large one.
    private mutating func readFile(_ path: String) async throws {
        let key = CacheKey(indexOf: loader.location)
        let identity = loader.cache == nil ? nil : await ContentIdentity.ofFile(at: path)
        var index: RecordIndex?
        if let identity { index = await RecordIndex.open(entry(for: key), of: identity, shape) }
        if try await sendIndexed(in: path, by: &index) { return }
        var builder = identity == nil || index != nil ? nil : makeBuilder()
        let request = DataRequest(url: URL(filePath: path, directoryHint: .notDirectory))
        do {
            try await deliver(loader.dataLoader.stream(for: request).chunks, into: &builder)
        } catch {
            throw try CatalogError(error)
        }
        guard let identity, identity.isSettled(at: .now, after: loader.configuration.fileSettlingTime),
            await ContentIdentity.ofFile(at: path) == identity
        else { return }
        await builder?.finish(of: identity, blockChecksums: [])
    }

    /// The entry under a key; a cache that cannot be read has none.
    private func entry(for key: CacheKey) async -> CacheEntry? {
        do {
            return try await loader.cache?.checkedEntries(for: [key])[0]
        } catch {
            return nil
        }
    }

    /// Makes the builder of the catalog's index.
    private func makeBuilder() -> RecordIndexBuilder? {
        loader.cache.map { RecordIndexBuilder(for: CacheKey(indexOf: loader.location), shape, in: $0) }
    }

    /// Sends the suppliers with the id that an index knows.
    ///
    /// - Parameter index: set to `nil` if it is damaged.
    /// - Returns: whether there are any.
    private mutating func sendIndexed(in path: String?, by index: inout RecordIndex?) async throws -> Bool {
        guard let id, let path, let found = index else { return false }
        guard let suppliers = await found.suppliers(withID: id, in: path, shape) else {
            index = nil
            return false
        }
        return try await delivery.deliver(indexed: suppliers, withID: id, badRecordCount: found.footer.badRecordCount)
    }

    // MARK: Pages

    /// Delivers a file or standard input: a catalog of one page.
    private mutating func deliver(_ chunks: ByteChunks, into builder: inout RecordIndexBuilder?) async throws {
        var page: Page? = Page(chunks: chunks)
        try await deliver(into: &builder) { _ in page.take() }
    }

    /// Delivers pages to the last one.
    ///
    /// - Parameter next: returns the next page, and is given the members beside the array of the page before.
    private mutating func deliver(
        into builder: inout RecordIndexBuilder?, _ next: (CatalogEnvelope) async throws -> Page?
    ) async throws {
        var envelope = CatalogEnvelope()
        while let page = try await next(envelope) {
            let reader = delivery.beginPage(page.chunks, hashesIDs: builder != nil)
            do {
                for try await batch in reader {
                    // A lookup that is answered reads on, but not before others.
                    if let id, batch.suppliers.contains(where: { $0.id == id }) { delivery.claim?.release() }
                    await builder?.add(batch, pageOffset: page.byteOffset)
                    try await delivery.deliver(batch)
                }
            } catch {
                throw try CatalogError(error, onPage: delivery.pageCount, after: delivery.earlierRecordCount)
            }
            var read = reader.envelope
            read.signs.read(page.countFields)
            envelope = delivery.endPage(read)
            // An index finds rows in CSV by the first page's heading.
            if envelope.isCSV, delivery.pageCount > 1 { builder = nil }
        }
        do {
            try delivery.checkMap()
        } catch {
            throw CatalogError.syntax(error)
        }
    }

    /// Delivers a snapshot, and makes its index if there is none.
    mutating func deliver(_ snapshot: Snapshot, because reason: CatalogError?) async throws {
        guard let cache = loader.cache else { return }
        loader.provenance.note(snapshot)
        delivery.begin(.snapshot(storedAt: snapshot.entry.storedAt, reason: reason))
        var index = await RecordIndex.open(snapshot.indexEntry, of: snapshot.identity, shape)
        if try await sendIndexed(in: snapshot.entry.file, by: &index) { return }
        let reader = try await SnapshotReader(of: snapshot, checksums: index?.blockChecksums, in: cache)
        var builder = index == nil ? makeBuilder() : nil
        var fields = snapshot.pages.map(\.response.countFields)[...]
        var ranges = reader.pageRanges[...]
        try await deliver(into: &builder) { _ in
            ranges.popFirst().map { range in
                Page(
                    chunks: reader.chunks(in: range), byteOffset: range.lowerBound,
                    countFields: fields.popFirst() ?? HeaderFields())
            }
        }
        await builder?.finish(of: snapshot.identity, blockChecksums: reader.checksums)
    }

    /// Delivers the pages that the server sends, or says are unchanged, and keeps them.
    ///
    /// - Returns: why they could not be kept.
    mutating func deliverPages(of url: URL, holding snapshot: Snapshot?) async throws -> (any Error)? {
        delivery.begin(.location)
        var index: RecordIndex?
        if let snapshot { index = await RecordIndex.open(snapshot.indexEntry, of: snapshot.identity, shape) }
        let writer = loader.cache.map {
            SnapshotWriter(of: url, replacing: snapshot, checksums: index?.blockChecksums, in: $0)
        }
        var pages = RemotePages(of: loader, at: url, snapshot: snapshot)
        defer { pages.cancel() }
        var builder = makeBuilder()
        let isForbidden = isForbidden
        do {
            // Unchanged pages need not be read if the index answers.
            if id != nil, index != nil, let snapshot, try await pages.areUnchanged(),
                try await sendIndexed(in: snapshot.entry.file, by: &index)
            {
                for page in pages.pulled { _ = try await writer?.begin(page) }
                builder = nil
            } else {
                try await deliver(into: &builder) { envelope in
                    guard let page = try await pages.next(after: envelope) else { return nil }
                    if page.response.forbidsStoring { isForbidden.withLock { $0 = true } }
                    if let writer { return try await writer.begin(page) }
                    guard case .sent(let chunks) = page.body else { throw Snapshot.Unreadable() }
                    return Page(chunks: chunks, countFields: page.response.countFields)
                }
                try await refuseToBecomeEmpty(snapshot, index)
            }
            return try await keep(writer, index, &builder)
        } catch {
            await writer?.discard()
            throw error
        }
    }

    /// Throws ``CatalogError/becameEmpty(supplierCount:)`` if nothing but the snapshot has suppliers.
    private func refuseToBecomeEmpty(_ snapshot: Snapshot?, _ index: RecordIndex?) async throws {
        guard delivery.supplierCount == 0, !loader.configuration.insists, let snapshot, let cache = loader.cache else {
            return
        }
        var count = index?.footer.entryCount ?? 0
        if index == nil {
            do {
                let reader = try await SnapshotReader(of: snapshot, checksums: nil, in: cache)
                for range in reader.pageRanges {
                    let page = CatalogReader(chunks: reader.chunks(in: range), plan: DecodingPlan(shape: shape))
                    for try await batch in page { count += batch.byteOffsets.count }
                }
            } catch {
                try Task.checkCancellation()
                return
            }
        }
        if count > 0 { throw CatalogError.becameEmpty(supplierCount: count) }
    }

    /// Keeps a catalog that was read to its end, with its index.
    ///
    /// - Returns: why it could not be kept.
    private func keep(
        _ writer: SnapshotWriter?, _ index: RecordIndex?, _ builder: inout RecordIndexBuilder?
    ) async throws -> (any Error)? {
        do {
            let kept = try await writer?.finish()
            guard let kept, index?.footer.identity != ContentIdentity(of: kept.entry) else { return nil }
            await builder?.finish(of: ContentIdentity(of: kept.entry), blockChecksums: kept.checksums)
            return nil
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return error
        }
    }
}
