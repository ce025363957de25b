/// The waiting list of a pipeline: which suppliers wait for which URL.
///
/// It makes one download of a URL that many suppliers share. Of the first URLs that have ended it remembers the failure or
/// the cache's entry.
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

    /// A URL whose download has succeeded.
    struct Ended: Sendable {
        let entry: CacheEntry

        /// Whether the avatar is in the further tier, and not in the cache.
        let isOfTier: Bool
        let unstored: AvatarOutcome.Unstored?
    }

    /// A download's place in the list, touched under the list's lock only.
    struct Place {
        fileprivate var waiters: [Waiter]
        fileprivate var priority: DataRequest.Priority
        fileprivate var request: DataRequest?

        /// - Parameter waiter: the first one.
        init(for waiter: Waiter) {
            waiters = [waiter]
            priority = waiter.priority
        }
    }

    private struct State {
        // By the keys' names, which are numbers: all keys are of one namespace.
        var downloads: [CacheKey.Name: AvatarDownload] = [:]
        var failures: [CacheKey.Name: AvatarOutcome.Error] = [:]
        var ended: [CacheKey.Name: Ended] = [:]
    }

    /// The number of failures and of entries remembered. A URL that fails after that is tried again if it comes again,
    /// and one that is stored is looked up again.
    private static let memoryLimit = 1024

    private let key: @Sendable (Supplier) -> CacheKey?
    private let state = Lock(State())

    /// Creates an empty list.
    ///
    /// - Parameter key: a supplier's avatar's key in the cache; `nil` if it has none.
    init(key: @escaping @Sendable (Supplier) -> CacheKey?) {
        self.key = key
    }

    /// Gives downloads the ends of earlier ones of their URLs.
    ///
    /// - Returns: those of whose URLs nothing is known.
    func recall(_ downloads: [AvatarDownload]) -> [AvatarDownload] {
        state.withLock { state in
            downloads.filter { download in
                if let ended = state.ended[download.key.name] {
                    (download.ended, download.entry, download.isOfTier) = (ended, ended.entry, ended.isOfTier)
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
                other.place.waiters += download.place.waiters
                other.place.priority = max(other.place.priority, download.place.priority)
                return .joined
            }
            if let failure = state.failures[download.key.name] { return .failed(failure) }
            state.downloads[download.key.name] = download
            return .new
        }
    }

    /// Notes that a URL's server is about to be asked, and gives the request its priority.
    func start(_ request: inout DataRequest, of download: AvatarDownload) {
        state.withLock { _ in
            request.priority = download.place.priority
            download.place.request = request
        }
    }

    /// The priority of a URL in flight.
    func priority(of download: AvatarDownload) -> DataRequest.Priority {
        state.withLock { _ in download.place.priority }
    }

    /// The waiters of a URL that stays in flight; they go on waiting, or have their outcome.
    func takeWaiters(for download: AvatarDownload, keepingThem keeps: Bool) -> [Waiter] {
        state.withLock { _ in
            defer { if !keeps { download.place.waiters = [] } }
            return download.place.waiters
        }
    }

    /// Ends a download.
    ///
    /// - Returns: its waiters.
    func end(_ download: AvatarDownload, _ result: AvatarOutcome.Result) -> [Waiter] {
        let ended = download.lasting
        return state.withLock { state in
            if case .failed(let failure) = result {
                if state.failures.count < Self.memoryLimit { state.failures[download.key.name] = failure }
            } else if let ended, state.ended.count < Self.memoryLimit {
                state.ended[download.key.name] = ended
            }
            state.downloads[download.key.name] = nil
            return download.place.waiters
        }
    }

    /// Takes out a download that ends without an outcome: the list and the download hold each other.
    func remove(_ download: AvatarDownload) {
        state.withLock { $0.downloads[download.key.name] = nil }
    }

    /// Changes the priority of those of suppliers' avatars that are in flight.
    ///
    /// - Returns: the requests that are in flight, with their new priority.
    func prioritize(_ suppliers: [Supplier], as priority: DataRequest.Priority) -> [DataRequest] {
        let keys = suppliers.compactMap(key)
        return state.withLock { state in
            keys.compactMap { key in
                guard let download = state.downloads[key.name] else { return nil }
                download.place.priority = priority
                download.place.request?.priority = priority
                return download.place.request
            }
        }
    }
}
