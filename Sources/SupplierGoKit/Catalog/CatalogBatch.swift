/// Some records of a catalog, in the catalog's order: those that decoded, and what was wrong with the others.
struct CatalogBatch: Sendable {
    /// The records that decoded; none where they were rendered.
    var suppliers: [Supplier] = []

    /// The records that decoded, where they were rendered.
    var rendered = RenderedSuppliers()

    /// The ids of those that were rendered, up to ``DecodingPlan/keptIDLimit``.
    var keptIDs: [Supplier.ID] = []

    /// The offset in its page of each record that decoded, in bytes from 0.
    var byteOffsets: [Int] = []

    /// The ``XXH64`` of each one's id, where they are asked for.
    var idHashes: [UInt64] = []

    /// What was wrong with the records that did not, in the order of their positions.
    var issues: [CatalogIssue] = []
}
