import Synchronization

/// The claim to load what belongs under a key, which one holder at a time has.
///
/// It saves work and is not needed for safety: a cache stays whole if two load the same. `ClaimTable` says who gets it,
/// `DataCaching.claim(_:waitingUpTo:)` for how long others wait.
public final class CacheClaim: Sendable {
    private let onRelease: @Sendable () -> Void
    private let isReleased = Atomic(false)

    /// Creates a claim.
    ///
    /// - Parameter onRelease: called once, when the claim is released or dropped.
    public init(_ onRelease: @escaping @Sendable () -> Void) {
        self.onRelease = onRelease
    }

    deinit { release() }

    /// Lets others have it. A second call does nothing.
    public func release() {
        if !isReleased.exchange(true, ordering: .acquiringAndReleasing) { onRelease() }
    }
}
