import SupplierGoKit

/// Reads a catalog's matching suppliers batch by batch, and warns of bad records, a snapshot, and a cache that cannot
/// keep it.
///
/// `list`, `show`, `open`, `fetch` and the edits' commands are its consumers.
actor CatalogReader {
    private let query: SupplierQuery
    private let session: Session
    private nonisolated var console: Console { session.console }
    private let hasFailed: @Sendable (Supplier) -> Bool
    private let cacheWarnings: CacheWarnings?
    private var batches: SupplierStream.Iterator?

    /// The batch that was read ahead.
    private var first: SupplierBatch?
    private var hasNamedSnapshot = false

    /// True if it warns of bad records itself.
    private let warnsOfBadRecords: Bool

    /// The number of suppliers that matched until now.
    private(set) var count = 0

    /// The number of suppliers, with those that did not match.
    private(set) var readCount = 0

    /// The edits of those that are edited, and of those that were removed.
    private(set) var edited: [Supplier.ID: SupplierEdits.Applied] = [:]

    /// The records that were not suppliers.
    private(set) var skipped: SkippedRecords

    /// True if a run that read the catalog to its end is only partly done.
    var isPartial: Bool { skipped.count > 0 || skipped.isIncomplete }

    /// True if the catalog was read to its end and has no suppliers. A renderer must not leave any out.
    var isEmpty: Bool { batches == nil && failure == nil && readCount == 0 }

    /// The source that they were read from; `nil` before the first.
    private(set) var source: SupplierBatch.Source?

    /// The error that ended the catalog before its time.
    private(set) var failure: (any Error)?

    /// The error for which the catalog is not kept as a snapshot.
    private(set) var snapshotError: CacheError?

    /// Creates a reader that has read nothing.
    ///
    /// - Parameters:
    ///   - cacheWarnings: says that the catalog is not kept; `nil` if the caller says it.
    ///   - warnsOfBadRecords: true if it warns of bad records itself. Default `true`.
    init(
        _ suppliers: SupplierStream, query: SupplierQuery, in session: Session, cacheWarnings: CacheWarnings?,
        warnsOfBadRecords: Bool = true
    ) {
        self.query = query
        self.warnsOfBadRecords = warnsOfBadRecords
        (self.session, hasFailed) = (session, session.hasFailed)
        skipped = SkippedRecords(for: session.console)
        self.cacheWarnings = cacheWarnings
        batches = suppliers.makeAsyncIterator()
    }

    /// The number of suppliers that match, once the catalog is read to its end.
    var total: Int? { batches == nil ? count : nil }

    /// Reads to the end while a line on standard error says how many suppliers were read: nothing can be printed
    /// before.
    ///
    /// - Parameters:
    ///   - empty: the value before the first batch, and again when the catalog starts over.
    ///   - consume: adds a batch to the value.
    /// - Throws: `CancellationError`; another error that ended the catalog before its time is ``failure``.
    nonisolated func readAll<Value>(
        into empty: Value, _ consume: (inout Value, SupplierBatch) -> Void
    ) async throws -> Value {
        var value = empty
        try await counting {
            while let batch = await next() {
                if batch.startsOver { value = empty }
                consume(&value, batch)
            }
        }
        return value
    }

    /// Reads until there is something to print, or to the end, while a line on standard error says how many suppliers
    /// were read. What was read comes with ``next()``.
    ///
    /// - Throws: `CancellationError`; another error that ended the catalog before its time is ``failure``.
    nonisolated func waitForFirst() async throws {
        try await counting {
            while let batch = await next() {
                if !batch.suppliers.isEmpty || batch.rendered.count > 0 { return await putBack(batch) }
            }
        }
    }

    /// The next suppliers that match or were rendered; `nil` at the end, with ``failure`` if that was not the
    /// catalog's.
    func next() async -> SupplierBatch? {
        if let first {
            self.first = nil
            return first
        }
        guard var batches else { return nil }
        do {
            if let batch = try await batches.next() { return await counted(batch) }
        } catch {
            failure = error
        }
        stop()
        return nil
    }

    /// Reads no further: the catalog's transfer ends.
    func stop() {
        guard batches != nil else { return }
        batches = nil
        if let sentence = skipped.sentenceOfOthers { console.warn(sentence) }
    }

    /// Says why a catalog is not kept.
    static func warn(_ warnings: CacheWarnings, of error: CacheError) {
        warnings.say("the catalog is not kept for '\(Options.offline.spelling)'", error)
    }

    private func putBack(_ batch: SupplierBatch) { first = batch }

    private func counted(_ read: SupplierBatch) async -> SupplierBatch {
        var batch = read
        if batch.startsOver {
            (count, readCount, skipped) = (0, 0, SkippedRecords(for: console))
            edited = [:]
        }
        for supplier in batch.edited { edited[supplier.edit.id] = supplier }
        warn(of: batch)
        readCount += batch.suppliers.count + batch.rendered.readCount
        source = batch.source
        snapshotError = snapshotError ?? batch.snapshotError
        batch.suppliers = await matching(batch.suppliers)
        count += batch.suppliers.count + batch.rendered.count
        return batch
    }

    private func matching(_ suppliers: [Supplier]) async -> [Supplier] {
        guard !query.isEmpty else { return suppliers }
        guard query.needsCache else { return suppliers.filter { query.matches($0) } }
        return await BlockingThreads.files.run { [query, hasFailed] in
            suppliers.filter { query.matches($0, hasFailed: hasFailed) }
        }
    }

    private func warn(of batch: SupplierBatch) {
        if case .snapshot(let storedAt, let reason?) = batch.source, !hasNamedSnapshot {
            hasNamedSnapshot = true
            let age = Age.formatted(Int(Date().timeIntervalSince(storedAt)))
            let sentence = reason.refusal(ofTokenFrom: session.tokenSource) ?? reason.sentence
            console.warn("\(sentence); showing the snapshot of \(age) ago")
        }
        for sentence in skipped.sentences(of: batch, namesRecords: warnsOfBadRecords) { console.warn(sentence) }
        if let error = batch.snapshotError, let cacheWarnings { Self.warn(cacheWarnings, of: error) }
    }

    /// Does some work while a line says how many suppliers were read, after as long as people do not mind waiting.
    private nonisolated func counting(_ work: () async -> Void) async throws {
        try await console.showingProgress(
            of: "suppliers", waiting: session.waiting(in: console.errorStyle), after: .milliseconds(300)
        ) {
            Progress(done: await self.readCount)
        } during: {
            await work()
            try Task.checkCancellation()
        }
    }
}
