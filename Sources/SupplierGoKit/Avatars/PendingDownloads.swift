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

    /// The state of a URL before a supplier joins it.
    enum URLState: Sendable {
        case unknown, inFlight
        case ended(Ended)
    }

    private struct Download {
        var waiters: [Waiter]
        var priority: DataRequest.Priority
        var request: DataRequest?

        mutating func append(_ waiter: Waiter) {
            waiters.append(waiter)
            priority = max(priority, waiter.priority)
        }
    }

    private struct State {
        var downloads: [CacheKey: Download] = [:]
        var failures: [CacheKey: AvatarOutcome.Error] = [:]
        var ended: [CacheKey: Ended] = [:]
    }

    /// The number of failures and of entries remembered. A URL that fails after that is tried again if it comes again,
    /// and one that is stored is looked up again.
    private static let memoryLimit = 4096

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
                if let ended = state.ended[key] { return .ended(ended) }
                return state.downloads[key] == nil ? .unknown : .inFlight
            }
        }
    }

    /// Lets a supplier wait for a URL, unless that has failed.
    func join(_ key: CacheKey, _ waiter: Waiter) -> JoinResult {
        state.withLock { state in
            if state.downloads[key]?.append(waiter) != nil { return .joined }
            if let failure = state.failures[key] { return .failed(failure) }
            state.downloads[key] = Download(waiters: [waiter], priority: waiter.priority)
            return .new
        }
    }

    /// Notes that a URL's server is about to be asked.
    ///
    /// - Returns: the request with its current priority.
    func start(_ request: DataRequest, for key: CacheKey) -> DataRequest {
        state.withLock { state in
            var request = request
            request.priority = state.downloads[key]?.priority ?? request.priority
            state.downloads[key]?.request = request
            return request
        }
    }

    /// The priority of a URL in flight.
    func priority(of key: CacheKey) -> DataRequest.Priority {
        state.withLock { $0.downloads[key]?.priority ?? .normal }
    }

    /// The waiters of a URL that stays in flight; they go on waiting, or have their outcome.
    func takeWaiters(for key: CacheKey, keepingThem keeps: Bool) -> [Waiter] {
        state.withLock { state in
            defer { if !keeps { state.downloads[key]?.waiters = [] } }
            return state.downloads[key]?.waiters ?? []
        }
    }

    /// Ends a download.
    ///
    /// - Parameter ended: what is worth remembering.
    /// - Returns: its waiters.
    func end(_ key: CacheKey, _ result: AvatarOutcome.Result, _ ended: Ended?) -> [Waiter] {
        state.withLock { state in
            if case .failed(let failure) = result {
                if state.failures.count < Self.memoryLimit { state.failures[key] = failure }
            } else if let ended, state.ended.count < Self.memoryLimit {
                state.ended[key] = ended
            }
            return state.downloads.removeValue(forKey: key)?.waiters ?? []
        }
    }

    /// Changes the priority of those of suppliers' avatars that are in flight.
    ///
    /// - Returns: the requests that are in flight, with their new priority.
    func prioritize(_ suppliers: [Supplier], as priority: DataRequest.Priority) -> [DataRequest] {
        let keys = suppliers.compactMap(key)
        return state.withLock { state in
            keys.compactMap { key in
                state.downloads[key]?.priority = priority
                state.downloads[key]?.request?.priority = priority
                return state.downloads[key]?.request
            }
        }
    }
}
