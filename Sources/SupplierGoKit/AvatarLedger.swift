/// What a run knows of its avatars: which are on their way and for whom, which are done, and which were asked to hurry.
///
/// It is what makes one transfer of many suppliers' URL while the suppliers stream past. Of a URL that is done it keeps
/// nothing but the failure, of the first ``failureLimit`` that failed: what came is in the cache.
final class AvatarLedger: Sendable {
    /// What a URL is to a run that meets it.
    enum Admission: Sendable {
        /// It is to be looked after.
        case new

        /// It is on its way, and its suppliers wait for it.
        case joined

        /// It was tried, and failed.
        indirect case failed(AvatarFailure)

        var isNew: Bool { if case .new = self { true } else { false } }
    }

    /// URLs go by the names of their keys, which cost no counting of users where they are copied and compared.
    private struct State {
        /// The suppliers that wait for each URL that is being looked after.
        var places: [CacheName: ArraySlice<Supplier>] = [:]

        /// What is on its way of them: those whose servers are asked.
        var flights: [CacheName: AvatarFlight] = [:]

        /// How many suppliers wait besides the first ones of each URL.
        var joinedCount = 0

        /// Whether anything was begun.
        var hasBegun = false
        var failures: [CacheName: AvatarFailure] = [:]
        var wishes: [CacheName: DataRequest.Priority] = [:]
        var wishCount = 0
    }

    /// So many failures are remembered; a URL that fails later is asked for again where it comes again.
    static let failureLimit = 4096

    /// So many suppliers may wait for URLs that are on their way to others.
    private static let joinedLimit = 16_384

    private let priority: DataRequest.Priority
    private let state = Lock(State())

    /// Creates an empty ledger.
    ///
    /// - Parameter priority: that of avatars that nobody asked to hurry.
    init(priority: DataRequest.Priority) {
        self.priority = priority
    }

    /// Whether anything was begun yet.
    var hasHistory: Bool { state.withLock { $0.hasBegun } }

    /// Whether so many suppliers wait that no more should join.
    var isCrowded: Bool { state.withLock { $0.joinedCount >= Self.joinedLimit && !$0.places.isEmpty } }

    /// Says what each URL is, and lets its suppliers join where it is on its way.
    func admit(_ avatars: [SharedAvatar]) -> [Admission] {
        state.withLock { state in
            var admissions: [Admission] = []
            admissions.reserveCapacity(avatars.count)
            for index in avatars.indices {
                admissions.append(Self.admit(avatars[index].key.name, avatars[index].suppliers, &state))
            }
            return admissions
        }
    }

    private static func admit(
        _ name: CacheName, _ suppliers: @autoclosure () -> ArraySlice<Supplier>, _ state: inout State
    ) -> Admission {
        if state.places.index(forKey: name) != nil {
            let suppliers = suppliers()
            state.places[name]? += suppliers
            state.joinedCount += suppliers.count
            return .joined
        }
        return state.failures.isEmpty ? .new : state.failures[name].map { .failed($0) } ?? .new
    }

    /// Notes that URLs are being looked after.
    func begin(_ avatars: ArraySlice<SharedAvatar>) {
        state.withLock { state in
            state.hasBegun = true
            for index in avatars.indices {
                state.places[avatars[index].key.name] = avatars[index].suppliers
                state.joinedCount += avatars[index].suppliers.count - 1
            }
        }
    }

    /// Keeps no more of the batches that a URL's suppliers came in than those, since they wait for long.
    ///
    /// - Returns: the avatar, with suppliers of whom the same is true.
    func detach(_ avatar: SharedAvatar) -> SharedAvatar {
        var avatar = avatar
        avatar.suppliers = Array(avatar.suppliers)[...]
        state.withLock { state in
            guard let suppliers = state.places[avatar.key.name] else { return }
            state.places[avatar.key.name] = Array(suppliers)[...]
        }
        return avatar
    }

    /// Notes that a URL's server is about to be asked.
    ///
    /// - Returns: how urgent that is by now.
    func ask(_ flight: AvatarFlight) -> DataRequest.Priority {
        state.withLock { state in
            let name = flight.key.name
            // It is forgotten by now where the run has ended.
            if state.places.index(forKey: name) != nil { state.flights[name] = flight }
            return state.wishes.isEmpty ? priority : state.wishes[name] ?? priority
        }
    }

    /// Notes how URLs ended.
    ///
    /// - Returns: the suppliers that wait for each.
    func end(_ results: [AvatarResult]) -> [ArraySlice<Supplier>] {
        state.withLock { state in
            var waiting: [ArraySlice<Supplier>] = []
            waiting.reserveCapacity(results.count)
            for index in results.indices {
                let name = results[index].name
                let suppliers = state.places.removeValue(forKey: name) ?? []
                state.flights.removeValue(forKey: name)
                state.joinedCount -= max(0, suppliers.count - 1)
                if let failure = results[index].failure, state.failures.count < Self.failureLimit {
                    state.failures[name] = failure
                }
                waiting.append(suppliers)
            }
            return waiting
        }
    }

    /// Forgets what has not ended, and with it the claims: a run that ends early may be kept by whoever reads it.
    func forgetAll() {
        let forgotten = state.withLock { state in
            defer { (state.places, state.flights) = ([:], [:]) }
            return (state.places, state.flights)
        }
        // Behind the lock: claims are let go of by calls.
        withExtendedLifetime(forgotten) {}
    }
}

extension AvatarLedger {
    /// How often priorities were changed.
    var wishCount: Int { state.withLock { $0.wishCount } }

    /// The priority of a URL's avatar.
    func priority(of key: CacheKey) -> DataRequest.Priority {
        state.withLock { $0.wishes[key.name] ?? priority }
    }

    /// Changes the priority of avatars, whether they have begun, wait, or are yet to come.
    ///
    /// - Returns: the requests that are on their way, with their new priority.
    func prioritize(_ keys: [CacheKey], as priority: DataRequest.Priority) -> [DataRequest] {
        state.withLock { state in
            state.wishCount += 1
            for key in keys { state.wishes[key.name] = priority }
            return keys.compactMap { key in
                var request = state.flights[key.name]?.request
                request?.priority = priority
                return request
            }
        }
    }
}
