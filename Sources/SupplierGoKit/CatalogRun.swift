import FoundationEssentials

/// One reading of a catalog: from its location, or from its snapshot, or from the first and then the second.
actor CatalogRun {
    private let loader: SupplierLoader
    private let renderer: (any SupplierRendering)?
    private var pages: (any PageSource)?
    private var page = 0
    private var reader: CatalogReader.Iterator?

    /// How many records the pages before this one had, and how many this one has so far.
    private var records = (before: 0, here: 0)
    private var source = CatalogSource.location
    private var keeping: SnapshotKeeping?
    private var index: IndexRecording?

    /// The snapshot that is read, where it is one.
    private var snapshot: CacheEntry?
    private var delivered = DeliveredSuppliers()
    private var hasDelivered = false
    private var isDone = false

    /// Whether the snapshot is read because it is fresh, without asking its server.
    private var isUnasked = false

    /// Whether the server is asked whatever the snapshot is: it is broken.
    private var isAskedAlways = false

    /// The right to ask the server, for as long as that takes.
    private var claim: CacheClaim?
    private let startedAt = Date.now

    /// Creates a reading; `renderer` is what turns the suppliers into bytes, `nil` where they are wanted themselves.
    init(loader: SupplierLoader, renderer: (any SupplierRendering)?) {
        self.loader = loader
        self.renderer = renderer
    }

    func next() async throws -> SupplierBatch? {
        guard !isDone else { return nil }
        do {
            return try await nextFromSource()
        } catch {
            await keeping?.discard()
            keeping = nil
            claim = nil
            if isUnasked, !hasDelivered { return try await nextAskedAfterAll() }
            let cause = try Self.cause(of: error)
            guard source == .location, try await openSnapshot(because: cause) else {
                isDone = true
                throw cause
            }
            do {
                return try await nextFromSource()
            } catch is CatalogError {
                isDone = true
                throw cause
            }
        }
    }

    private func nextFromSource() async throws -> SupplierBatch? {
        if pages == nil { try await open() }
        while var batch = try await nextFromPages() {
            if case .location = source { note(batch) } else { leaveOutDelivered(of: &batch) }
            guard !batch.suppliers.isEmpty || batch.rendered.count > 0 || !batch.issues.isEmpty else { continue }
            hasDelivered = true
            return SupplierBatch(batch, from: source)
        }
        isDone = true
        let snapshotError = await keep()
        claim = nil
        guard !hasDelivered || snapshotError != nil else { return nil }
        return SupplierBatch(suppliers: [], issues: [], source: source, snapshotError: snapshotError)
    }

    /// A snapshot that is fresh, but of no use, is as good as none.
    private func nextAskedAfterAll() async throws -> SupplierBatch? {
        (isUnasked, isAskedAlways) = (false, true)
        (pages, reader, page, records) = (nil, nil, 0, (0, 0))
        (snapshot, index, source) = (nil, nil, .location)
        return try await next()
    }

    /// Keeps the catalog that was read to its end: as a snapshot, unless it is one, with its index.
    private func keep() async -> CacheError? {
        let (entry, error) = await keeping?.finish() ?? (snapshot, nil)
        keeping = nil
        // The index of a snapshot that has not changed is as good as this one.
        if let entry, let index, await !loader.hasIndex(of: entry) { await index.finish(for: entry) }
        return error
    }

    /// The next batch of this page or, at its end, of the next one; records are counted over all pages.
    private func nextFromPages() async throws -> CatalogBatch? {
        do {
            while true {
                if var batch = try await reader?.next() {
                    records.here += batch.byteOffsets.count + batch.issues.count
                    if let index, let pages { await index.add(batch, pageOffset: pages.pageOffset) }
                    if page > 1 { batch.issues = batch.issues.map { $0.onPage(page, after: records.before) } }
                    return batch
                }
                records = (records.before + records.here, 0)
                page += 1
                guard let chunks = try await pages?.nextPage() else { return nil }
                reader = CatalogReader(chunks: chunks, plan: plan).makeAsyncIterator()
            }
        } catch {
            throw try located(Self.cause(of: error))
        }
    }

    /// The cause, with the page it is on where that is not the first.
    private func located(_ cause: CatalogError) -> CatalogError {
        switch cause {
        case _ where page <= 1, .paging: cause
        case .fault(.badRecord(let issue)): .fault(.badRecord(issue.onPage(page, after: records.before)))
        default: .page(number: page, cause)
        }
    }

    /// How the next page's records are decoded. Where some of them may have been delivered already, that is seen from the
    /// suppliers themselves, and those that are left are rendered here.
    private var plan: DecodingPlan {
        DecodingPlan(
            isStrict: loader.configuration.isStrict, renderer: mayRepeat ? nil : renderer,
            keptIDLimit: hasSnapshot ? DeliveredSuppliers.limit - records.before : 0, hashesIDs: index != nil)
    }

    /// Whether what is read may have been delivered before.
    private var mayRepeat: Bool { source != .location && !delivered.isEmpty }

    /// Whether a snapshot may take over.
    private var hasSnapshot: Bool {
        guard case .remote = loader.location else { return false }
        return loader.cache != nil
    }

    /// Counts what is delivered.
    private func note(_ batch: CatalogBatch) {
        guard hasSnapshot, delivered.isComplete else { return }
        delivered.note(renderer == nil ? batch.suppliers.map(\.id) : batch.keptIDs, of: batch.byteOffsets.count)
    }

    private func leaveOutDelivered(of batch: inout CatalogBatch) {
        guard mayRepeat else { return }
        batch.suppliers = delivered.leavingOut(of: batch.suppliers)
        guard let renderer else { return }
        for supplier in batch.suppliers { batch.rendered.append(supplier, by: renderer) }
        batch.suppliers = []
    }

    private func open() async throws {
        switch loader.location {
        case .standardInput:
            pages = SinglePage(FileChunks.standardInput())
        case .file(let path):
            let url = URL(filePath: path, directoryHint: .notDirectory)
            pages = SinglePage(try await loader.dataLoader.stream(for: DataRequest(url: url)).chunks)
        case .remote(let url):
            guard !loader.configuration.isOffline else {
                guard try await openSnapshot(because: nil) else { throw CatalogError.noSnapshot(url) }
                return
            }
            var held = await loader.heldCatalog(at: url)
            if let held, try await openFresh(held, of: url) { return }
            let turn = isAskedAlways ? CatalogTurn() : await loader.takeTurn(at: url)
            claim = turn.claim
            if turn.hasWaited {
                held = await loader.heldCatalog(at: url)
                if let held, try await openFresh(held, of: url) { return }
            }
            if let cache = loader.cache {
                keeping = SnapshotKeeping(of: url, held: held, in: cache)
                index = IndexRecording(of: url, in: cache)
            }
            pages = await RemotePages(of: loader, at: url, keeping: keeping)
        }
    }

    /// Goes over to the snapshot where its server said that it may be used without asking, or was asked since this reading
    /// began.
    private func openFresh(_ held: HeldCatalog, of url: URL) async throws -> Bool {
        let fields = loader.originFields(for: url)
        guard !isAskedAlways,
            !loader.configuration.isRefreshing && held.isFresh(at: .now, for: fields)
                || held.isAnswer(since: startedAt, for: fields)
        else { return false }
        claim = nil
        do {
            isUnasked = try await openSnapshot(because: nil)
            return isUnasked
        } catch is CacheError {
            return false
        }
    }

    /// Goes over to the snapshot, if there is one that can.
    private func openSnapshot(because reason: CatalogError?) async throws -> Bool {
        guard case .remote(let url) = loader.location, let cache = loader.cache, delivered.isComplete else {
            return false
        }
        if case .fault(.badRecord) = reason { return false }
        do {
            guard let entry = try await cache.entries(for: [CacheKey(snapshotOf: url)]).first ?? nil else {
                return false
            }
            pages = SnapshotPages(try await cache.chunks(of: entry))
            (reader, page, records, snapshot) = (nil, 0, (0, 0), entry)
            index = await loader.hasIndex(of: entry) ? nil : IndexRecording(of: url, in: cache)
            source = .snapshot(storedAt: entry.storedAt, reason: reason)
            return true
        } catch let error as CacheError {
            guard let reason else { throw error }
            throw reason
        }
    }

    /// The error as the stream throws it; what has nothing to do with the catalog is thrown as it is.
    private static func cause(of error: any Error) throws -> CatalogError {
        switch error {
        case let error as CatalogError: error
        case let error as DataLoadError: .transfer(error)
        case let error as CatalogFault: .fault(error)
        default: throw error
        }
    }
}
