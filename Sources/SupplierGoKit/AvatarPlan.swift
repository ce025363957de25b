import FoundationEssentials

/// What is done about an avatar: a decision over what is held of it, a pure function of values.
enum AvatarPlan: Sendable, Hashable {
    /// What is held is used; it is called stale where it is.
    case use(isStale: Bool)

    /// What is held is used and called stale, and its server is asked under these conditions after that.
    case useThenAsk(HTTPFields)

    /// The server is asked, under these conditions; where it fails what is held is shown and called stale, if it may be.
    case ask(HTTPFields, isUsableOnError: Bool)

    /// The server said not long ago that there is none.
    indirect case leave(StoredFailure)

    /// Neither is there anything, nor may anybody be asked.
    case fail

    /// What is held of an avatar; of most that are looked after it is nothing, and so the rest stands apart.
    enum Held: Sendable, Hashable {
        /// Nothing is known.
        case nothing

        /// The cache has an entry.
        indirect case entry(CacheEntry)

        /// The cache has none, and says why there was none when its server was last asked.
        indirect case failure(StoredFailure)

        /// What a look into the cache has found.
        init(_ entry: consuming CacheEntry?) {
            if let entry { self = .entry(entry) } else { self = .nothing }
        }

        /// The cache's entry; `nil` where it has none.
        var entry: CacheEntry? { if case .entry(let entry) = self { entry } else { nil } }
    }

    /// What was asked for.
    struct Wish: Sendable, Hashable {
        /// Whether the network is never touched.
        var isOffline = false

        /// Whether what is fresh is asked about too.
        var isRefreshing = false

        /// What came since then is not asked about again, whatever is wished.
        var since: Date

        /// Whether something that was learnt at a moment is too old for the wish.
        fileprivate func isTooOld(_ moment: Date) -> Bool { isRefreshing && moment < since }
    }

    /// Decides at a moment.
    ///
    /// - Parameter fields: the fields that a request would have; asked for only where it matters.
    init(for held: Held, wish: Wish, at now: Date, fields: () -> HTTPFields) {
        switch held {
        case .entry(let entry): self.init(for: entry, wish: wish, at: now, fields: fields)
        case .failure(let failure): self = Self.withoutEntry(failure, wish: wish, at: now)
        case .nothing: self = Self.withoutEntry(nil, wish: wish, at: now)
        }
    }

    /// Decides at a moment about what the cache holds.
    ///
    /// - Parameter fields: the fields that a request would have; asked for only where it matters.
    init(for entry: borrowing CacheEntry, wish: Wish, at now: Date, fields: () -> HTTPFields) {
        // Of most entries no more than that is looked at, and nothing is copied.
        let terms = entry.packedResponse?.terms
        let freshness = Freshness(by: terms, storedAt: entry.storedAt, assuming: .avatars)
        let state = freshness.state(at: now)
        guard !wish.isOffline else {
            self = .use(isStale: state != .fresh)
            return
        }
        if terms?.varies == true, let response = entry.response, !response.answers(fields()) {
            self = .ask(response.entityTagCondition, isUsableOnError: false)
            return
        }
        switch state {
        case _ where wish.isTooOld(freshness.receivedAt):
            self = .ask(entry.conditions, isUsableOnError: state != .stale)
        case .fresh: self = .use(isStale: false)
        case .usableWhileRevalidating: self = .useThenAsk(entry.conditions)
        case .usableOnError: self = .ask(entry.conditions, isUsableOnError: true)
        case .stale: self = .ask(entry.conditions, isUsableOnError: false)
        }
    }

    private static func withoutEntry(_ failure: StoredFailure?, wish: Wish, at now: Date) -> AvatarPlan {
        if let failure, let retryAt = failure.retryAt, now < retryAt,
            wish.isOffline || !wish.isTooOld(failure.failedAt)
        {
            return .leave(failure)
        }
        return wish.isOffline ? .fail : .ask(HTTPFields(), isUsableOnError: false)
    }
}

extension AvatarPlan {
    /// The fields that a request is to have: none where what is held does not matter.
    var conditions: HTTPFields {
        switch self {
        case .ask(let conditions, _), .useThenAsk(let conditions): conditions
        case .use, .leave, .fail: HTTPFields()
        }
    }

    /// Whether what is held may be shown where the server fails.
    var isUsableOnError: Bool {
        switch self {
        case .ask(_, let isUsable): isUsable
        case .useThenAsk: true
        case .use, .leave, .fail: false
        }
    }
}

extension CacheEntry {
    /// The fields that ask its server whether it is still right.
    fileprivate var conditions: HTTPFields { response?.conditions ?? HTTPFields() }
}
