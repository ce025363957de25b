import FoundationEssentials
import SupplierGoKit

/// Reads the catalog for the browser: as it arrives, again on request, and at intervals if it is watched.
///
/// A server that fails never ends it: what is shown stays, and the next reading tries again.
struct CatalogFeed: Sendable {
    /// A request to the feed.
    private enum Request: Sendable {
        ///
        /// - Parameter isOnRequest: whether a person asks for it, who need not wait for its server's time.
        case read(isOnRequest: Bool)

        /// Show the edits of the catalog; those of some suppliers have changed.
        case edits(SupplierEdits, [EditedRow])
    }

    /// A reading of the catalog.
    private struct Reading {
        var table = SupplierTable()
        var edited: [Supplier.ID: EditedSupplier] = [:]
        var end = CatalogEnd()

        /// Whether it was read to its end.
        var isWhole = false

        /// The ids of the records that were skipped, and whether each supplier that is not listed is known to be gone.
        var skippedIDs: Set<Supplier.ID> = []
        var knowsRemovals = true

        /// Takes what a batch says besides its suppliers.
        mutating func note(_ batch: SupplierBatch) {
            if batch.startsOver { (skippedIDs, knowsRemovals) = ([], true) }
            end.source = batch.source
            for supplier in batch.edited { edited[supplier.edit.id] = supplier }
            skippedIDs.formUnion(batch.badRecords.compactMap(\.id))
            if !batch.omissions.isEmpty || batch.badRecords.contains(where: { $0.id == nil }) { knowsRemovals = false }
        }

        /// Calls a function with the suppliers in some rows as the catalog has them, and with those that are hidden: some
        /// thousand at a time, since all rows may differ.
        func forEachBatch(ofOriginalsIn rows: [UInt32], _ body: ([Supplier]) -> Void) {
            for start in stride(from: 0, to: rows.count, by: 4096) {
                let slice = rows[start..<min(start + 4096, rows.count)]
                let suppliers = slice.compactMap { row in
                    let supplier = table.supplier(at: Int(row))
                    return supplier.editedFields.isEmpty ? supplier : edited[supplier.id]?.original
                }
                body(suppliers)
            }
            body(edited.values.filter { $0.supplier == nil }.compactMap(\.original))
        }
    }

    /// The result of a reading.
    private struct Outcome {
        /// The reading to show from now on.
        let shown: Reading

        /// Says so.
        let event: BrowserEvent

        /// Why it ended before the catalog's end, or why a snapshot was read instead.
        var error: (any Error)?
    }

    /// The snapshot that is shown is still fresh.
    private struct Unchanged: Error {}

    let loader: SupplierLoader
    let mailbox: Mailbox

    /// The time after which a reading begins by itself once the one before has ended; `nil` for never.
    let interval: Duration?

    /// Reads the edits for each reading after the first one; `nil` to keep those of the loader.
    var readEdits: @Sendable () async throws -> SupplierEdits? = { nil }

    /// Says that the catalog is not kept.
    let cacheWarnings: CacheWarnings

    /// The paths of fields that are not compared.
    var ignoredPaths: [String] = []

    /// Takes what is said in the end.
    let console: Console

    /// The sentences, for the end, about the records that the last reading skipped.
    private let skipped = Lock([String]())
    private let requests = AsyncStream.makeStream(of: Request.self)

    /// Whether a reading goes on or is asked for.
    private let isReading = Lock(false)

    /// Says which records were skipped.
    func warnOfSkippedRecords() {
        for sentence in skipped.withLock({ $0 }) { console.warn(sentence) }
    }

    /// Asks for another reading; ignored while one goes on.
    ///
    /// - Parameter isOnRequest: whether its server is asked before the end of the wait that it asked for.
    func reload(isOnRequest: Bool = true) {
        let isNew = isReading.withLock { isReading in
            defer { isReading = true }
            return !isReading
        }
        if isNew { requests.continuation.yield(.read(isOnRequest: isOnRequest)) }
    }

    /// Shows the edits of the catalog, those of some suppliers at once.
    func show(_ edits: SupplierEdits, _ rows: [EditedRow]) {
        requests.continuation.yield(.edits(edits, rows))
    }

    /// Reads, again and again, until the task is cancelled.
    func run() async {
        var loader = loader
        var shown = await readSnapshot()
        var isFirst = true
        var pace = WatchPace(interval: interval)
        var timer: Task<Void, any Error>?
        defer { timer?.cancel() }
        reload(isOnRequest: false)
        for await request in requests.stream {
            switch request {
            case .edits(let edits, let rows):
                loader.edits = edits
                apply(rows, to: &shown)
                continue
            case .read(isOnRequest: true): loader = loader.impatient
            case .read: break
            }
            timer?.cancel()
            mailbox.post(.loadingBegan)
            if !isFirst { await updateEdits(of: &loader) }
            let outcome = await read(by: isFirst ? loader : loader.refreshing, after: shown)
            (shown, isFirst) = (outcome.shown, false)
            // Before the end is told, since that may be answered by asking for another reading.
            isReading.withLock { $0 = false }
            mailbox.post(outcome.event)
            guard !Task.isCancelled else { return }
            guard let delay = pace.delay(after: outcome.error) else { continue }
            timer = Task {
                try await Task.sleep(for: delay)
                reload(isOnRequest: false)
            }
        }
    }

    /// Shows the last snapshot of a catalog that is not at hand, until its server or its command answers.
    private func readSnapshot() async -> Reading? {
        switch loader.location {
        case .file, .standardInput: return nil
        case .remote, .command: if loader.configuration.isOffline { return nil }
        }
        let outcome = await read(by: loader.offline, after: nil)
        guard outcome.error == nil else { return nil }
        mailbox.post(outcome.event)
        return outcome.shown
    }

    /// Takes the edits of this moment, which other processes may have made. Those of the last reading stay if they cannot
    /// be read.
    private func updateEdits(of loader: inout SupplierLoader) async {
        do {
            if let edits = try await readEdits() { loader.edits = edits }
        } catch {
            if let failure = Failure(error) { mailbox.post(.failed(failure)) }
        }
    }

    /// Shows edits that have changed.
    private func apply(_ rows: [EditedRow], to shown: inout Reading?) {
        guard var reading = shown else { return }
        for row in rows { reading.edited[row.target.id] = row.edited }
        mailbox.post(.edited(reading.edited))
        let former = reading.table
        let changes = rows.map { row in
            let (id, place) = (row.target.id, row.target.row)
            let isThere = place < former.count && former.text(of: .id, at: place) == id.rawValue
            let shown = isThere ? place : former.row(of: id)
            // An added one is listed last, also if the catalog has grown since its form was opened.
            let newPlace = row.target.original == nil ? max(place, former.count) : place
            return RefreshedTable.Change(row: shown ?? newPlace, isThere: shown != nil, supplier: row.supplier)
        }
        let changed = RefreshedTable(after: former, applying: changes)
        mailbox.post(.refreshed(changed.table, changed.map, nil, reading.end))
        reading.table = changed.table
        shown = reading
    }

    /// Reads the catalog once.
    ///
    /// A catalog that was read to its end is compared with what is read now, and stays if that cannot be. After one
    /// that broke off, or before the first, what is read is shown as it arrives, once it is more than was shown.
    private func read(by loader: SupplierLoader, after former: Reading?) async -> Outcome {
        let shown = former ?? Reading()
        guard former == nil || loader.location != .standardInput else {
            let failure = Failure(.noInput, "standard input is read only once")
            mailbox.post(.failed(failure))
            return Outcome(shown: shown, event: .loadingEnded(shown.end), error: failure)
        }
        let isCompared = shown.isWhole && !shown.table.isEmpty
        var hasArrived = false
        var reading = Reading()
        var refreshed = RefreshedTable(after: shown.table)
        let skipped = skipped.withLock { $0 }
        var error = await take(from: loader, into: &reading, &refreshed) { table, source in
            if isCompared {
                // A snapshot has nothing new.
                if case .snapshot(_, let reason?) = source { throw reason }
                if source == shown.end.source, source != .location { throw Unchanged() }
            } else if table.count > shown.table.count {
                hasArrived = true
                mailbox.post(.arrived(table, source: source))
            }
        }
        if error is Unchanged {
            self.skipped.withLock { $0 = skipped }
            return Outcome(shown: shown, event: .loadingEnded(shown.end))
        }
        guard reading.isWhole || hasArrived else {
            return Outcome(shown: former ?? reading, event: .loadingEnded(reading.end), error: error)
        }
        if case .snapshot(_, let reason?) = reading.end.source, error == nil {
            error = reason
            reading.end.failure = Failure(reason)
        }
        if reading.edited != shown.edited { mailbox.post(.edited(reading.edited)) }
        if hasArrived || shown.table.isEmpty {
            return Outcome(shown: reading, event: .loadingEnded(reading.end), error: error)
        }
        let map = refreshed.map
        if map.isUnchanged { reading.table = shown.table }
        let changes = CatalogChanges(changes(from: shown, to: reading, map))
        return Outcome(shown: reading, event: .refreshed(reading.table, map, changes, reading.end), error: error)
    }

    /// The changes between two readings, of the rows that differ.
    private func changes(from shown: Reading, to reading: Reading, _ map: RowMap) -> [CatalogChange] {
        var comparison = CatalogComparison(of: loader.location, with: loader.location, ignoring: ignoredPaths)
        let formerRows = map.formerDiffering
        shown.forEachBatch(ofOriginalsIn: formerRows) { comparison.addOld($0) }
        reading.forEachBatch(ofOriginalsIn: map.differing) { comparison.addNew($0) }
        if comparison.hasLeft { shown.forEachBatch(ofOriginalsIn: formerRows) { comparison.addLeft($0) } }
        comparison.leaveOut(reading.skippedIDs.union(shown.skippedIDs))
        if !reading.knowsRemovals { comparison.withholdRemovals() }
        return comparison.changes
    }

    /// Takes what a loader delivers.
    ///
    /// - Returns: why it ended before the catalog's end.
    private func take(
        from loader: SupplierLoader, into reading: inout Reading, _ refreshed: inout RefreshedTable,
        _ note: (SupplierTable, CatalogSource) throws -> Void
    ) async -> (any Error)? {
        var (skipped, sentences) = (SkippedRecords(for: console), [String]())
        do {
            for try await batch in loader.suppliers(renderedBy: { RowRenderer() }) {
                if batch.startsOver { (skipped, sentences) = (SkippedRecords(for: console), []) }
                sentences += skipped.sentences(of: batch)
                self.skipped.withLock { $0 = sentences + [skipped.sentenceOfOthers].compactMap(\.self) }
                reading.note(batch)
                reading.end.skippedCount = skipped.count
                if let error = batch.snapshotError as? CacheError { CatalogReader.warn(cacheWarnings, of: error) }
                refreshed.append(batch.rendered)
                reading.table = refreshed.table
                try note(reading.table, batch.source)
            }
            reading.isWhole = true
            return nil
        } catch {
            reading.end.failure = Failure(error)
            return error
        }
    }
}
