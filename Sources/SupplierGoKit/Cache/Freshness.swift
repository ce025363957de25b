/// The time for which stored bytes may be used without asking their server, and their use after that (RFC 9111,
/// section 4.2; RFC 5861).
///
/// It depends on what the server said and when, not on the current time, which is given to ``state(at:)``.
package struct Freshness: Sendable, Hashable {
    /// A use of stored bytes.
    package enum State: Sendable, Hashable {
        /// Use without asking.
        case fresh

        /// Use at once, then ask (`stale-while-revalidate`, RFC 5861, section 3).
        case usableWhileRevalidating

        /// Ask, and use if the server fails (`stale-if-error`, RFC 5861, section 4).
        case usableOnError

        /// Ask, and use only if the server says that they are right.
        case stale
    }

    /// The reason for the lifetime.
    package let basis: Basis

    /// When the response was received, or the bytes were stored.
    package let receivedAt: Date

    /// When it stops being fresh; not later than ``receivedAt`` if it never was.
    package let freshUntil: Date

    /// Until when it may be shown while the server is asked; ``freshUntil`` if the server did not allow that.
    package let whileRevalidatingUntil: Date

    /// Until when it may be shown if the server fails; ``freshUntil`` if the server forbids that.
    package let onErrorUntil: Date

    /// The date has passed, by the clock of a machine that may be a minute ahead.
    static func isPast(_ date: Date, at now: Date) -> Bool { date <= now.addingTimeInterval(60) }

    /// The use that the bytes have at a time.
    ///
    /// Bytes that were received in the future are not fresh: the clock was wrong then or is wrong now.
    package func state(at now: Date) -> State {
        let isDated = Self.isPast(receivedAt, at: now)
        if isDated, now < freshUntil { return .fresh }
        if isDated, now < whileRevalidatingUntil { return .usableWhileRevalidating }
        return now < onErrorUntil ? .usableOnError : .stale
    }

    /// The bytes may be used at that time without asking the server.
    package func isFresh(at now: Date) -> Bool { state(at: now) == .fresh }
}

extension Freshness {
    /// The reason for a lifetime.
    package enum Basis: Sendable, Hashable {
        /// `Cache-Control: max-age`, in seconds (RFC 9111, section 5.2.2.1).
        case maxAge(Int)

        /// `Expires` (section 5.3).
        case expires

        /// A tenth of the time since `Last-Modified`, at most a week (section 4.2.2).
        case lastModified

        /// A default in seconds, since the server does not say.
        case assumed(seconds: Int)

        /// Nothing: the server does not say, and there is no default.
        case unsaid

        /// Nothing: the server's field cannot be read (section 4.2.1).
        case invalid(field: String)

        /// Nothing: `no-cache` (section 5.2.2.4).
        case noCache

        /// Nothing: `no-store` (section 5.2.2.5).
        case noStore

        /// Nothing: `Vary: *` (section 4.1).
        case variesByAnything

        /// A redirect on the way to the response, whose lifetime is shorter.
        case redirect

        /// Nothing: what the server said is not known.
        case unknown
    }

    /// The rules for responses that give no lifetime.
    package struct Assumptions: Sendable, Hashable {
        /// The lifetime in seconds; 0 for none.
        package var lifetime: Int

        /// `Last-Modified` gives a lifetime, before ``lifetime`` does.
        package var usesLastModified: Bool

        /// For how many seconds more the bytes may be used if the server fails.
        package var staleIfError: Int
    }
}

/// The rules of RFC 9111 and RFC 5861 for a private cache.
extension Freshness {
    /// The freshness of a stored response.
    package init(of response: borrowing StoredResponse, assuming assumptions: Assumptions) {
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
            default: !(control?.mustRevalidate ?? false) && !(response.redirects?.mustRevalidate ?? false)
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
    package init(of entry: borrowing CacheEntry, assuming assumptions: Assumptions) {
        if let response = entry.response {
            self.init(of: response, assuming: assumptions)
        } else {
            let storedAt = entry.storedAt
            self.init(
                basis: .unknown, receivedAt: storedAt, freshUntil: storedAt, whileRevalidatingUntil: storedAt,
                onErrorUntil: storedAt.addingTimeInterval(Self.believed(assumptions.staleIfError)))
        }
    }

    /// The lifetime in seconds (RFC 9111, section 4.2.1) and what it rests on. The most restrictive directive counts.
    private static func lifetime(
        of response: StoredResponse, assuming assumptions: Assumptions
    ) -> (Basis, TimeInterval) {
        let control = response.cacheControl
        if response.forbidsStoring { return (.noStore, 0) }
        if control?.requiresRevalidation ?? false { return (.noCache, 0) }
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
    /// A response with this status may be given a lifetime that its server did not give (RFC 9110, section 15.1).
    fileprivate var isHeuristicallyCacheable: Bool {
        [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501].contains(code)
    }
}

extension Freshness.Assumptions {
    /// The lifetime of an avatar whose server gives none: a tenth of the time since it changed, a week at most
    /// (``Freshness``), or a day. If its server fails, a stale one may be shown for a week more (``CachePolicy``).
    public static let avatars = Freshness.Assumptions(
        lifetime: 86_400, usesLastModified: true, staleIfError: 7 * 86_400)

    /// No lifetime for a catalog whose server gives none; if the server fails, the snapshot is shown, however old.
    public static let catalogs = Freshness.Assumptions(
        lifetime: 0, usesLastModified: false, staleIfError: CacheControl.longest)

    /// The longest time that an avatar counts as missing after status 404 or 410: an hour.
    package static let missingAvatars = Freshness.Assumptions(lifetime: 3600, usesLastModified: false, staleIfError: 0)
}
