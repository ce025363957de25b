import SupplierGoKit

/// What `cache why` is told.
struct CacheWhyArguments: Sendable, Hashable {
    let common: CommonArguments

    /// A URL, or a supplier's id.
    let text: String

    /// The catalog that the id is of; `nil` for a URL.
    let location: CatalogLocation?
}
