import FoundationEssentials

extension Freshness {
    /// The freshness of a stored response.
    public init(of response: StoredResponse, assuming assumptions: Assumptions) {
        let control = CacheControl(response.fields)
        let (basis, lifetime) = Self.lifetime(of: response, control, assuming: assumptions)
        let freshUntil = response.receivedAt.addingTimeInterval(lifetime - Self.initialAge(of: response))
        guard basis.allowsStale, !control.forbidsStale else {
            self.init(basis: basis, receivedAt: response.receivedAt, freshUntil: freshUntil)
            return
        }
        let whileRevalidating = TimeInterval(control.staleWhileRevalidate ?? 0)
        let onError = TimeInterval(control.staleIfError ?? assumptions.staleIfError)
        self.init(
            basis: basis, receivedAt: response.receivedAt, freshUntil: freshUntil,
            whileRevalidatingUntil: freshUntil.addingTimeInterval(whileRevalidating),
            onErrorUntil: freshUntil.addingTimeInterval(max(onError, whileRevalidating)))
    }

    /// The freshness of what a cache holds; where its server's words are not known, it has been stale since it was stored.
    public init(of entry: CacheEntry, assuming assumptions: Assumptions) {
        guard let response = entry.response else {
            let onErrorUntil = entry.storedAt.addingTimeInterval(TimeInterval(assumptions.staleIfError))
            self.init(
                basis: .unknown, receivedAt: entry.storedAt, freshUntil: entry.storedAt, onErrorUntil: onErrorUntil)
            return
        }
        self.init(of: response, assuming: assumptions)
    }

    /// The lifetime in seconds (RFC 9111, section 4.2.1), and what it rests on; the most restrictive directive counts.
    private static func lifetime(
        of response: StoredResponse, _ control: CacheControl, assuming assumptions: Assumptions
    ) -> (Basis, TimeInterval) {
        if control.forbidsStoring { return (.noStore, 0) }
        if control.forbidsUnasked { return (.noCache, 0) }
        if response.variesByAnything { return (.variesByAnything, 0) }
        switch control.maxAge {
        case .count(let seconds): return (.maxAge(seconds), TimeInterval(seconds))
        case .invalid: return (.invalid(field: "max-age"), 0)
        case nil: break
        }
        if let text = response.fields["Expires"] {
            guard let expires = response.readDate(text) else { return (.invalid(field: "Expires"), 0) }
            let lifetime = expires.timeIntervalSince(response.date ?? response.receivedAt)
            return (.expires, min(max(0, lifetime), TimeInterval(CacheControl.longest)))
        }
        guard response.status.isHeuristicallyCacheable || control.isPublic else { return (.unsaid, 0) }
        if assumptions.usesLastModified, let modified = response.fields["Last-Modified"].flatMap(response.readDate) {
            let age = (response.date ?? response.receivedAt).timeIntervalSince(modified)
            return (.lastModified, min(max(0, age / 10), 7 * 86_400))
        }
        guard assumptions.lifetime > 0 else { return (.unsaid, 0) }
        return (.assumed(seconds: assumptions.lifetime), TimeInterval(assumptions.lifetime))
    }

    /// The age in seconds that the response had when it was received (section 4.2.3); an `Age` that is no number is
    /// passed over (section 5.1).
    private static func initialAge(of response: StoredResponse) -> TimeInterval {
        let apparentAge = response.date.map { response.receivedAt.timeIntervalSince($0) } ?? 0
        let givenAge = response.fields["Age"].flatMap { value in
            CacheControl.seconds((value.split(separator: ",").first ?? "").trimmingBlanks)
        }
        let delay = max(0, response.receivedAt.timeIntervalSince(response.requestedAt))
        return max(0, apparentAge, TimeInterval(givenAge ?? 0) + delay)
    }
}

extension Freshness.Basis {
    /// Whether what rests on it may be used when it is stale (RFC 9111, section 4.2.4).
    fileprivate var allowsStale: Bool {
        switch self {
        case .noCache, .noStore, .variesByAnything: false
        case .maxAge, .expires, .lastModified, .assumed, .unsaid, .invalid, .unknown: true
        }
    }
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
