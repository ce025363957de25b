extension SupplierBatch {
    /// The source that a catalog's records were read from.
    public enum Source: Sendable, Hashable {
        /// The catalog's own location.
        case location

        /// The last valid body, in the cache since `storedAt`; `reason` is the location's error, or `nil` if it was not
        /// used.
        case snapshot(storedAt: Date, reason: CatalogError?)
    }
}

extension SupplierBatch {
    /// The source that these records were read from.
    public internal(set) var source: SupplierBatch.Source {
        get { storedAt.map { .snapshot(storedAt: $0, reason: locationError as? CatalogError) } ?? .location }
        set {
            (storedAt, locationError) =
                switch newValue {
                case .location: (nil, nil)
                case .snapshot(let storedAt, let reason): (storedAt, reason)
                }
        }
    }

    /// Creates a batch.
    public init(
        suppliers: [Supplier], badRecords: [SupplierBatch.BadRecord], source: SupplierBatch.Source,
        snapshotError: (any Error)? = nil
    ) {
        self.init()
        self.suppliers = suppliers
        self.badRecords = badRecords
        self.snapshotError = snapshotError
        self.source = source
    }
}
