/// The waiting list of a pipeline: which suppliers wait for which URL.
///
/// It makes one download of a URL that many suppliers share. Of the first URLs that have ended it remembers the failure
/// or the cache's entry.
final class PendingDownloads: Sendable {
    /// A supplier whose outcome is still to come. An object, since it is handed on often.
    final class Waiter: Sendable {
        let supplier: Supplier
        let position: Int
        let priority: DataRequest.Priority

        init(supplier: Supplier, position: Int, priority: DataRequest.Priority) {
            self.supplier = supplier
            self.position = position
            self.priority = priority
        }

        /// Its outcome.
        func outcome(
            _ result: AvatarOutcome.Result, _ duration: Duration = .zero, _ metrics: DataLoader.Metrics? = nil
        ) -> AvatarOutcome {
            AvatarOutcome(
                supplier: supplier, position: position, result: result, duration: duration, metrics: metrics)
        }
    }

    /// The result of joining a URL.
    enum JoinResult: Sendable {
        /// It is to be downloaded, with the supplier as its first waiter.
        case new

        /// It is in flight, and the supplier waits for it too.
        case joined

        /// It failed earlier in this run.
        case failed(AvatarOutcome.Error)
    }

    private struct State {
        // By the keys' names, which are numbers: all keys are of one namespace.
        var downloads: [CacheKey.Name: AvatarDownload] = [:]
        var failures: [CacheKey.Name: AvatarOutcome.Error] = [:]
        var entries: [CacheKey.Name: CacheEntry] = [:]
    }

    /// The number of failures and of entries remembered. A URL that fails after that is tried again if it comes again,
    /// and one that is stored is looked up again.
    private static let memoryLimit = 1024

    private let state = Lock(State())

    /// Gives downloads the entries of earlier ones of their URLs.
    ///
    /// - Returns: those of whose URLs nothing is known.
    func recall(_ downloads: [AvatarDownload]) -> [AvatarDownload] {
        state.withLock { state in
            downloads.filter { download in
                if let entry = state.entries[download.key.name] {
                    (download.entry, download.isRecalled) = (entry, true)
                    return false
                }
                return state.downloads[download.key.name] == nil
            }
        }
    }

    /// Enters a download, or lets its waiter wait for the one of its URL that is in flight, unless that has failed.
    func join(_ download: AvatarDownload) -> JoinResult {
        state.withLock { state in
            if let other = state.downloads[download.key.name] {
                other.waiters += download.waiters
                other.priority = max(other.priority, download.priority)
                return .joined
            }
            if let failure = state.failures[download.key.name] { return .failed(failure) }
            state.downloads[download.key.name] = download
            return .new
        }
    }

    /// The priority of a URL in flight.
    func priority(of download: AvatarDownload) -> DataRequest.Priority {
        state.withLock { _ in download.priority }
    }

    /// The waiters of a URL that stays in flight, which have their outcome.
    func takeWaiters(for download: AvatarDownload) -> [Waiter] {
        state.withLock { _ in
            defer { download.waiters = [] }
            return download.waiters
        }
    }

    /// Ends a download.
    ///
    /// - Returns: its waiters.
    func end(_ download: AvatarDownload, _ result: AvatarOutcome.Result) -> [Waiter] {
        state.withLock { state in
            if case .failed(let failure) = result {
                if state.failures.count < Self.memoryLimit { state.failures[download.key.name] = failure }
            } else if let entry = download.entry, state.entries.count < Self.memoryLimit {
                state.entries[download.key.name] = entry
            }
            state.downloads[download.key.name] = nil
            return download.waiters
        }
    }

    /// Takes out a download that ends without an outcome: the list and the download hold each other.
    func remove(_ download: AvatarDownload) {
        state.withLock { $0.downloads[download.key.name] = nil }
    }
}
