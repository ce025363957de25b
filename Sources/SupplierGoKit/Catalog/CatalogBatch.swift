/// Some records of a catalog, in the catalog's order: those that decoded, and what was wrong with the others.
struct CatalogBatch: Sendable {
    /// The records that decoded.
    var suppliers: [Supplier]

    /// The offset of each supplier's record in its page, in bytes from 0.
    var byteOffsets: [Int]

    /// What was wrong with the records that did not, in the order of their positions.
    var issues: [CatalogIssue]

    /// Creates a batch.
    init(suppliers: [Supplier] = [], byteOffsets: [Int] = [], issues: [CatalogIssue] = []) {
        self.suppliers = suppliers
        self.byteOffsets = byteOffsets
        self.issues = issues
    }
}
