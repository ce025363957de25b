public import FoundationEssentials

/// Some suppliers of a catalog, in the catalog's order, and what was wrong with the records that are none.
public struct SupplierBatch: Sendable {
    /// The suppliers; none where they were rendered.
    public var suppliers: [Supplier]

    /// The suppliers where they were rendered.
    public var rendered = RenderedSuppliers()

    /// The records that did not decode.
    public var issues: [CatalogIssue]

    /// Where these records were read from.
    public let source: CatalogSource

    /// Why the catalog could not be kept as a snapshot; only ever in the last batch.
    public var snapshotError: CacheError?

    /// Creates a batch.
    public init(
        suppliers: [Supplier], issues: [CatalogIssue], source: CatalogSource, snapshotError: CacheError? = nil
    ) {
        self.suppliers = suppliers
        self.issues = issues
        self.source = source
        self.snapshotError = snapshotError
    }
}

extension SupplierBatch {
    /// What the reader made of some records.
    init(_ batch: CatalogBatch, from source: CatalogSource) {
        self.init(suppliers: batch.suppliers, issues: batch.issues, source: source)
        rendered = batch.rendered
    }
}

/// Where a catalog's records were read from.
public enum CatalogSource: Sendable, Hashable {
    /// The catalog's own location.
    case location

    /// The last good body, kept in the cache since then; `reason` is why the location did not serve, `nil` where it was
    /// not to be asked.
    case snapshot(storedAt: Date, reason: CatalogError?)
}
