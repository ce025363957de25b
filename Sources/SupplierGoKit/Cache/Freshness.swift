public import FoundationEssentials

/// How long what is stored may be used without asking its server, and what it is good for after that (RFC 9111, section
/// 4.2; RFC 5861).
///
/// It depends on what the server said, and when; not on the moment that one asks at. That is given to ``state(at:)``.
public struct Freshness: Sendable, Hashable {
    /// What stored bytes may be used for.
    public enum State: Sendable, Hashable {
        /// To be used without asking.
        case fresh

        /// To be used at once, and then asked about (`stale-while-revalidate`, RFC 5861, section 3).
        case usableWhileRevalidating

        /// To be asked about, and used where the server fails (`stale-if-error`, RFC 5861, section 4).
        case usableOnError

        /// To be asked about, and not to be used before the server has said that they are right.
        case stale
    }

    /// What the lifetime rests on.
    public let basis: Basis

    /// When the response was received, or the bytes were stored.
    public let receivedAt: Date

    /// When it ceases to be fresh; not later than ``receivedAt`` where it never was.
    public let freshUntil: Date

    /// Until when it may be shown while it is asked about; not later than ``freshUntil`` where the server did not say so.
    public let whileRevalidatingUntil: Date

    /// Until when it may be shown where the server fails; ``freshUntil`` where the server forbids that.
    public let onErrorUntil: Date

    /// Creates a value from its times.
    init(
        basis: Basis, receivedAt: Date, freshUntil: Date, whileRevalidatingUntil: Date? = nil, onErrorUntil: Date? = nil
    ) {
        self.basis = basis
        self.receivedAt = receivedAt
        self.freshUntil = freshUntil
        self.whileRevalidatingUntil = whileRevalidatingUntil ?? freshUntil
        self.onErrorUntil = onErrorUntil ?? freshUntil
    }

    /// What the bytes may be used for at a moment.
    ///
    /// What was received in the future, by a clock that was wrong then or is wrong now, is not fresh: it might be for
    /// years.
    public func state(at now: Date) -> State {
        let isDated = receivedAt <= now.addingTimeInterval(Self.clockSkew)
        if isDated, now < freshUntil { return .fresh }
        if isDated, now < whileRevalidatingUntil { return .usableWhileRevalidating }
        return now < onErrorUntil ? .usableOnError : .stale
    }

    /// Whether the bytes may be used at a moment without asking.
    public func isFresh(at now: Date) -> Bool { state(at: now) == .fresh }

    /// How many seconds ahead the clock of another machine with the same cache may be.
    private static let clockSkew: TimeInterval = 60
}
