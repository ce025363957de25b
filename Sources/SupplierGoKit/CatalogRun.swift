import FoundationEssentials

/// One reading of a catalog: from its location, or from its snapshot, or from the first and then the second.
actor CatalogRun {
    /// Beyond so many delivered suppliers the snapshot does not take over in the middle: to leave out those that were
    /// delivered their ids are kept.
    private static let takeOverLimit = 65_536

    private let loader: SupplierLoader
    private var pages: (any PageSource)?
    private var page = 0
    private var reader: CatalogReader.Iterator?

    /// How many records the pages before this one had, and how many this one has so far.
    private var records = (before: 0, here: 0)
    private var source = CatalogSource.location
    private var recording: SnapshotRecording?
    private var index: IndexRecording?

    /// The snapshot that is read, where it is one.
    private var snapshot: CacheEntry?
    private var delivered: [Supplier.ID: Int]? = [:]
    private var hasDelivered = false
    private var isDone = false

    init(loader: SupplierLoader) {
        self.loader = loader
    }

    func next() async throws -> SupplierBatch? {
        guard !isDone else { return nil }
        do {
            return try await nextFromSource()
        } catch {
            await recording?.discard()
            recording = nil
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
        while let batch = try await nextFromPages() {
            let suppliers = note(batch.suppliers)
            guard !suppliers.isEmpty || !batch.issues.isEmpty else { continue }
            hasDelivered = true
            return SupplierBatch(suppliers: suppliers, issues: batch.issues, source: source)
        }
        isDone = true
        let snapshotError = await keep()
        guard !hasDelivered || snapshotError != nil else { return nil }
        return SupplierBatch(suppliers: [], issues: [], source: source, snapshotError: snapshotError)
    }

    /// Keeps the catalog that was read to its end: as a snapshot, unless it is one, with its index.
    private func keep() async -> CacheError? {
        let (entry, error) = await recording?.finish() ?? (snapshot, nil)
        recording = nil
        if let entry { await index?.finish(for: entry, freshUntil: (pages as? RemotePages)?.freshUntil) }
        return error
    }

    /// The next batch of this page or, at its end, of the next one; records are counted over all pages.
    private func nextFromPages() async throws -> CatalogBatch? {
        do {
            while true {
                if var batch = try await reader?.next() {
                    records.here += batch.suppliers.count + batch.issues.count
                    if let index, let pages { await index.add(batch, pageOffset: pages.pageOffset) }
                    if page > 1 { batch.issues = batch.issues.map { $0.onPage(page, after: records.before) } }
                    return batch
                }
                records = (records.before + records.here, 0)
                page += 1
                guard let chunks = try await pages?.nextPage() else { return nil }
                reader = CatalogReader(chunks: chunks, isStrict: loader.configuration.isStrict).makeAsyncIterator()
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

    /// Counts what is delivered, so that a snapshot that takes over leaves it out.
    private func note(_ suppliers: [Supplier]) -> [Supplier] {
        guard case .remote = loader.location, loader.cache != nil else { return suppliers }
        guard source == .location else {
            guard delivered?.isEmpty == false else { return suppliers }
            return suppliers.filter { supplier in
                guard let count = delivered?[supplier.id], count > 0 else { return true }
                delivered?[supplier.id] = count - 1
                return false
            }
        }
        guard let known = delivered?.count, known + suppliers.count <= Self.takeOverLimit else {
            delivered = nil
            return suppliers
        }
        for supplier in suppliers { delivered?[supplier.id, default: 0] += 1 }
        return suppliers
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
            if let cache = loader.cache {
                recording = SnapshotRecording(of: url, in: cache)
                index = IndexRecording(of: url, in: cache)
            }
            pages = RemotePages(of: loader, at: url, recording: recording)
        }
    }

    /// Goes over to the snapshot, if there is one that can.
    private func openSnapshot(because reason: CatalogError?) async throws -> Bool {
        guard case .remote(let url) = loader.location, let cache = loader.cache, delivered != nil else { return false }
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
