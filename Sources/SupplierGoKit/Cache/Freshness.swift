public import FoundationEssentials

/// How long stored bytes may be used without asking their server, and what they are good for after that (RFC 9111,
/// section 4.2; RFC 5861).
///
/// It depends on what the server said and when, not on the current time, which is given to ``state(at:)``.
public struct Freshness: Sendable, Hashable {
    /// What stored bytes may be used for.
    public enum State: Sendable, Hashable {
        /// Use without asking.
        case fresh

        /// Use at once, then ask (`stale-while-revalidate`, RFC 5861, section 3).
        case usableWhileRevalidating

        /// Ask, and use if the server fails (`stale-if-error`, RFC 5861, section 4).
        case usableOnError

        /// Ask, and use only if the server says that they are right.
        case stale
    }

    /// What the lifetime rests on.
    public let basis: Basis

    /// When the response was received, or the bytes were stored.
    public let receivedAt: Date

    /// When it stops being fresh; not later than ``receivedAt`` if it never was.
    public let freshUntil: Date

    /// Until when it may be shown while the server is asked; ``freshUntil`` if the server did not allow that.
    public let whileRevalidatingUntil: Date

    /// Until when it may be shown if the server fails; ``freshUntil`` if the server forbids that.
    public let onErrorUntil: Date

    /// Whether something that is dated happened before now, by the clock of a machine that may be a minute ahead.
    static func isPast(_ date: Date, at now: Date) -> Bool { date <= now.addingTimeInterval(60) }

    /// What the bytes may be used for at a time.
    ///
    /// Bytes that were received in the future are not fresh: the clock was wrong then or is wrong now.
    public func state(at now: Date) -> State {
        let isDated = Self.isPast(receivedAt, at: now)
        if isDated, now < freshUntil { return .fresh }
        if isDated, now < whileRevalidatingUntil { return .usableWhileRevalidating }
        return now < onErrorUntil ? .usableOnError : .stale
    }

    /// Whether the bytes may be used at a time without asking.
    public func isFresh(at now: Date) -> Bool { state(at: now) == .fresh }
}

extension Freshness {
    /// What a lifetime rests on.
    public enum Basis: Sendable, Hashable {
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

    /// What is assumed where a server does not say.
    public struct Assumptions: Sendable, Hashable {
        /// The lifetime in seconds; 0 for none.
        public var lifetime: Int

        /// Whether `Last-Modified` gives a lifetime, before ``lifetime`` does.
        public var usesLastModified: Bool

        /// For how many seconds more the bytes may be used if the server fails.
        public var staleIfError: Int

        /// Creates a value.
        public init(lifetime: Int, usesLastModified: Bool, staleIfError: Int) {
            self.lifetime = lifetime
            self.usesLastModified = usesLastModified
            self.staleIfError = staleIfError
        }
    }
}

extension Freshness.Basis: CustomStringConvertible {
    /// A few words that can follow a colon.
    public var description: String {
        switch self {
        case .maxAge(let seconds): "max-age=\(seconds)"
        case .expires: "Expires"
        case .lastModified: "a tenth of its age by Last-Modified"
        case .assumed(86_400): "a day, as its server does not say"
        case .assumed(let seconds): "\(seconds) seconds, as its server does not say"
        case .unsaid: "its server gives no lifetime"
        case .invalid(let field): "its server's \(field) cannot be read"
        case .noCache: "no-cache"
        case .noStore: "no-store"
        case .variesByAnything: "Vary: *"
        case .redirect: "a redirect that leads to it"
        case .unknown: "what its server said is not known"
        }
    }
}
