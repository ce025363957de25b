import SupplierGoKit

/// What a detail card can say of a supplier's avatar.
enum Picture: Sendable, Hashable {
    /// The supplier has none.
    case none

    /// There is one; `header` is `nil` where its kind is not known, `file` where it is not in a file.
    case image(header: ImageHeader?, byteCount: Int, file: String?)

    /// There is one, but it could not be had.
    case failed(reason: String)
}
