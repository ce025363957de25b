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
            if state.downloads[key.name]?.append(waiter) != nil { return .joined }
            if let failure = state.failures[key.name] { return .failed(failure) }
            state.downloads[key.name] = Download(waiters: [waiter], priority: waiter.priority)
            return .new
        }
    }

    /// Notes that a URL's server is about to be asked.
    ///
    /// - Returns: its priority.
    func start(_ request: DataRequest, for key: CacheKey) -> DataRequest.Priority {
        state.withLock { state in
            state.downloads[key.name]?.request = request
            return state.downloads[key.name]?.priority ?? request.priority
        }
    }

    /// The priority of a URL in flight.
    func priority(of key: CacheKey) -> DataRequest.Priority {
        state.withLock { $0.downloads[key.name]?.priority ?? .normal }
    }

    /// The waiters of a URL that stays in flight; they go on waiting, or have their outcome.
    func takeWaiters(for key: CacheKey, keepingThem keeps: Bool) -> [Waiter] {
        state.withLock { state in
            defer { if !keeps { state.downloads[key.name]?.waiters = [] } }
            return state.downloads[key.name]?.waiters ?? []
        }
    }

    /// Ends a download.
    ///
    /// - Parameter ended: what is worth remembering.
    /// - Returns: its waiters.
    func end(_ key: CacheKey, _ result: AvatarOutcome.Result, _ ended: Ended?) -> [Waiter] {
        state.withLock { state in
            if case .failed(let failure) = result {
                if state.failures.count < Self.memoryLimit { state.failures[key.name] = failure }
            } else if let ended, state.ended.count < Self.memoryLimit {
                state.ended[key.name] = ended
            }
            return state.downloads.removeValue(forKey: key.name)?.waiters ?? []
        }
    }

    /// Changes the priority of those of suppliers' avatars that are in flight.
    ///
    /// - Returns: the requests that are in flight, with their new priority.
    func prioritize(_ suppliers: [Supplier], as priority: DataRequest.Priority) -> [DataRequest] {
        let keys = suppliers.compactMap(key)
        return state.withLock { state in
            keys.compactMap { key in
                state.downloads[key.name]?.priority = priority
                state.downloads[key.name]?.request?.priority = priority
                return state.downloads[key.name]?.request
            }
        }
    }
}
