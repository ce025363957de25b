import Synchronization

/// The right to load what belongs under a key, which one holder at a time has.
///
/// It is for good manners, not for safety: a cache stays whole also where two load the same.
public final class CacheClaim: Sendable {
    /// How others are let have it.
    private enum Release: Sendable {
        case call(@Sendable () -> Void)

        /// A place in a table, for which nothing is made.
        case place(Int, ClaimTable)
    }

    private let way: Release
    private let isReleased = Atomic(false)

    /// Creates a claim.
    ///
    /// - Parameter letGo: is called once, when the claim is released or dropped.
    public init(_ letGo: @escaping @Sendable () -> Void) {
        way = .call(letGo)
    }

    /// Creates the claim on a key's place in a table.
    init(on place: Int, in table: ClaimTable) {
        way = .place(place, table)
    }

    deinit { release() }

    /// Lets others have it; a second call does nothing.
    public func release() {
        guard !isReleased.exchange(true, ordering: .acquiringAndReleasing) else { return }
        switch way {
        case .call(let letGo): letGo()
        case .place(let place, let table):
            // Where it may block no function has to be made for it.
            if BlockingPool.shared.isHere { return table.release(place) }
            BlockingPool.shared.submit { table.release(place) }
        }
    }
}
