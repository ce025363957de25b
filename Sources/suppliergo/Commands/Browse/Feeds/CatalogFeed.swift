import FoundationEssentials
import SupplierGoKit

/// Reads the catalog for the browser: as it arrives, again where that is asked for, and by itself where it is watched.
///
/// A server that fails never ends it: what is shown stays, and the next reading tries again.
final class CatalogFeed: Sendable {
    private let loader: SupplierLoader
    private let mailbox: Mailbox
    private let interval: Duration?
    private let cacheWarnings: CacheWarnings
    private let requests = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
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
        guard !isReading.withLock({ $0 }) else { return }
        requests.continuation.yield()
    }

    /// Reads, again and again, until the task is cancelled.
    func run() async {
        var shown: SupplierTable?
        var pace = WatchPace(interval: interval)
        var timer: Task<Void, any Error>?
        defer { timer?.cancel() }
        requests.continuation.yield()
        for await _ in requests.stream {
            timer?.cancel()
            isReading.withLock { $0 = true }
            mailbox.post(.loadingBegan)
            let error = await read(&shown)
            isReading.withLock { $0 = false }
            guard !Task.isCancelled else { return }
            guard let delay = pace.delay(after: error) else { continue }
            timer = Task { [requests] in
                try await Task.sleep(for: delay)
                requests.continuation.yield()
            }
        }
    }

    /// Reads the catalog once.
    ///
    /// - Parameter shown: what was read before, which is shown; replaced by what is read now, where that is whole.
    /// - Returns: why it ended before the catalog's end, or why a snapshot was read instead.
    private func read(_ shown: inout SupplierTable?) async -> (any Error)? {
        if let former = shown, former.count > 0 { return await readAgain(replacing: &shown, former) }
        var table = SupplierTable()
        var end = CatalogEnd()
        let error = await read(loader, &end) { batch in
            table.append(batch.rendered)
            mailbox.post(.arrived(table, source: batch.source))
        }
        var reason = error
        if case .snapshot(_, let cause?) = end.source, error == nil {
            reason = cause
            end.failure = Failure(cause)
        }
        shown = table
        mailbox.post(.loadingEnded(end))
        return reason
    }

    /// Reads the catalog again, and compares it with what is shown, which stays where the catalog cannot be read.
    private func readAgain(replacing shown: inout SupplierTable?, _ former: SupplierTable) async -> (any Error)? {
        guard loader.location != .standardInput else {
            let failure = Failure(.noInput, "standard input is read only once")
            mailbox.post(.loadingEnded(CatalogEnd(failure: failure)))
            return failure
        }
        var table = SupplierTable(sharing: former)
        var end = CatalogEnd()
        var comparison: TableComparison?
        let error = await read(loader.refreshing, &end) { batch in
            // A snapshot has nothing new.
            if case .snapshot(_, let reason?) = batch.source { throw reason }
            table.append(batch.rendered)
        } whenRead: {
            comparison = try TableComparison(of: table, with: former)
        }
        guard let comparison else {
            mailbox.post(.loadingEnded(end))
            return error
        }
        let isUnchanged = comparison.isUnchanged
        shown = isUnchanged ? former : table
        mailbox.post(.refreshed(isUnchanged ? former : table, comparison, end))
        return nil
    }

    private func read(
        _ loader: SupplierLoader, _ end: inout CatalogEnd, _ take: (SupplierBatch) throws -> Void,
        whenRead finish: () throws -> Void = {}
    ) async -> (any Error)? {
        do {
            for try await batch in loader.suppliers(renderedBy: RowRenderer()) {
                end.source = batch.source
                end.skippedCount += batch.issues.count + batch.unnamedIssueCount
                if let error = batch.snapshotError as? CacheError { CatalogReading.warn(cacheWarnings, of: error) }
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
