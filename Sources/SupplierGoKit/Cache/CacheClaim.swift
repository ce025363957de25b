import Synchronization

/// The right to load what belongs under a key, which one holder at a time has.
///
/// It is for good manners, not for safety: a cache stays whole also where two load the same.
public final class CacheClaim: Sendable {
    private let letGo: @Sendable () -> Void
    private let isReleased = Atomic(false)

    /// Creates a claim.
    ///
    /// - Parameter letGo: is called once, when the claim is released or dropped.
    public init(_ letGo: @escaping @Sendable () -> Void) {
        self.letGo = letGo
    }

    deinit { release() }

    /// Lets others have it; a second call does nothing.
    public func release() {
        if !isReleased.exchange(true, ordering: .acquiringAndReleasing) { letGo() }
    }
}
