import FoundationEssentials

// The rules of RFC 9111 and RFC 5861 for a private cache.

extension Freshness {
    /// The freshness of a stored response.
    public init(of response: StoredResponse, assuming assumptions: Assumptions) {
        let control = response.cacheControl
        let (ownBasis, lifetime) = Self.lifetime(of: response, assuming: assumptions)
        let ownSeconds = lifetime - Self.initialAge(of: response)
        let seconds = min(ownSeconds, response.redirects.map { TimeInterval($0.lifetime) } ?? ownSeconds)
        basis = seconds < ownSeconds ? .redirect : ownBasis
        receivedAt = response.receivedAt
        freshUntil = receivedAt.addingTimeInterval(seconds)
        let allowsStale =
            switch ownBasis {
            case .noCache, .noStore, .variesByAnything: false
            default: !(control?.forbidsStale ?? false) && !(response.redirects?.forbidsStale ?? false)
            }
        guard allowsStale else {
            (whileRevalidatingUntil, onErrorUntil) = (freshUntil, freshUntil)
            return
        }
        let whileRevalidating = Self.believed(control?.staleWhileRevalidate ?? 0)
        let onError = Self.believed(control?.staleIfError ?? assumptions.staleIfError)
        whileRevalidatingUntil = freshUntil.addingTimeInterval(whileRevalidating)
        onErrorUntil = freshUntil.addingTimeInterval(max(onError, whileRevalidating))
    }

    /// The freshness of a cache entry. If its server's words are not known, it has been stale since it was stored.
    public init(of entry: CacheEntry, assuming assumptions: Assumptions) {
        if let response = entry.response {
            self.init(of: response, assuming: assumptions)
        } else {
            self.init(unknownSince: entry.storedAt, assuming: assumptions)
        }
    }

    private init(unknownSince storedAt: Date, assuming assumptions: Assumptions) {
        basis = .unknown
        receivedAt = storedAt
        freshUntil = storedAt
        whileRevalidatingUntil = storedAt
        onErrorUntil = storedAt.addingTimeInterval(Self.believed(assumptions.staleIfError))
    }

    /// The lifetime in seconds (RFC 9111, section 4.2.1) and what it rests on. The most restrictive directive counts.
    private static func lifetime(
        of response: StoredResponse, assuming assumptions: Assumptions
    ) -> (Basis, TimeInterval) {
        let control = response.cacheControl
        if response.forbidsStoring { return (.noStore, 0) }
        if control?.forbidsUnasked ?? false { return (.noCache, 0) }
        if response.variesByAnything { return (.variesByAnything, 0) }
        switch control?.maxAge {
        case .count(let seconds): return (.maxAge(seconds), believed(seconds))
        case .invalid: return (.invalid(field: "max-age"), 0)
        case nil: break
        }
        let sentAt = response.date.map(TimeInterval.init) ?? response.receivedAt.timeIntervalSince1970
        switch response.expires {
        case .at(let time): return (.expires, min(max(0, TimeInterval(time) - sentAt), believed(CacheControl.longest)))
        case .invalid: return (.invalid(field: "Expires"), 0)
        case nil: break
        }
        guard response.status.isHeuristicallyCacheable || control?.isPublic ?? false else { return (.unsaid, 0) }
        if assumptions.usesLastModified, let modifiedAt = response.modifiedAt {
            return (.lastModified, min(max(0, sentAt - TimeInterval(modifiedAt)) / 10, 7 * 86_400))
        }
        guard assumptions.lifetime > 0 else { return (.unsaid, 0) }
        return (.assumed(seconds: assumptions.lifetime), believed(assumptions.lifetime))
    }

    /// The age in seconds that a response had when it was received (section 4.2.3). An `Age` that is not a number is
    /// ignored (section 5.1).
    private static func initialAge(of response: StoredResponse) -> TimeInterval {
        let receivedAt = response.receivedAt.timeIntervalSince1970
        let apparentAge = response.date.map { receivedAt - TimeInterval($0) } ?? 0
        let delay = max(0, response.receivedAt.timeIntervalSince(response.requestedAt))
        return max(0, apparentAge, believed(response.age ?? 0) + delay)
    }

    /// At most ten years.
    private static func believed(_ seconds: Int) -> TimeInterval { TimeInterval(min(seconds, CacheControl.longest)) }
}

extension HTTPStatus {
    /// Whether a response with this status may be given a lifetime that its server did not give (RFC 9110, section 15.1).
    fileprivate var isHeuristicallyCacheable: Bool {
        switch code {
        case 200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501: true
        default: false
        }
    }
}
