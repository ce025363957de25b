import SupplierGoKit

/// A supplier, and what the cache holds of its avatar.
struct ListedSupplier: Sendable, Hashable {
    /// What `avatarState` can say.
    enum AvatarState: String, Sendable {
        /// The cache has the avatar.
        case cached

        /// The cache has the avatar, but it may be out of date.
        case stale

        /// There is an endpoint, and the cache does not have its avatar.
        case missing

        /// There is no endpoint.
        case none
    }

    /// The supplier.
    let supplier: Supplier

    /// The cached avatar; `nil` where there is none, or where nobody has looked.
    let avatar: CacheEntry?

    /// Whether its server would be asked before it is used.
    var isStale = false

    /// The avatar's bytes, for formats that embed them; `nil` where there are none, or nobody has asked.
    var image: [UInt8]?

    /// Whether the avatar is in the cache, or why not.
    var avatarState: AvatarState {
        guard supplier.avatar != nil else { return .none }
        if avatar == nil { return .missing }
        return isStale ? .stale : .cached
    }
}
