import SupplierGoKit

/// Reads the catalog for the browser: as it arrives, again on request, and at intervals if it is watched.
///
/// A server that fails never ends it: the shown suppliers stay, and the next reading tries again.
struct CatalogFeed: Sendable {
    private struct State {
        /// The reading on the screen; empty before the first one.
        var shown = CatalogReading()

        /// The catalog's edits; `nil` until one is made here.
        var edits: SupplierEdits?

        /// The changes since the last reading began, which does not know of them.
        var changes: [SupplierChange] = []

        /// The catalog as it was posted last.
        var catalog = ShownCatalog()

        /// The records that the last reading skipped, of which ``Browser`` warns at the end.
        var skipped: SkippedRecords?

        /// Applies the last change of each supplier to a reading that may not know of it.
        func edit(_ reading: inout CatalogReading) {
            if let edits, !changes.isEmpty { reading.apply(Array(changes.reversed()).uniqued(on: \.id), edits) }
        }

        /// Ends a reading. What is shown stays what its source has delivered if this one had none.
        mutating func end(with end: CatalogEnd) {
            let source = end.source ?? catalog.end.source
            catalog.end = CatalogEnd(source: source, skippedCount: end.skippedCount, failure: end.failure)
            (catalog.isLoading, catalog.isComplete) = (false, catalog.isComplete || end.failure == nil)
        }
    }

    /// The snapshot that is shown is still fresh.
    private struct Unchanged: Error {}

    /// Its console writes what is said in the end.
    let session: Session
    let mailbox: Mailbox

    /// The time after which a reading begins by itself once the one before has ended; `nil` for never.
    let interval: Duration?

    /// Looks for the fields that columns and orders name; selects all suppliers.
    var matcher = QueryMatcher()

    /// Reads the edits for each reading after the first one; `nil` to keep those of the loader.
    var readEdits: @Sendable () async throws -> SupplierEdits? = { nil }

    /// The requests for a reading; `true` if a person asks, who need not wait as long as the server says.
    private let requests = AsyncStream.makeStream(of: Bool.self)

    private let state = Lock(State())

    /// Posts the catalog after a change of the state, which is locked meanwhile, so that the events are in order.
    private func post(_ changes: CatalogChanges? = nil, after change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            (state.catalog.table, state.catalog.edited) = (state.shown.table, state.shown.edited)
            state.catalog.changes = changes
            mailbox.post(.catalog(state.catalog))
        }
    }

    /// The records that the last reading skipped; `nil` if nothing was read.
    var skipped: SkippedRecords? { state.withLock(\.skipped) }

    /// Asks for another reading; ignored while one goes on. Standard input is not read again.
    ///
    /// - Parameter isOnRequest: true if its server is asked before the end of the wait that it asked for.
    func reload(isOnRequest: Bool = true) {
        guard state.withLock({ !exchange(&$0.catalog.isLoading, with: true) }) else { return }
        if session.loader.location == .standardInput {
            mailbox.post(.failed(Failure(.noInput, "standard input is read only once")))
            post { $0.catalog.isLoading = false }
        } else {
            requests.continuation.yield(isOnRequest)
        }
    }

    /// Shows the edits of the catalog, those of some suppliers at once, also while it is being read.
    func show(_ edits: SupplierEdits, _ changes: [SupplierChange]) {
        post { state in
            state.edits = edits
            state.changes += changes
            state.shown.apply(changes, edits)
        }
    }

    /// Reads, again and again, until the task is cancelled.
    func run() async {
        var loader = session.loader
        await readSnapshot()
        var (isFirst, failureCount) = (true, 0)
        var timer: Task<Void, any Error>?
        defer { timer?.cancel() }
        requests.continuation.yield(false)
        for await isOnRequest in requests.stream {
            if isOnRequest { loader = loader.impatient }
            timer?.cancel()
            post { state in
                state.changes = []
                if let edits = state.edits { loader.edits = edits }
            }
            if !isFirst { await updateEdits(of: &loader) }
            let error = await read(by: isFirst ? loader : loader.refreshing)
            isFirst = false
            guard !Task.isCancelled else { return }
            guard let interval else { continue }
            let delay = Self.delay(interval, after: error, &failureCount)
            timer = Task {
                try await Task.sleep(for: delay)
                reload(isOnRequest: false)
            }
        }
    }

    /// Shows the last snapshot of a catalog that is not at hand, until its server or its command answers.
    private func readSnapshot() async {
        switch session.loader.location {
        case .file, .standardInput: return
        case .remote, .command: if session.loader.configuration.isOffline { return }
        }
        _ = await read(by: session.loader.offline, isAhead: true)
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

    /// Reads the catalog once, and posts the result.
    ///
    /// A catalog that was read to its end is compared with what is read now, and stays if that cannot be. After one
    /// that broke off, or before the first, what is read is shown as it arrives, once it is more than was shown.
    ///
    /// - Parameter isAhead: true if it is read before its location is asked, so that a failure is not told.
    /// - Returns: why it ended before the catalog's end, or why a snapshot was read instead.
    private func read(by loader: SupplierLoader, isAhead: Bool = false) async -> (any Error)? {
        let (former, skipped) = state.withLock { ($0.shown, $0.skipped) }
        let isCompared = former.isWhole && !former.table.isEmpty
        var hasArrived = false
        var reading = CatalogReading()
        let error = await readBatches(of: loader, into: &reading) { reading, batch in
            if batch.startsOver, hasArrived {
                hasArrived = false
                post { $0.shown = former }
            }
            guard !hasArrived else { return arrive(batch, &reading) }
            reading.table.append(batch.rendered.bytes[...])
            if isCompared {
                // A snapshot has nothing new.
                if case .snapshot(_, let reason?) = batch.source { throw reason }
                if batch.source == former.end.source, batch.source != .location { throw Unchanged() }
            } else if reading.table.count > former.table.count {
                hasArrived = true
                arrive(nil, &reading)
            }
        }
        if error is Unchanged {
            post { state in
                state.skipped = skipped
                state.end(with: former.end)
            }
            return nil
        }
        if isAhead, error != nil {
            state.withLock { $0.shown = former }
        } else if reading.isWhole || hasArrived {
            finish(reading, after: hasArrived ? nil : former, isAhead: isAhead)
        } else {
            post { $0.end(with: reading.end) }
        }
        return error
    }

    /// Reads a catalog to its end, or as far as it can be read.
    ///
    /// - Returns: why it ended before the catalog's end, or why a snapshot was read instead.
    private func readBatches(
        of loader: SupplierLoader, into reading: inout CatalogReading,
        _ consume: (inout CatalogReading, SupplierBatch) throws -> Void
    ) async -> (any Error)? {
        let reader = SupplierReader(
            in: session.using(loader), matching: matcher, renderedBy: { RowRenderer() }, mayStartOver: true,
            warn: { [session, mailbox] warning in
                switch warning {
                case .unkept: session.warn(of: warning)
                case .reading(let sentence): mailbox.post(.readByGuess(sentence))
                case .badRecord, .moreBadRecords, .omission, .doubt, .snapshot: break
                }
            })
        do {
            while let batch = await reader.next() {
                if batch.startsOver { reading = CatalogReading() }
                let skipped = await reader.skipped
                state.withLock { $0.skipped = skipped }
                reading.add(batch)
                reading.end.skippedCount = skipped.count
                try consume(&reading, batch)
            }
            if let failure = await reader.failure { throw failure }
            reading.isWhole = true
            guard case .snapshot(_, let reason?) = reading.end.source else { return nil }
            throw reason
        } catch {
            reading.end.failure = Failure(error)
            return error
        }
    }

    /// Shows what has been read until now: the first of it, or one more batch after what is shown, which may be edited.
    private func arrive(_ batch: SupplierBatch?, _ reading: inout CatalogReading) {
        post { state in
            if let batch {
                reading.goOn(from: state.shown)
                reading.table.append(batch.rendered.bytes[...])
            } else {
                state.edit(&reading)
            }
            (state.shown, state.catalog.end.source) = (reading, reading.end.source ?? .location)
        }
    }

    /// Shows all of a reading, with what has been edited meanwhile, and marks what ``CatalogComparison`` finds changed.
    ///
    /// - Parameter former: the reading that it replaces; `nil` if its suppliers are shown already.
    private func finish(_ reading: CatalogReading, after former: CatalogReading?, isAhead: Bool) {
        var reading = reading
        if let former, reading.table.isEqual(to: former.table) { reading.table = former.table }
        let ignored = session.options.arguments[Options.ignoredPaths]
        let comparison = CatalogComparison(of: session.loader.location, ignoring: ignored)
        let changes = former.flatMap { $0.table.isEmpty ? nil : reading.changes(since: $0, by: comparison) }
        post(changes) { state in
            if former == nil { reading.goOn(from: state.shown) }
            state.edit(&reading)
            state.shown = reading
            state.end(with: reading.end)
            state.catalog.isLoading = isAhead
        }
    }

    /// The wait before a watched catalog is read again: twice as long with every reading that failed, up to an hour,
    /// and at least as long as its server asks. The loader itself keeps waits that later pages or earlier
    /// responses asked for.
    ///
    /// - Parameter failureCount: the number of readings that failed one after another, which is counted on.
    static func delay(_ interval: Duration, after error: (any Error)?, _ failureCount: inout Int) -> Duration {
        failureCount = error == nil ? 0 : failureCount + 1
        let longer = interval * (1 << min(failureCount, 16))
        let asked = if case CatalogError.status(_, _, let wait?, _)? = error { wait } else { Duration.zero }
        return max(min(longer, max(.seconds(3600), interval)), asked)
    }
}
