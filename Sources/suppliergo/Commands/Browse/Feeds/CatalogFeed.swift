import FoundationEssentials
import SupplierGoKit

/// Reads the catalog for the browser: as it arrives, again on request, and at intervals if it is watched.
///
/// A server that fails never ends it: what is shown stays, and the next reading tries again.
struct CatalogFeed: Sendable {
    /// The reading on the screen, and the edits since the last reading began, which may not know of it.
    private struct Screen {
        var shown: CatalogReading?
        var edits: SupplierEdits?
        var changes: [SupplierChange] = []

        /// Applies the last change of each supplier to a reading that may not know of it.
        func edit(_ reading: inout CatalogReading) {
            if let edits { reading.apply(Array(changes.reversed()).uniqued(on: \.id), edits) }
        }
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

    /// Writes what is said in the end.
    let console: Console

    /// The sentences, for the end, about the records that the last reading skipped.
    private let skipped = Lock([String]())

    /// Asks for a reading; `true` if a person does, who need not wait for its server's time.
    private let requests = AsyncStream.makeStream(of: Bool.self)

    /// Events about the shown table are posted while this is locked, so that they are in order.
    private let screen = Lock(Screen())

    /// True while a reading goes on or is asked for.
    private let isReading = Lock(false)

    /// Says which records were skipped.
    func warnOfSkippedRecords() {
        for sentence in skipped.withLock({ $0 }) { console.warn(sentence) }
    }

    /// Asks for another reading; ignored while one goes on.
    ///
    /// - Parameter isOnRequest: true if its server is asked before the end of the wait that it asked for.
    func reload(isOnRequest: Bool = true) {
        let isNew = isReading.withLock { isReading in
            defer { isReading = true }
            return !isReading
        }
        if isNew { requests.continuation.yield(isOnRequest) }
    }

    /// Shows the edits of the catalog, those of some suppliers at once, also while it is being read.
    func show(_ edits: SupplierEdits, _ changes: [SupplierChange]) {
        screen.withLock { screen in
            screen.edits = edits
            screen.changes += changes
            guard var shown = screen.shown else { return }
            shown.apply(changes, edits)
            screen.shown = shown
            mailbox.post(.edited(shown.edited))
            mailbox.post(.refreshed(shown.table, nil, shown.end))
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
                screen.changes = []
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

    /// Uses the edits of this moment, which other processes may have made. If they cannot be read, those of the last
    /// reading stay.
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
    /// - Parameter isAhead: true if it is read before its location is asked, so that a failure is not told.
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
        var error = await readBatches(of: loader, into: &reading) { reading, batch in
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
        if hasArrived {
            finishArrival(of: reading, isAhead: isAhead)
        } else {
            finish(reading, after: shown, refreshed, isAhead: isAhead)
        }
        return error
    }

    /// Shows what has been read until now: the first of it, or one more batch after what is shown, which may be edited.
    private func arrive(_ batch: SupplierBatch?, _ reading: inout CatalogReading) {
        screen.withLock { screen in
            if let batch, var shown = screen.shown {
                shown.table.append(batch.rendered.bytes[...])
                reading.edited.merge(shown.edited) { _, own in own }
                reading.table = shown.table
            } else if !screen.changes.isEmpty {
                screen.edit(&reading)
            }
            screen.shown = reading
            mailbox.post(.arrived(reading.table, source: reading.end.source ?? .location))
        }
    }

    /// Ends a reading whose suppliers are shown already, with what has been edited meanwhile.
    private func finishArrival(of reading: CatalogReading, isAhead: Bool) {
        screen.withLock { screen in
            var reading = reading
            let shown = screen.shown ?? CatalogReading()
            (reading.table, reading.edited) = (shown.table, shown.edited.merging(reading.edited) { own, _ in own })
            if !screen.changes.isEmpty {
                screen.edit(&reading)
                mailbox.post(.refreshed(reading.table, nil, reading.end))
            }
            replaceShown(by: reading, in: &screen)
            end(with: .loadingEnded(reading.end), isAhead: isAhead)
        }
    }

    /// Shows a whole reading in the place of the shown one, with what has been edited meanwhile.
    ///
    /// - Parameter former: the reading that was shown when this one began.
    private func finish(
        _ reading: CatalogReading, after former: CatalogReading, _ refreshed: RefreshedTable, isAhead: Bool
    ) {
        let changes = changes(from: former, to: reading, refreshed)
        screen.withLock { screen in
            var reading = reading
            if refreshed.isUnchanged { reading.table = former.table }
            if !screen.changes.isEmpty { screen.edit(&reading) }
            let isFirst = screen.shown?.table.isEmpty ?? true
            replaceShown(by: reading, in: &screen)
            end(
                with: isFirst ? .loadingEnded(reading.end) : .refreshed(reading.table, changes, reading.end),
                isAhead: isAhead)
        }
    }

    private func replaceShown(by reading: CatalogReading, in screen: inout Screen) {
        if reading.edited != screen.shown?.edited ?? [:] { mailbox.post(.edited(reading.edited)) }
        screen.shown = reading
    }

    /// The changes between two readings, of the rows that differ.
    private func changes(
        from former: CatalogReading, to reading: CatalogReading, _ refreshed: RefreshedTable
    ) -> CatalogChanges {
        var comparison = CatalogComparison(of: loader.location, with: loader.location, ignoring: ignoredPaths)
        let formerRows = refreshed.formerRows
        former.forEachBatch(ofOriginalsIn: formerRows) { comparison.addOld($0) }
        reading.forEachBatch(ofOriginalsIn: refreshed.newRows) { comparison.addNew($0) }
        if comparison.hasLeft { former.forEachBatch(ofOriginalsIn: formerRows) { comparison.addLeft($0) } }
        comparison.leaveOut(reading.skippedIDs.union(former.skippedIDs))
        if !reading.knowsRemovals { comparison.withholdRemovals() }
        return CatalogChanges(comparison.changes)
    }

    /// Tells the end of a reading, which may be answered by asking for another one.
    private func end(with event: BrowserEvent, isAhead: Bool = false) {
        if !isAhead { isReading.withLock { $0 = false } }
        mailbox.post(event)
    }

    /// Reads a catalog to its end, or as far as it can be read.
    ///
    /// - Returns: why it ended before the catalog's end.
    private func readBatches(
        of loader: SupplierLoader, into reading: inout CatalogReading,
        _ add: (inout CatalogReading, SupplierBatch) throws -> Void
    ) async -> (any Error)? {
        var (skipped, sentences) = (SkippedRecords(for: console), [String]())
        do {
            for try await batch in loader.suppliers(renderedBy: { RowRenderer() }, startsOver: true) {
                if batch.startsOver { (skipped, sentences) = (SkippedRecords(for: console), []) }
                sentences += skipped.sentences(of: batch)
                self.skipped.withLock { $0 = sentences + [skipped.sentenceOfOthers].compactMap(\.self) }
                reading.add(batch)
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
