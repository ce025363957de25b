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

    /// The state of a URL.
    private enum Knowledge {
        case inFlight(AvatarDownload)
        case failed(AvatarOutcome.Error)
        indirect case stored(CacheEntry)
    }

    /// The number of URLs remembered, those in flight included. One that fails after that is tried again if it comes
    /// again, and one that is stored is looked up again.
    private static let memoryLimit = 2048

    /// By the keys' names, which are numbers: all keys are of one namespace.
    private let state = Lock([CacheKey.Name: Knowledge]())

    /// Gives downloads the entries of earlier ones of their URLs.
    ///
    /// - Returns: those of whose URLs nothing is known.
    func recall(_ downloads: [AvatarDownload]) -> [AvatarDownload] {
        state.withLock { state in
            downloads.filter { download in
                switch state[download.key.name] {
                case .stored(let entry): (download.entry, download.isRecalled) = (entry, true)
                case .inFlight: break
                case .failed, nil: return true
                }
                return false
            }
        }
    }

    /// Enters a download, or lets its waiter wait for the one of its URL that is in flight, unless that has failed.
    func join(_ download: AvatarDownload) -> JoinResult {
        state.withLock { state in
            switch state[download.key.name] {
            case .inFlight(let other):
                other.waiters += download.waiters
                other.priority = max(other.priority, download.priority)
                return .joined
            case .failed(let failure): return .failed(failure)
            case .stored, nil:
                state[download.key.name] = .inFlight(download)
                return .new
            }
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
            var known = download.entry.map(Knowledge.stored)
            if case .failed(let failure) = result { known = .failed(failure) }
            state[download.key.name] = state.count <= Self.memoryLimit ? known : nil
            return download.waiters
        }
    }

    /// Takes out a download that ends without an outcome: the list and the download hold each other.
    func remove(_ download: AvatarDownload) {
        state.withLock { $0[download.key.name] = nil }
    }
}
