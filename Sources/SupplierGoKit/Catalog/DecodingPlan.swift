/// What a catalog's records are decoded into.
struct DecodingPlan: Sendable {
    /// Whether one bad record ends the catalog with ``CatalogFault/badRecord(_:)``.
    var isStrict = false

    /// What renders the suppliers where they are decoded; `nil` where they are delivered themselves.
    var renderer: (any SupplierRendering)?

    /// How many records have their ids kept where they are rendered, counted from the first.
    var keptIDLimit = 0

    /// Whether ids are hashed for an index.
    var hashesIDs = false
}
