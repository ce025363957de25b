import SupplierGoKit

/// The difference of one supplier between two states of a catalog.
struct CatalogChange: Sendable, Hashable {
    /// The change of a supplier as a whole.
    enum Kind: String, Sendable {
        case added, removed, changed
    }

    /// A field with both values.
    struct Field: Sendable, Hashable {
        /// The name of a supplier's own field in catalogs, or the path of another one.
        let path: String

        /// The earlier value, or `nil` if the supplier was added.
        let from: String?

        /// The present value, or `nil` if the supplier was removed.
        let to: String?
    }

    /// The supplier's own fields, which come first.
    static let fields = Supplier.Field.editable + [.createdAt]

    /// The supplier as it was, or `nil` if it was added.
    let old: Supplier?

    /// The supplier as it is, or `nil` if it was removed.
    let new: Supplier?

    /// The fields that differ; those that are empty are not among those of an added or a removed supplier.
    let fields: [Field]

    var kind: Kind { old == nil ? .added : new == nil ? .removed : .changed }
}
