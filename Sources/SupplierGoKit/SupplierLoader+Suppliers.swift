import FoundationEssentials

extension SupplierLoader {
    /// Streams the catalog's suppliers as its bytes arrive; nothing waits for an avatar.
    ///
    /// There is at least one batch, even of an empty catalog. A catalog at a URL is also kept in the cache, as a
    /// snapshot; where its server cannot be reached, answers with an error status, or with what is no catalog, the
    /// snapshot is delivered instead, without the suppliers that were delivered already.
    ///
    /// The stream throws ``CatalogError``, after what was good has been delivered; ``CacheError``, where only the
    /// snapshot was to be read and the cache cannot be; or `CancellationError`.
    public func suppliers() -> SupplierStream {
        let run = CatalogRun(loader: self)
        return SupplierStream { try await run.next() }
    }
}

/// One reading of a catalog: from its location, or from its snapshot, or from the first and then the second.
private actor CatalogRun {
    /// Beyond so many delivered suppliers the snapshot does not take over in the middle: to leave out those that were
    /// delivered their ids are kept.
    private static let takeOverLimit = 65_536

    private let loader: SupplierLoader
    private var reader: CatalogReader.Iterator?
    private var source = CatalogSource.location
    private var recording: SnapshotRecording?
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
            } catch is CatalogFault {
                isDone = true
                throw cause
            }
        }
    }

    private func nextFromSource() async throws -> SupplierBatch? {
        if reader == nil { try await open() }
        while let batch = try await nextFromReader() {
            let suppliers = note(batch.suppliers)
            guard !suppliers.isEmpty || !batch.issues.isEmpty else { continue }
            hasDelivered = true
            return SupplierBatch(suppliers: suppliers, issues: batch.issues, source: source)
        }
        isDone = true
        let snapshotError = await recording?.finish()
        recording = nil
        guard !hasDelivered || snapshotError != nil else { return nil }
        return SupplierBatch(suppliers: [], issues: [], source: source, snapshotError: snapshotError)
    }

    /// The reader is taken out for the call: a copy left behind would make it copy its buffers, too.
    private func nextFromReader() async throws -> CatalogBatch? {
        guard var reader else { return nil }
        self.reader = nil
        let batch = try await reader.next()
        self.reader = reader
        return batch
    }

    /// Counts what is delivered, so that a snapshot that takes over leaves it out.
    private func note(_ suppliers: [Supplier]) -> [Supplier] {
        guard case .remote = loader.location, loader.cache != nil else { return suppliers }
        guard source == .location else {
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
            read(FileChunks.standardInput())
        case .file(let path):
            let url = URL(filePath: path, directoryHint: .notDirectory)
            read(try await loader.dataLoader.stream(for: DataRequest(url: url)).chunks)
        case .remote(let url):
            if loader.configuration.isOffline {
                guard try await openSnapshot(because: nil) else { throw CatalogError.noSnapshot(url) }
            } else {
                try await openRemote(url)
            }
        }
    }

    private func openRemote(_ url: URL) async throws {
        let request = DataRequest(url: url, originFields: loader.configuration.originFields)
        let stream = try await loader.dataLoader.stream(for: request)
        guard stream.head.status.isSuccess else { throw CatalogError.status(url, stream.head.status) }
        guard let cache = loader.cache else { return read(stream.chunks) }
        let recording = await SnapshotRecording(of: url, in: cache)
        self.recording = recording
        read(recording.passingOn(stream.chunks))
    }

    /// Goes over to the snapshot, if there is one that can.
    private func openSnapshot(because reason: CatalogError?) async throws -> Bool {
        guard case .remote(let url) = loader.location, let cache = loader.cache, delivered != nil else { return false }
        if case .fault(.badRecord) = reason { return false }
        do {
            guard let entry = try await cache.entries(for: [CacheKey(snapshotOf: url)]).first ?? nil else {
                return false
            }
            read(try await cache.chunks(of: entry))
            source = .snapshot(storedAt: entry.storedAt, reason: reason)
            return true
        } catch let error as CacheError {
            guard let reason else { throw error }
            throw reason
        }
    }

    private func read(_ chunks: ByteChunks) {
        reader = CatalogReader(chunks: chunks, isStrict: loader.configuration.isStrict).makeAsyncIterator()
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
