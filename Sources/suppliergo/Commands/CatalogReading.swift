import SupplierGoKit

/// Reads a catalog's matching suppliers batch by batch, and says what is wrong with the others.
actor CatalogReading {
    private let query: SupplierQuery
    private var batches: SupplierStream.Iterator
    private var warnings: CatalogWarnings
    private var hasEnded = false

    /// How many suppliers matched until now.
    private(set) var count = 0

    /// What ended the catalog before its time.
    private(set) var failure: (any Error)?

    /// How many records were no suppliers.
    var skippedCount: Int { warnings.skippedCount }

    /// Creates it before the first batch.
    init(_ suppliers: SupplierStream, query: SupplierQuery, console: Console) {
        self.query = query
        batches = suppliers.makeAsyncIterator()
        warnings = CatalogWarnings(console: console)
    }

    /// How many suppliers match, once the catalog is read to its end.
    var total: Int? { hasEnded ? count : nil }

    /// The next matching suppliers; `nil` at the end, of which ``failure`` says whether it was the catalog's.
    func next() async -> [Supplier]? {
        guard !hasEnded else { return nil }
        do {
            var batches = batches
            if let batch = try await batches.next() {
                warnings.take(batch)
                let suppliers = query.isEmpty ? batch.suppliers : batch.suppliers.filter(query.matches)
                count += suppliers.count
                return suppliers
            }
        } catch {
            failure = error
        }
        hasEnded = true
        warnings.finish()
        return nil
    }
}
