import SupplierGoKit

/// `suppliergo fetch [QUERY]`: brings avatars into the cache.
struct FetchCommand: Sendable {
    let arguments: FetchArguments
    let console: Console

    /// Reads the catalog to its end, then brings the avatars of the suppliers that match.
    func run() async throws -> ExitStatus {
        try await Session.with(arguments.loading, arguments.common, on: console) { session in
            var warnings = CatalogWarnings(console: console)
            var suppliers: [Supplier] = []
            for try await batch in session.loader.suppliers() {
                warnings.take(batch)
                suppliers += batch.suppliers.filter(arguments.query.matches)
            }
            warnings.finish()
            guard !suppliers.isEmpty || arguments.text.isEmpty else {
                console.note("no supplier matches '\(arguments.text)'")
                return .noMatch
            }
            let tally = try await session.bringAvatars(of: suppliers)
            return tally.failedCount > 0 || warnings.skippedCount > 0 ? .partlyDone : .done
        }
    }
}
