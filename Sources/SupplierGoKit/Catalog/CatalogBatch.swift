/// Some records of a catalog, in the catalog's order: those that decoded, and what was wrong with the others.
public struct CatalogBatch: Sendable {
    /// The records that decoded.
    public var suppliers: [Supplier]

    /// What was wrong with the records that did not, in the order of their positions.
    public var issues: [CatalogIssue]

    /// Creates a batch.
    public init(suppliers: [Supplier] = [], issues: [CatalogIssue] = []) {
        self.suppliers = suppliers
        self.issues = issues
    }
}
