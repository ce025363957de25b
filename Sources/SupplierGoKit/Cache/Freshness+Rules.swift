import FoundationEssentials

extension Freshness {
    /// The freshness of a stored response.
    public init(of response: StoredResponse, assuming assumptions: Assumptions) {
        self.init(by: FreshnessTerms(of: response), assuming: assumptions)
    }

    /// The freshness of what a cache holds; where its server's words are not known, it has been stale since it was stored.
    public init(of entry: CacheEntry, assuming assumptions: Assumptions) {
        self.init(by: entry.packedResponse?.terms, storedAt: entry.storedAt, assuming: assumptions)
    }

    /// The freshness of bytes by what their server said of them, or where that is not known, by when they were stored.
    init(by terms: FreshnessTerms?, storedAt: Date, assuming assumptions: Assumptions) {
        guard let terms else {
            let onErrorUntil = storedAt.addingTimeInterval(TimeInterval(assumptions.staleIfError))
            self.init(basis: .unknown, receivedAt: storedAt, freshUntil: storedAt, onErrorUntil: onErrorUntil)
            return
        }
        self.init(by: terms, assuming: assumptions)
    }

    /// The freshness by what the response says, which is read already: only numbers are compared here.
    init(by terms: FreshnessTerms, assuming assumptions: Assumptions) {
        let (basis, lifetime) = Self.lifetime(by: terms, assuming: assumptions)
        let receivedAt = Date(microseconds: terms.receivedAt)
        let freshUntil = terms.receivedAt &+ lifetime &- terms.initialAge
        guard terms.allowsStale else {
            self.init(basis: basis, receivedAt: receivedAt, freshUntil: Date(microseconds: freshUntil))
            return
        }
        let whileRevalidating = FreshnessTerms.microseconds(in: terms.staleWhileRevalidate ?? 0)
        let onError = FreshnessTerms.microseconds(in: terms.staleIfError ?? assumptions.staleIfError)
        self.init(
            basis: basis, receivedAt: receivedAt, freshUntil: Date(microseconds: freshUntil),
            whileRevalidatingUntil: Date(microseconds: freshUntil &+ whileRevalidating),
            onErrorUntil: Date(microseconds: freshUntil &+ max(onError, whileRevalidating)))
    }

    /// The lifetime in microseconds, and what it rests on.
    private static func lifetime(by terms: FreshnessTerms, assuming assumptions: Assumptions) -> (Basis, Int64) {
        switch terms.ground {
        case .maxAge: return (.maxAge(Int(terms.lifetime / FreshnessTerms.microsecondsInSecond)), terms.lifetime)
        case .expires: return (.expires, terms.lifetime)
        case .invalidMaxAge: return (.invalid(field: "max-age"), 0)
        case .invalidExpires: return (.invalid(field: "Expires"), 0)
        case .noCache: return (.noCache, 0)
        case .noStore: return (.noStore, 0)
        case .variesByAnything: return (.variesByAnything, 0)
        case .unsaid: return (.unsaid, 0)
        case .openSinceModified where assumptions.usesLastModified:
            return (.lastModified, min(max(0, terms.lifetime / 10), FreshnessTerms.microseconds(in: 7 * 86_400)))
        case .open, .openSinceModified:
            guard assumptions.lifetime > 0 else { return (.unsaid, 0) }
            let seconds = assumptions.lifetime
            return (.assumed(seconds: seconds), FreshnessTerms.microseconds(in: seconds))
        }
    }
}
