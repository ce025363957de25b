extension CatalogLoad {
    /// The bytes of a page, to be read. The server's response for it is a ``Snapshot/Page``.
    struct Body: Sendable {
        let chunks: ByteChunks

        /// The offset of its first byte in the content that an index is of.
        var byteOffset = 0

        /// The header fields that count pages or suppliers.
        var countFields = HeaderFields()
    }

    private var shape: CatalogShape { loader.configuration.shape }

    // MARK: The sources

    /// Reads the server's pages, and keeps them as the snapshot, with its index.
    ///
    /// - Parameter held: the snapshot in the cache.
    mutating func readServer(_ pages: inout RemotePages, of url: URL, holding held: Snapshot?) async throws {
        delivery.begin(.location)
        let draft = loader.cache.map { Snapshot.Draft(of: url, in: $0) }
        let index = makeIndex()
        do {
            try await readPages(indexing: index, over: held) { [isForbidden] envelope in
                guard let (page, chunks) = try await pages.next(after: envelope) else { return nil }
                // A snapshot has these separators between its pages.
                if envelope.form == .sequence { await draft?.discard() }
                if page.response.forbidsStoring {
                    isForbidden.withLock { $0 = true }
                    await draft?.discard()
                }
                return await draft?.begin(page, chunks) ?? Body(chunks: chunks, countFields: page.response.countFields)
            }
        } catch {
            await draft?.discard()
            throw error
        }
        if delivery.pages.hasErrorAtEnd { await draft?.dropValidators() }
        await keeping { [isForbidden] () async throws(CacheError) in
            if isForbidden.withLock({ $0 }) {
                try await held?.remove()
            } else if let entry = try await draft?.commit() {
                await index?.commit(of: ContentIdentity(of: entry))
            }
        }
    }

    /// Reads the snapshot, or what its index knows, and makes the index if there is none.
    ///
    /// - Throws: ``Snapshot/Unreadable``. If its bytes are damaged, it is removed.
    mutating func readSnapshot(_ snapshot: Snapshot, as source: SupplierBatch.Source) async throws {
        if let url = loader.location.requestURL { loader.provenance.add(snapshot, at: url) }
        delivery.begin(source)
        var index = snapshot.index
        if try await answer(by: &index, in: snapshot.entry.file) { return }
        do {
            let pages = try await Snapshot.Reader(of: snapshot)
            let draft = index == nil ? makeIndex() : nil
            try await readPages(indexing: draft) { _ in await pages.next() }
            await draft?.commit(of: snapshot.identity)
        } catch let error as Snapshot.Unreadable {
            if error.cause == nil { await keeping { () async throws(CacheError) in try await snapshot.remove() } }
            throw error
        }
    }

    /// Keeps what the server said of a snapshot whose pages have not changed.
    mutating func keep(_ unchanged: [Snapshot.Page], as snapshot: Snapshot) async {
        let isForbidden = unchanged.contains { $0.response.forbidsStoring }
        await keeping { () async throws(CacheError) in
            if isForbidden { try await snapshot.remove() } else { try await snapshot.refresh(with: unchanged) }
        }
    }

    /// Reads a file, or what its index knows, and makes the index of a large one.
    mutating func readFile(_ path: String) async throws {
        let identity = loader.cache == nil ? nil : await ContentIdentity(ofLargeFileAt: path)
        var index = await index(of: identity)
        if try await answer(by: &index, in: path) { return }
        let request = DataRequest(url: URL(filePath: path, directoryHint: .notDirectory))
        var draft: RecordIndex.Draft?
        do {
            let stream = try await loader.dataLoader.stream(for: request)
            // An index finds records by their places in the file, which are others in what it is decoded to.
            let isAsStored = stream.head.fields["Content-Encoding"] == nil
            draft = identity != nil && index == nil && isAsStored ? makeIndex() : nil
            try await readPage(stream.chunks, indexing: draft)
        } catch {
            throw try CatalogError(error)
        }
        guard let identity, identity.isSettled(at: .now, after: loader.configuration.fileSettlingTime),
            await ContentIdentity(ofLargeFileAt: path) == identity
        else { return }
        await draft?.commit(of: identity)
    }

    // MARK: Their pages

    /// Reads a file or standard input: a catalog of one page.
    mutating func readPage(_ chunks: ByteChunks, indexing index: RecordIndex.Draft?) async throws {
        var body: Body? = Body(chunks: chunks)
        try await readPages(indexing: index) { _ in body.take() }
    }

    /// Reads pages to the last one, and delivers their batches.
    ///
    /// - Parameters:
    ///   - index: where the records are noted.
    ///   - held: the snapshot that they will replace.
    ///   - next: returns the next page, and is given the members beside the array of the page before.
    private mutating func readPages(
        indexing index: RecordIndex.Draft?, over held: Snapshot? = nil, _ next: (CatalogEnvelope) async throws -> Body?
    ) async throws {
        var envelope = CatalogEnvelope()
        while true {
            let body: Body
            do {
                guard let following = try await next(envelope) else { break }
                body = following
            } catch {
                guard delivery.pages.end(with: error) else { throw error }
                break
            }
            let reader = delivery.beginPage(body.chunks, hashesIDs: index != nil)
            do {
                for try await batch in reader {
                    // A lookup that has its supplier reads on to the end, but lets others read meanwhile.
                    if let lookup, batch.suppliers.contains(where: { $0.id == lookup.id }) { delivery.claim?.release() }
                    await index?.add(batch, pageOffset: body.byteOffset)
                    try await delivery.deliver(batch)
                }
            } catch {
                if delivery.pages.end(with: error) { break }
                throw try CatalogError(error, onPage: delivery.pages.count, after: delivery.pages.earlierRecordCount)
            }
            var read = reader.envelope
            read.signs.read(body.countFields)
            envelope = delivery.pages.endPage(read)
            // An index finds rows in CSV by the first page's heading, and none in JSON.
            if envelope.form == .csv && delivery.pages.count > 1 || envelope.form == .rows { await index?.discard() }
        }
        if delivery.pages.supplierCount == 0 { try await checkEmptiness(of: envelope, over: held) }
    }

    // MARK: The index and the snapshot

    /// The index of a file, if it has an identity. A cache that cannot be read has none.
    private func index(of identity: ContentIdentity?) async -> RecordIndex? {
        guard let identity, let cache = loader.cache else { return nil }
        let entry = await cache.readableEntries(for: [CacheKey(indexOf: loader.location.address)])[0]
        return await RecordIndex(entry, of: identity, lookingUp: lookup?.id, in: cache)
    }

    private func makeIndex() -> RecordIndex.Draft? {
        loader.cache.map { RecordIndex.Draft(of: loader.location, shape, in: $0) }
    }

    /// Answers the lookup by an index.
    ///
    /// - Parameter index: set to `nil` if another one is to be made: it is of another shape, or does not fit the body.
    /// - Returns: whether nothing else is wanted.
    private mutating func answer(by index: inout RecordIndex?, in path: String?) async throws -> Bool {
        if index?.isOf(shape) == false { index = nil }
        guard let lookup, let path, let found = index else { return false }
        guard let suppliers = await found.suppliers(withID: lookup.id, in: path, shape) else {
            index = nil
            return false
        }
        return try await delivery.answer(lookup, with: suppliers, badRecordCount: found.footer.badRecordCount)
    }

    /// Throws the error of a catalog that has no suppliers, if that is one: its snapshot has some, or no record has an
    /// id or a full name, or its server says why there is none. A catalog that is accepted although it has become empty
    /// may have no such records either.
    private func checkEmptiness(of envelope: CatalogEnvelope, over held: Snapshot?) async throws {
        if delivery.pages.recordCount == 0, let reason = envelope.reason {
            throw CatalogError.syntax(.noSuppliers(found: "none, which says '\(reason)'"))
        }
        if let held, case let count = try await supplierCount(of: held), count > 0 {
            guard loader.configuration.insists else { throw CatalogError.becameEmpty(supplierCount: count) }
            if !shape.hasMap { return }
        }
        do {
            try delivery.checkPlaces()
        } catch {
            throw CatalogError.syntax(error)
        }
    }

    /// The number of suppliers in a snapshot; 0 if it cannot be read.
    private func supplierCount(of held: Snapshot) async throws -> Int {
        if let index = held.index, index.isOf(shape) { return index.footer.entryCount }
        var count = 0
        do {
            let pages = try await Snapshot.Reader(of: held)
            while let body = await pages.next() {
                let reader = CatalogReader(chunks: body.chunks, plan: DecodingPlan(shape: shape))
                for try await batch in reader { count += batch.byteOffsets.count }
            }
            return count
        } catch {
            try Task.checkCancellation()
            return 0
        }
    }

    /// Changes the snapshot. A cache that fails costs the snapshot, never the catalog.
    private mutating func keeping(_ change: () async throws(CacheError) -> Void) async {
        do throws(CacheError) {
            try await change()
        } catch {
            delivery.snapshotError = error
        }
    }
}
