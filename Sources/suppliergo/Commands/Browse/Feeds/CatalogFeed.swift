import FoundationEssentials
import SupplierGoKit

/// Reads the catalog for the browser: as it arrives, again where that is asked for, and by itself where it is watched.
///
/// A server that fails never ends it: what is shown stays, and the next reading tries again.
final class CatalogFeed: Sendable {
    /// What is asked for.
    private enum Request: Sendable {
        case read

        /// Show the edits of the catalog; those of one supplier have changed.
        case edits(SupplierEdits, EditedRow)
    }

    /// What was read.
    private struct Reading {
        var table: SupplierTable?
        var edited: [Supplier.ID: EditedSupplier] = [:]
        var end = CatalogEnd()
    }

    private let loader: SupplierLoader
    private let mailbox: Mailbox
    private let interval: Duration?
    private let cacheWarnings: CacheWarnings
    private let requests = AsyncStream.makeStream(of: Request.self)

    /// Whether a reading goes on or is asked for.
    private let isReading = Lock(false)

    /// Creates a feed that has read nothing.
    ///
    /// - Parameters:
    ///   - interval: how long after a reading the next one begins by itself; `nil` for never.
    ///   - cacheWarnings: says that the catalog is not kept.
    init(by loader: SupplierLoader, into mailbox: Mailbox, every interval: Duration?, cacheWarnings: CacheWarnings) {
        self.loader = loader
        self.mailbox = mailbox
        self.interval = interval
        self.cacheWarnings = cacheWarnings
    }

    /// Asks for another reading; ignored while one goes on.
    func reload() {
        let isNew = isReading.withLock { isReading in
            defer { isReading = true }
            return !isReading
        }
        if isNew { requests.continuation.yield(.read) }
    }

    /// Shows the edits of the catalog, those of one supplier at once.
    func show(_ edits: SupplierEdits, _ row: EditedRow) {
        requests.continuation.yield(.edits(edits, row))
    }

    /// Reads, again and again, until the task is cancelled.
    func run() async {
        var loader = loader
        var shown = Reading()
        var pace = WatchPace(interval: interval)
        var timer: Task<Void, any Error>?
        defer { timer?.cancel() }
        reload()
        for await request in requests.stream {
            if case .edits(let edits, let row) = request {
                loader.edits = edits
                apply(row, to: &shown)
                continue
            }
            timer?.cancel()
            mailbox.post(.loadingBegan)
            let error = await read(by: loader, &shown)
            isReading.withLock { $0 = false }
            guard !Task.isCancelled else { return }
            guard let delay = pace.delay(after: error) else { continue }
            timer = Task {
                try await Task.sleep(for: delay)
                reload()
            }
        }
    }

    /// Shows an edit that has changed.
    private func apply(_ row: EditedRow, to shown: inout Reading) {
        shown.edited[row.id] = row.edited
        mailbox.post(.edited(shown.edited))
        guard let former = shown.table, let supplier = row.edited?.supplier ?? row.original else { return }
        let isThere = row.row < former.count && former.text(of: .id, at: row.row) == row.id.rawValue
        guard let number = isThere ? row.row : former.row(of: row.id) else { return }
        let table = former.replacing(number, with: supplier)
        do {
            mailbox.post(.refreshed(table, try TableComparison(of: table, with: former), shown.end))
            shown.table = table
        } catch {
            // The browser is being left.
        }
    }

    /// Reads the catalog once.
    ///
    /// - Parameter shown: what was read before, which is shown; replaced by what is read now, where that is whole.
    /// - Returns: why it ended before the catalog's end, or why a snapshot was read instead.
    private func read(by loader: SupplierLoader, _ shown: inout Reading) async -> (any Error)? {
        if let former = shown.table, former.count > 0 { return await readAgain(by: loader, replacing: &shown, former) }
        var table = SupplierTable()
        var end = CatalogEnd()
        var edited: [Supplier.ID: EditedSupplier] = [:]
        let error = await read(loader, &end, &edited) { batch in
            table.append(batch.rendered)
            mailbox.post(.arrived(table, source: batch.source))
        }
        var reason = error
        if case .snapshot(_, let cause?) = end.source, error == nil {
            reason = cause
            end.failure = Failure(cause)
        }
        if !edited.isEmpty { mailbox.post(.edited(edited)) }
        shown = Reading(table: table, edited: edited, end: end)
        mailbox.post(.loadingEnded(end))
        return reason
    }

    /// Reads the catalog again, and compares it with what is shown, which stays where the catalog cannot be read.
    private func readAgain(
        by loader: SupplierLoader, replacing shown: inout Reading, _ former: SupplierTable
    ) async -> (any Error)? {
        guard loader.location != .standardInput else {
            let failure = Failure(.noInput, "standard input is read only once")
            mailbox.post(.loadingEnded(CatalogEnd(failure: failure)))
            return failure
        }
        var table = SupplierTable(sharing: former)
        var end = CatalogEnd()
        var comparison: TableComparison?
        var edited: [Supplier.ID: EditedSupplier] = [:]
        let error = await read(loader.refreshing, &end, &edited) { batch in
            // A snapshot has nothing new.
            if case .snapshot(_, let reason?) = batch.source { throw reason }
            table.append(batch.rendered)
        } whenRead: {
            table.finish()
            comparison = try TableComparison(of: table, with: former)
        }
        guard let comparison else {
            mailbox.post(.loadingEnded(end))
            return error
        }
        if edited != shown.edited { mailbox.post(.edited(edited)) }
        let isUnchanged = comparison.isUnchanged
        shown = Reading(table: isUnchanged ? former : table, edited: edited, end: end)
        mailbox.post(.refreshed(isUnchanged ? former : table, comparison, end))
        return nil
    }

    private func read(
        _ loader: SupplierLoader, _ end: inout CatalogEnd, _ edited: inout [Supplier.ID: EditedSupplier],
        _ take: (SupplierBatch) throws -> Void, whenRead finish: () throws -> Void = {}
    ) async -> (any Error)? {
        do {
            for try await batch in loader.suppliers(renderedBy: RowRenderer()) {
                end.source = batch.source
                end.skippedCount += batch.issues.count + batch.unnamedIssueCount
                if let error = batch.snapshotError as? CacheError { CatalogReading.warn(cacheWarnings, of: error) }
                for supplier in batch.edited { edited[supplier.edit.id] = supplier }
                try take(batch)
            }
            try finish()
            return nil
        } catch {
            end.failure = Failure(error)
            return error
        }
    }
}

/// When a watched catalog is read again.
struct WatchPace: Sendable, Hashable {
    /// The longest that a failing server is left alone, where it does not ask for longer.
    private static let longest = Duration.seconds(3600)

    private let interval: Duration?
    private var failureCount = 0

    /// Creates a pace.
    ///
    /// - Parameter interval: how long after a reading the next one begins; `nil` for never.
    init(interval: Duration?) {
        self.interval = interval
    }

    /// How long to wait after a reading: twice as long with every one that failed, and as long as the server asks.
    ///
    /// - Parameter error: why the reading failed; `nil` where it did not.
    mutating func delay(after error: (any Error)?) -> Duration? {
        guard let interval else { return nil }
        guard let error else {
            failureCount = 0
            return interval
        }
        failureCount += 1
        let longer = interval * (1 << min(failureCount, 16))
        return max(min(longer, max(Self.longest, interval)), Self.askedWait(in: error) ?? .zero)
    }

    /// How long the server asked to be left alone (`Retry-After`).
    private static func askedWait(in error: any Error) -> Duration? {
        guard case CatalogError.unreachable(let error) = error, case .askedToWait(_, let wait, _) = error.reason else {
            return nil
        }
        return wait
    }
}
