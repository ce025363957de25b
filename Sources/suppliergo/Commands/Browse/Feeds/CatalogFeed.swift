import FoundationEssentials
import SupplierGoKit

/// Reads the catalog for the browser: as it arrives, again on request, and at intervals if it is watched.
///
/// A server that fails never ends it: what is shown stays, and the next reading tries again.
struct CatalogFeed: Sendable {
    /// What the screen shows, and what has been edited since the last reading began, which may not know of it.
    private struct Screen {
        var shown: CatalogReading?
        var edits: SupplierEdits?
        var rows: [EditedRow] = []

        /// The last change of each supplier.
        var lastRows: [EditedRow] { Array(rows.reversed()).uniqued(on: \.target.id) }
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

    /// Asks for a reading; `true` if a person does, who need not wait for its server's time.
    private let requests = AsyncStream.makeStream(of: Bool.self)

    /// Events about the shown table are posted while this is locked, so that they are in order.
    private let screen = Lock(Screen())

    /// A reading goes on or is asked for.
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
        if isNew { requests.continuation.yield(isOnRequest) }
    }

    /// Shows the edits of the catalog, those of some suppliers at once, also while it is being read.
    func show(_ edits: SupplierEdits, _ rows: [EditedRow]) {
        screen.withLock { screen in
            screen.edits = edits
            screen.rows += rows
            guard var shown = screen.shown else { return }
            let map = shown.apply(rows)
            screen.shown = shown
            mailbox.post(.edited(shown.edited))
            mailbox.post(.refreshed(shown.table, map, nil, shown.end))
        }
    }

    /// Reads, again and again, until the task is cancelled.
    func run() async {
        var loader = loader
        await readSnapshot()
        var isFirst = true
        var pace = WatchPace(interval: interval)
        var timer: Task<Void, any Error>?
        defer { timer?.cancel() }
        reload(isOnRequest: false)
        for await isOnRequest in requests.stream {
            if isOnRequest { loader = loader.impatient }
            timer?.cancel()
            mailbox.post(.loadingBegan)
            let edits = screen.withLock { screen in
                screen.rows = []
                return screen.edits
            }
            if let edits { loader.edits = edits }
            if !isFirst { await updateEdits(of: &loader) }
            let error = await read(by: isFirst ? loader : loader.refreshing)
            isFirst = false
            guard !Task.isCancelled else { return }
            guard let delay = pace.delay(after: error) else { continue }
            timer = Task {
                try await Task.sleep(for: delay)
                reload(isOnRequest: false)
            }
        }
    }

    /// Shows the last snapshot of a catalog that is not at hand, until its server or its command answers.
    private func readSnapshot() async {
        switch loader.location {
        case .file, .standardInput: return
        case .remote, .command: if loader.configuration.isOffline { return }
        }
        _ = await read(by: loader.offline, isAhead: true)
    }

    /// Takes the edits of this moment, which other processes may have made. Those of the last reading stay if they
    /// cannot be read.
    private func updateEdits(of loader: inout SupplierLoader) async {
        do {
            if let edits = try await readEdits() { loader.edits = edits }
        } catch {
            if let failure = Failure(error) { mailbox.post(.failed(failure)) }
        }
    }

    /// Reads the catalog once, and tells what came of it.
    ///
    /// A catalog that was read to its end is compared with what is read now, and stays if that cannot be. After one
    /// that broke off, or before the first, what is read is shown as it arrives, once it is more than was shown.
    ///
    /// - Parameter isAhead: whether it is read before its location is asked, so that a failure is not told.
    /// - Returns: why it ended before the catalog's end, or why a snapshot was read instead.
    private func read(by loader: SupplierLoader, isAhead: Bool = false) async -> (any Error)? {
        let former = screen.withLock { $0.shown }
        let shown = former ?? CatalogReading()
        guard former == nil || loader.location != .standardInput else {
            let failure = Failure(.noInput, "standard input is read only once")
            mailbox.post(.failed(failure))
            end(with: .loadingEnded(shown.end))
            return failure
        }
        let isCompared = shown.isWhole && !shown.table.isEmpty
        var hasArrived = false
        var reading = CatalogReading()
        var refreshed = RefreshedTable(after: shown.table)
        let skipped = skipped.withLock { $0 }
        var error = await take(from: loader, into: &reading) { reading, batch in
            if batch.startsOver {
                if hasArrived { mailbox.post(.arrived(SupplierTable(), source: batch.source)) }
                (hasArrived, refreshed, reading.table) = (false, RefreshedTable(after: shown.table), SupplierTable())
                screen.withLock { $0.shown = former }
            }
            guard !hasArrived else { return arrive(batch, &reading) }
            refreshed.append(batch.rendered.bytes[...])
            reading.table = refreshed.table
            if isCompared {
                // A snapshot has nothing new.
                if case .snapshot(_, let reason?) = batch.source { throw reason }
                if batch.source == shown.end.source, batch.source != .location { throw Unchanged() }
            } else if reading.table.count > shown.table.count {
                hasArrived = true
                arrive(nil, &reading)
            }
        }
        if error is Unchanged {
            self.skipped.withLock { $0 = skipped }
            end(with: .loadingEnded(shown.end))
            return nil
        }
        if isAhead, error != nil {
            screen.withLock { $0.shown = nil }
            return error
        }
        guard reading.isWhole || hasArrived else {
            screen.withLock { $0.shown = $0.shown ?? reading }
            end(with: .loadingEnded(reading.end))
            return error
        }
        if case .snapshot(_, let reason?) = reading.end.source, error == nil {
            error = reason
            reading.end.failure = Failure(reason)
        }
        finish(reading, refreshed, hasArrived: hasArrived, formerlyEdited: shown.edited, isAhead: isAhead)
        return error
    }

    /// Shows what has been read until now: the first of it, or one more batch after what is shown, which may be edited.
    private func arrive(_ batch: SupplierBatch?, _ reading: inout CatalogReading) {
        screen.withLock { screen in
            if let batch, var shown = screen.shown {
                shown.table.append(batch.rendered.bytes[...])
                reading.edited.merge(shown.edited) { _, own in own }
                reading.table = shown.table
            } else if !screen.rows.isEmpty {
                _ = reading.apply(screen.lastRows)
            }
            screen.shown = reading
            mailbox.post(.arrived(reading.table, source: reading.end.source ?? .location))
        }
    }

    /// Shows a reading to its end, with what has been edited meanwhile.
    private func finish(
        _ reading: CatalogReading, _ refreshed: RefreshedTable, hasArrived: Bool,
        formerlyEdited: [Supplier.ID: SupplierEdits.Applied], isAhead: Bool
    ) {
        screen.withLock { screen in
            var (reading, refreshed) = (reading, refreshed)
            let shown = screen.shown ?? CatalogReading()
            let rows = screen.lastRows
            if hasArrived {
                (reading.table, reading.edited) = (shown.table, shown.edited.merging(reading.edited) { own, _ in own })
            }
            if !rows.isEmpty {
                let map = reading.apply(rows)
                if hasArrived { mailbox.post(.refreshed(reading.table, map, nil, reading.end)) }
            }
            if reading.edited != formerlyEdited { mailbox.post(.edited(reading.edited)) }
            guard !hasArrived, !shown.table.isEmpty else {
                screen.shown = reading
                return end(with: .loadingEnded(reading.end), isAhead: isAhead)
            }
            if !rows.isEmpty {
                // The shown rows are others than when the reading began.
                refreshed = RefreshedTable(after: shown.table)
                for row in 0..<reading.table.count { refreshed.append(reading.table.bytes(of: row..<row + 1)) }
                reading.table = refreshed.table
            }
            let map = refreshed.map
            if map.isUnchanged { reading.table = shown.table }
            screen.shown = reading
            let changes = changes(from: shown, to: reading, by: map)
            end(with: .refreshed(reading.table, map, changes, reading.end), isAhead: isAhead)
        }
    }

    /// The changes between two readings, of the rows that differ.
    private func changes(from shown: CatalogReading, to reading: CatalogReading, by map: RowMap) -> CatalogChanges {
        var comparison = CatalogComparison(of: loader.location, with: loader.location, ignoring: ignoredPaths)
        let formerRows = map.formerDiffering
        shown.forEachBatch(ofOriginalsIn: formerRows) { comparison.addOld($0) }
        reading.forEachBatch(ofOriginalsIn: map.differing) { comparison.addNew($0) }
        if comparison.hasLeft { shown.forEachBatch(ofOriginalsIn: formerRows) { comparison.addLeft($0) } }
        comparison.leaveOut(reading.skippedIDs.union(shown.skippedIDs))
        if !reading.knowsRemovals { comparison.withholdRemovals() }
        return CatalogChanges(comparison.changes)
    }

    /// Tells the end of a reading, which may be answered by asking for another one.
    private func end(with event: BrowserEvent, isAhead: Bool = false) {
        if !isAhead { isReading.withLock { $0 = false } }
        mailbox.post(event)
    }

    /// Takes what a loader delivers.
    ///
    /// - Returns: why it ended before the catalog's end.
    private func take(
        from loader: SupplierLoader, into reading: inout CatalogReading,
        _ add: (inout CatalogReading, SupplierBatch) throws -> Void
    ) async -> (any Error)? {
        var (skipped, sentences) = (SkippedRecords(for: console), [String]())
        do {
            for try await batch in loader.suppliers(renderedBy: { RowRenderer() }, startsOver: true) {
                if batch.startsOver { (skipped, sentences) = (SkippedRecords(for: console), []) }
                sentences += skipped.sentences(of: batch)
                self.skipped.withLock { $0 = sentences + [skipped.sentenceOfOthers].compactMap(\.self) }
                reading.note(batch)
                reading.end.skippedCount = skipped.count
                if let error = batch.snapshotError { CatalogReader.warn(cacheWarnings, of: error) }
                try add(&reading, batch)
            }
            reading.isWhole = true
            return nil
        } catch {
            reading.end.failure = Failure(error)
            return error
        }
    }
}
