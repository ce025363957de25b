/// The waiting list of a pipeline: which suppliers wait for which URL, and how urgent each is.
///
/// It makes one download of a URL that many suppliers share. Of the first URLs that have ended it remembers the failure or
/// the cache's entry.
final class PendingDownloads: Sendable {
    /// A supplier whose outcome is still to come.
    struct Waiter: Sendable {
        let supplier: Supplier
        let position: Int
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
        var request: DataRequest?
    }

    private struct State {
        /// The batch whose suppliers are being started, its first supplier's position, and the indices that are left, the
        /// next one last.
        var batch: [Supplier] = []
        var firstPosition = 0
        var left: [Int] = []
        var isSorted = true

        var downloads: [CacheKey: Download] = [:]
        var failures: [CacheKey: AvatarOutcome.Error] = [:]
        var ended: [CacheKey: Ended] = [:]
        var priorities: [CacheKey: DataRequest.Priority] = [:]
    }

    /// The number of failures and of entries remembered. A URL that fails after that is tried again if it comes again,
    /// and one that is stored is looked up again.
    private static let memoryLimit = 4096

    private let priority: DataRequest.Priority
    private let key: @Sendable (Supplier) -> CacheKey?
    private let state = Lock(State())

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - priority: that of avatars without one of their own.
    ///   - key: a supplier's avatar's key in the cache; `nil` if it has none.
    init(priority: DataRequest.Priority, key: @escaping @Sendable (Supplier) -> CacheKey?) {
        self.priority = priority
        self.key = key
    }

    /// The number of suppliers of the batch that have not been started.
    var leftCount: Int { state.withLock { $0.left.count } }

    /// Adds a batch, once all suppliers of the last one have been started.
    func append(_ batch: [Supplier]) {
        state.withLock { state in
            state.firstPosition += state.batch.count
            state.batch = batch
            state.left = Array(batch.indices.reversed())
            state.isSorted = state.priorities.isEmpty
        }
    }

    /// Takes the next suppliers of the batch: the most urgent first, otherwise in order.
    func takeNext(_ count: Int) -> [Waiter] {
        state.withLock { state in
            if !state.isSorted { sort(&state) }
            let next = state.left.suffix(count).reversed()
            state.left.removeLast(next.count)
            return next.map { Waiter(supplier: state.batch[$0], position: state.firstPosition + $0) }
        }
    }

    private func sort(_ state: inout State) {
        let priorities = state.left.map { index in
            key(state.batch[index]).flatMap { state.priorities[$0] } ?? priority
        }
        state.left = zip(priorities, state.left)
            .sorted { $0.0 == $1.0 ? $0.1 > $1.1 : $0.0 < $1.0 }
            .map { $1 }
        state.isSorted = true
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
            if state.downloads[key]?.waiters.append(waiter) != nil { return .joined }
            if let failure = state.failures[key] { return .failed(failure) }
            state.downloads[key] = Download(waiters: [waiter])
            return .new
        }
    }

    /// Forgets the priority of an avatar that needs no download.
    func forget(_ key: CacheKey) {
        state.withLock { state in
            if !state.priorities.isEmpty { state.priorities[key] = nil }
        }
    }

    /// Notes that a URL's server is about to be asked.
    ///
    /// - Returns: the request with its current priority.
    func start(_ request: DataRequest, for key: CacheKey) -> DataRequest {
        state.withLock { state in
            var request = request
            request.priority = state.priorities[key] ?? priority
            state.downloads[key]?.request = request
            return request
        }
    }

    /// The priority of an avatar.
    func priority(of key: CacheKey) -> DataRequest.Priority { state.withLock { $0.priorities[key] ?? priority } }

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
            state.priorities[key] = nil
            return state.downloads.removeValue(forKey: key)?.waiters ?? []
        }
    }

    /// Changes the priority of suppliers' avatars, whether they are in flight, in the batch, or still to come.
    ///
    /// - Returns: the requests that are in flight, with their new priority.
    func prioritize(_ suppliers: [Supplier], as priority: DataRequest.Priority) -> [DataRequest] {
        let keys = suppliers.compactMap(key)
        return state.withLock { state in
            state.isSorted = false
            return keys.compactMap { key in
                state.priorities[key] = priority
                state.downloads[key]?.request?.priority = priority
                return state.downloads[key]?.request
            }
        }
    }
}
