import Synchronization

/// The right to load what belongs under a key, which one holder at a time has.
///
/// It is for good manners, not for safety: a cache stays whole also where two load the same.
public final class CacheClaim: Sendable {
    /// What is to be let go of.
    private enum Right: Sendable {
        /// A place, without a closure for each.
        case place(Int, ClaimTable)

        /// What another cache gives.
        case other(@Sendable () -> Void)
    }

    private let right: Right
    private let isReleased = Atomic(false)

    /// Creates a claim.
    ///
    /// - Parameter letGo: is called once, when the claim is released or dropped.
    public init(_ letGo: @escaping @Sendable () -> Void) {
        right = .other(letGo)
    }

    /// Creates a claim that was taken from a table.
    init(on place: Int, of table: ClaimTable) {
        right = .place(place, table)
    }

    deinit { release() }

    /// Lets others have it; a second call does nothing.
    public func release() {
        guard !isReleased.exchange(true, ordering: .acquiringAndReleasing) else { return }
        switch right {
        case .place(let place, let table): table.letGo(place)
        case .other(let letGo): letGo()
        }
    }
}
