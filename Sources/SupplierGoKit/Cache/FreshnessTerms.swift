import FoundationEssentials

/// What a response's fields say of how long it may be used, read once: the rules of RFC 9111 and RFC 5861 that need their
/// text.
///
/// What is assumed where a server says nothing is not in it (``Freshness/Assumptions``), nor is the moment that one asks at.
/// All times are whole microseconds.
struct FreshnessTerms: Sendable, Hashable {
    /// What the lifetime rests on; the numbers are those of stored records.
    enum Ground: UInt8, Sendable {
        /// `max-age`, which is ``FreshnessTerms/lifetime``.
        case maxAge = 1

        /// `Expires`, from which ``FreshnessTerms/lifetime`` is.
        case expires = 2

        /// A `max-age` that cannot be read.
        case invalidMaxAge = 3

        /// An `Expires` that cannot be read.
        case invalidExpires = 4

        case noCache = 5
        case noStore = 6
        case variesByAnything = 7

        /// Nothing, and nothing may be assumed of a response with this status.
        case unsaid = 8

        /// Nothing: it may be assumed.
        case open = 9

        /// Nothing: it may be assumed from the time since `Last-Modified`, which is ``FreshnessTerms/lifetime``.
        case openSinceModified = 10
    }

    /// What the lifetime rests on.
    let ground: Ground

    /// What ``Ground`` says; 0 where that says nothing of it.
    let lifetime: Int64

    /// When the response was received, since 1970.
    let receivedAt: Int64

    /// The age that it had then (RFC 9111, section 4.2.3).
    let initialAge: Int64

    /// `stale-while-revalidate` (RFC 5861, section 3), in seconds; `nil` where it does not say.
    let staleWhileRevalidate: Int?

    /// `stale-if-error` (RFC 5861, section 4), in seconds; `nil` where it does not say.
    let staleIfError: Int?

    /// Whether it may be used when it is stale (RFC 9111, section 4.2.4).
    let allowsStale: Bool

    /// Whether it depends on the request's fields (`Vary`, section 4.1).
    let varies: Bool

    static let microsecondsInSecond: Int64 = 1_000_000

    /// Microseconds in so many seconds, of which more than ten years are ten.
    static func microseconds(in seconds: Int) -> Int64 {
        Int64(min(seconds, CacheControl.longest)) * microsecondsInSecond
    }
}

extension FreshnessTerms {
    /// Reads a response's fields; the most restrictive directive counts.
    init(of response: StoredResponse) {
        let control = response.cacheControl
        (ground, lifetime) = Self.lifetime(of: response, control)
        receivedAt = response.receivedAt.microseconds
        initialAge = Self.initialAge(of: response)
        staleWhileRevalidate = control.staleWhileRevalidate
        staleIfError = control.staleIfError
        allowsStale = ![.noCache, .noStore, .variesByAnything].contains(ground) && !control.forbidsStale
        varies = response.fields.contains("Vary")
    }

    /// The lifetime (RFC 9111, section 4.2.1), and what it rests on.
    private static func lifetime(of response: StoredResponse, _ control: CacheControl) -> (Ground, Int64) {
        if control.forbidsStoring { return (.noStore, 0) }
        if control.forbidsUnasked { return (.noCache, 0) }
        if response.variesByAnything { return (.variesByAnything, 0) }
        switch control.maxAge {
        case .count(let seconds): return (.maxAge, microseconds(in: seconds))
        case .invalid: return (.invalidMaxAge, 0)
        case nil: break
        }
        let sentAt = (response.date(of: "Date") ?? response.receivedAt).microseconds
        if response.fields.contains("Expires") {
            guard let expires = response.date(of: "Expires") else { return (.invalidExpires, 0) }
            return (.expires, min(max(0, expires.microseconds - sentAt), microseconds(in: CacheControl.longest)))
        }
        guard response.status.isHeuristicallyCacheable || control.isPublic else { return (.unsaid, 0) }
        guard let modified = response.date(of: "Last-Modified") else { return (.open, 0) }
        return (.openSinceModified, sentAt - modified.microseconds)
    }

    /// The age that the response had when it was received (section 4.2.3); an `Age` that is no number is passed over
    /// (section 5.1).
    private static func initialAge(of response: StoredResponse) -> Int64 {
        let receivedAt = response.receivedAt.microseconds
        let apparentAge = response.date(of: "Date").map { receivedAt - $0.microseconds } ?? 0
        let givenAge = response.fields.firstMember(of: "Age") { CacheControl.seconds($0) }
        let delay = max(0, receivedAt - response.requestedAt.microseconds)
        return max(0, apparentAge, microseconds(in: givenAge ?? 0) + delay)
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
