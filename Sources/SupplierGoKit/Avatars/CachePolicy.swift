/// Decides whether the cache answers for an avatar or its server is asked: a pure function of values.
package struct CachePolicy: Sendable, Hashable {
    /// The next step for an avatar.
    package enum Decision: Sendable, Hashable {
        /// Use the entry.
        case use(isStale: Bool)

        /// Ask the server whether the entry is unchanged. The conditions are empty if it has no validator.
        case revalidate(HeaderFields, staleUse: StaleUse)

        /// Download it: there is no entry.
        case fetch

        /// Report it missing: the server said so recently.
        indirect case skip(StoredResponse.Failure)

        /// Report a failure: there is no entry, and no server may be asked.
        case fail
    }

    /// When a stale entry may be shown.
    package enum StaleUse: Sendable, Hashable {
        /// Only after its server has said that it is unchanged.
        case never

        /// If its server fails (`stale-if-error`, RFC 5861, section 4): 401 and 403 are no failure, nor is what the
        /// program refuses (``AvatarOutcome/Error/isOfServer``).
        case onError

        /// At once, before its server is asked (`stale-while-revalidate`, RFC 5861, section 3).
        case meanwhile
    }

    /// Servers must not be asked.
    var isOffline = false

    /// Servers are asked about fresh entries as well.
    var isRefreshing = false

    /// When the pipeline started. Responses that came after that are not asked for again, even when refreshing.
    var startedAt: Date

    /// Failures before this date do not count.
    var failuresSince = Date.distantPast

    /// Silences that were noted before this date do not count.
    var silencesSince = Date.distantPast

    /// The last response is shown whenever its server fails, and none has a lifetime that its server did not give
    /// (``AvatarPipeline.Part/keepsLast``).
    var keepsLast = false

    /// Decides about an avatar.
    ///
    /// - Parameters:
    ///   - entry: what the cache holds.
    ///   - failure: the last failure, if there is no entry.
    ///   - isLocal: whether the avatar is a file, which may be read offline too.
    ///   - now: the time of the decision.
    ///   - fields: the header fields that a request would have; called only if the response varies by them.
    package func decision(
        for entry: CacheEntry?, failure: StoredResponse.Failure? = nil, isLocal: @autoclosure () -> Bool = false,
        at now: Date, fields: () -> HeaderFields
    ) -> Decision {
        if let entry { return decision(for: entry, at: now, fields: fields) }
        if let failure, failure.status != nil, let retryAt = failure.retryAt, now < retryAt,
            Freshness.isPast(failure.failedAt, at: now),
            isOffline || !isTooOld(failure.failedAt) && failure.failedAt >= failuresSince
        {
            return .skip(failure)
        }
        return isOffline && !isLocal() ? .fail : .fetch
    }

    /// The end of the time for which an avatar is not requested, because the last response never began; `nil` if it is
    /// over, or its server has answered since.
    func silenceEnd(after failure: StoredResponse.Failure?, of entry: CacheEntry?, at now: Date) -> Date? {
        guard let failure, failure.status == nil,
            failure.failedAt >= max(silencesSince, entry?.receivedAt ?? .distantPast)
        else { return nil }
        return failure.waitEnd(at: now)
    }

    private func decision(for entry: CacheEntry, at now: Date, fields: () -> HeaderFields) -> Decision {
        let freshness = Freshness(of: entry, assuming: keepsLast ? .catalogs : .avatars)
        let state = freshness.state(at: now)
        guard !isOffline else { return .use(isStale: state != .fresh) }
        let response = entry.response
        if let response, !response.answers(fields()) {
            return .revalidate(response.entityTagCondition, staleUse: keepsLast ? .onError : .never)
        }
        let isTooOld = isTooOld(freshness.receivedAt)
        let staleUse: StaleUse
        switch state {
        case .fresh where !isTooOld: return .use(isStale: false)
        case .usableWhileRevalidating where !isTooOld && !keepsLast: staleUse = .meanwhile
        case .fresh, .usableWhileRevalidating, .usableOnError: staleUse = .onError
        case .stale: staleUse = keepsLast ? .onError : .never
        }
        return .revalidate(response?.conditions ?? HeaderFields(), staleUse: staleUse)
    }

    /// An entry that was received at this date is asked for again: refreshing, unless it came since the pipeline
    /// started.
    private func isTooOld(_ date: Date) -> Bool { isRefreshing && date < startedAt }
}
