import SupplierGoKit

/// What a detail card can say of a supplier's avatar.
enum Picture: Sendable, Hashable {
    /// The supplier has none.
    case none

    /// There is one, which may be out of date where it is stale; `header` is `nil` where its kind is not known, `file`
    /// where it is not in a file.
    case image(header: ImageHeader?, byteCount: Int, file: String?, isStale: Bool = false)

    /// There is one, but it is not in yet.
    case awaited

    /// There is one, but it could not be had.
    case failed(reason: String)
}
