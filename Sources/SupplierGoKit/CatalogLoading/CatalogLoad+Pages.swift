extension CatalogLoad {
    /// A page, to be read.
    struct Body: Sendable {
        let chunks: ByteChunks

        /// The server's response for it; `nil` for a file, and if the response is not known.
        var page: Snapshot.Page?

        /// The offset of its first byte in the content that an index is of.
        var byteOffset = 0

        /// The server forbids to store it.
        var forbidsStoring: Bool { page?.response.forbidsStoring == true }

        /// The header fields that count pages or suppliers.
        var countFields: HeaderFields { page?.response.countFields ?? HeaderFields() }
    }

    private var shape: CatalogShape { loader.configuration.shape }

    // MARK: The sources

    /// Reads the server's pages, and keeps them as the snapshot, with its index.
    ///
    /// - Parameter held: the snapshot in the cache.
    mutating func readServer(_ pages: inout RemotePages, of url: URL, holding held: Snapshot?) async throws {
        delivery.begin(.location)
        var draft = loader.cache.map { Snapshot.Draft(of: url, in: $0) }
        indexDraft = makeIndex()
        try await readPages(over: held, areNew: true) { envelope in
            guard let body = try await pages.next(after: envelope) else { return nil }
            // A snapshot has these separators between its pages.
            if envelope.form == .sequence || body.forbidsStoring { draft = nil }
            return await draft?.begin(body) ?? body
        }
        if delivery.pages.hasErrorAtEnd { draft?.dropValidators() }
        do throws(CacheError) {
            if delivery.forbidsStoring {
                try await held?.remove()
            } else if let entry = try await draft?.commit() {
                await indexDraft?.commit(of: ContentIdentity(of: entry))
            }
        } catch {
            delivery.snapshotError = error
        }
    }

    /// Reads the snapshot, or what its index knows, and makes the index if there is none.
    ///
    /// - Throws: ``CacheError`` if it cannot be read.
    mutating func readSnapshot(_ snapshot: Snapshot, as source: SupplierBatch.Source) async throws {
        if let url = loader.location.requestURL { loader.provenance.add(snapshot, at: url) }
        delivery.begin(source)
        if try await answer(by: snapshot.index, in: snapshot.entry.file) { return }
        let pages = try await Snapshot.Reader(of: snapshot)
        try await readPages { _ in await pages.next() }
        await indexDraft?.commit(of: snapshot.identity)
    }

    /// Keeps what the server said of a snapshot whose pages have not changed.
    mutating func keep(_ snapshot: Snapshot) async {
        do throws(CacheError) {
            let isForbidden = snapshot.pages.contains { $0.response.forbidsStoring }
            if isForbidden { try await snapshot.remove() } else { try await snapshot.refresh() }
        } catch {
            delivery.snapshotError = error
        }
    }

    /// Reads a file, or what its index knows, and makes the index of a large one.
    mutating func readFile(_ path: String) async throws {
        let identity = loader.cache == nil ? nil : await ContentIdentity(ofLargeFileAt: path)
        if let identity, try await answer(by: index(of: identity), in: path) { return }
        let request = DataRequest(url: URL(filePath: path, directoryHint: .notDirectory))
        let stream = try await loader.dataLoader.stream(for: request)
        // An index finds records by their places in the file, which are others in what it is decoded to.
        if stream.head.fields["Content-Encoding"] != nil { indexDraft = nil }
        try await readPage(stream.chunks)
        guard let identity, identity.isSettled(at: .now, after: loader.configuration.fileSettlingTime),
            await ContentIdentity(ofLargeFileAt: path) == identity
        else { return }
        await indexDraft?.commit(of: identity)
    }

    // MARK: Their pages

    /// Reads a file or standard input: a catalog of one page.
    mutating func readPage(_ chunks: ByteChunks) async throws {
        var body: Body? = Body(chunks: chunks)
        try await readPages { _ in body.take() }
    }

    /// Reads pages to the last one, and delivers their batches.
    ///
    /// - Parameters:
    ///   - held: the snapshot that they will replace.
    ///   - areNew: whether they are the server's, and not a snapshot's.
    ///   - next: returns the next page, and is given the members beside the array of the page before.
    private mutating func readPages(
        over held: Snapshot? = nil, areNew: Bool = false, _ next: (CatalogEnvelope) async throws -> Body?
    ) async throws {
        var envelope = CatalogEnvelope()
        while true {
            do {
                guard let body = try await next(envelope) else { break }
                let reader = delivery.beginPage(body, hashesIDs: indexDraft != nil, isNew: areNew)
                for try await batch in reader {
                    // A lookup that has its supplier reads on to the end, but lets others read meanwhile.
                    if let lookup, batch.suppliers.contains(where: { $0.id == lookup.id }) { delivery.claim?.release() }
                    await indexDraft?.add(batch, pageOffset: body.byteOffset)
                    try await delivery.deliver(batch)
                }
                var read = reader.envelope
                read.signs.read(body.countFields)
                envelope = delivery.pages.endPage(read)
            } catch {
                if delivery.pages.end(with: error) { break }
                throw try CatalogError(error, onPage: delivery.pages.count, after: delivery.pages.earlierRecordCount)
            }
            // An index finds rows in CSV by the first page's heading, and none in JSON.
            if envelope.form == .csv && delivery.pages.count > 1 || envelope.form == .rows { indexDraft = nil }
        }
        if delivery.pages.supplierCount == 0 { try await checkEmptiness(of: envelope, over: held) }
    }

    // MARK: The index and the snapshot

    /// The index of a file. A cache that cannot be read has none.
    private func index(of identity: ContentIdentity) async -> RecordIndex? {
        guard let cache = loader.cache else { return nil }
        let entry = await cache.readableEntries(for: [CacheKey(indexOf: loader.location.address)])[0]
        return await RecordIndex(entry, of: identity, lookingUp: lookup?.id, in: cache)
    }

    private func makeIndex() -> RecordIndex.Draft? {
        loader.cache.map { RecordIndex.Draft(of: loader.location, shape, in: $0) }
    }

    /// Answers the lookup by an index. Begins a draft of another if this one is of no use: it is missing or of another
    /// shape, or does not fit the body.
    ///
    /// - Returns: whether nothing else is wanted.
    private mutating func answer(by index: RecordIndex?, in path: String?) async throws -> Bool {
        indexDraft = nil
        if let index, index.isOf(shape) {
            guard let lookup, let path else { return false }
            if let suppliers = await index.suppliers(withID: lookup.id, in: path, shape) {
                return try await delivery.answer(lookup, with: suppliers, badRecordCount: index.badRecordCount)
            }
        }
        indexDraft = makeIndex()
        return false
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
        try delivery.checkPlaces()
    }

    /// The number of suppliers in a snapshot; 0 if it cannot be read.
    private func supplierCount(of held: Snapshot) async throws -> Int {
        if let index = held.index, index.isOf(shape) { return index.entryCount }
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
}
