/// The waiting list of a pipeline: which suppliers wait for which URL.
///
/// It makes one download of a URL that many suppliers share. Of the first URLs that have ended it remembers the failure or
/// the cache's entry.
final class PendingDownloads: Sendable {
    /// A supplier whose outcome is still to come.
    struct Waiter: Sendable {
        let supplier: Supplier
        let position: Int
        let priority: DataRequest.Priority
    }

    /// The result of joining a URL.
    enum JoinResult: Sendable {
        /// It is to be downloaded, with the supplier as its first waiter.
        case new(Download)

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

    /// The state of a URL before a supplier joins it.
    enum URLState: Sendable {
        case unknown, inFlight
        case ended(Ended)
    }

    /// A URL in flight.
    ///
    /// `@unchecked Sendable`: its properties are touched under the list's lock only.
    final class Download: @unchecked Sendable {
        fileprivate let name: CacheKey.Name
        fileprivate var waiters: [Waiter]
        fileprivate var priority: DataRequest.Priority
        fileprivate var request: DataRequest?

        fileprivate init(_ name: CacheKey.Name, for waiter: Waiter) {
            self.name = name
            waiters = [waiter]
            priority = waiter.priority
        }

        fileprivate func append(_ waiter: Waiter) {
            waiters.append(waiter)
            priority = max(priority, waiter.priority)
        }
    }

    private struct State {
        // By the keys' names, which are numbers: all keys are of one namespace.
        var downloads: [CacheKey.Name: Download] = [:]
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

    /// The states of URLs, in their order.
    func states(of keys: [CacheKey]) -> [URLState] {
        state.withLock { state in
            keys.map { key in
                if let ended = state.ended[key.name] { return .ended(ended) }
                return state.downloads[key.name] == nil ? .unknown : .inFlight
            }
        }
    }

    /// Lets a supplier wait for a URL, unless that has failed.
    func join(_ key: CacheKey, _ waiter: Waiter) -> JoinResult {
        state.withLock { state in
            if let download = state.downloads[key.name] {
                download.append(waiter)
                return .joined
            }
            if let failure = state.failures[key.name] { return .failed(failure) }
            let download = Download(key.name, for: waiter)
            state.downloads[key.name] = download
            return .new(download)
        }
    }

    /// Notes that a URL's server is about to be asked.
    ///
    /// - Returns: its priority.
    func start(_ request: DataRequest, for download: Download) -> DataRequest.Priority {
        state.withLock { _ in
            download.request = request
            return download.priority
        }
    }

    /// The priority of a URL in flight.
    func priority(of download: Download) -> DataRequest.Priority { state.withLock { _ in download.priority } }

    /// The waiters of a URL that stays in flight; they go on waiting, or have their outcome.
    func takeWaiters(for download: Download, keepingThem keeps: Bool) -> [Waiter] {
        state.withLock { _ in
            defer { if !keeps { download.waiters = [] } }
            return download.waiters
        }
    }

    /// Ends a download.
    ///
    /// - Parameter ended: what is worth remembering.
    /// - Returns: its waiters.
    func end(_ download: Download, _ result: AvatarOutcome.Result, _ ended: Ended?) -> [Waiter] {
        state.withLock { state in
            if case .failed(let failure) = result {
                if state.failures.count < Self.memoryLimit { state.failures[download.name] = failure }
            } else if let ended, state.ended.count < Self.memoryLimit {
                state.ended[download.name] = ended
            }
            state.downloads[download.name] = nil
            return download.waiters
        }
    }

    /// Changes the priority of those of suppliers' avatars that are in flight.
    ///
    /// - Returns: the requests that are in flight, with their new priority.
    func prioritize(_ suppliers: [Supplier], as priority: DataRequest.Priority) -> [DataRequest] {
        let keys = suppliers.compactMap(key)
        return state.withLock { state in
            keys.compactMap { key in
                guard let download = state.downloads[key.name] else { return nil }
                download.priority = priority
                download.request?.priority = priority
                return download.request
            }
        }
    }
}
