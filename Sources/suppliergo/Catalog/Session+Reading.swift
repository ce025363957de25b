import FoundationEssentials
import SupplierGoKit

extension Session {
    /// The name of waiting for the catalog's first suppliers: `connecting to suppliers.example…`.
    func waiting(in style: TextStyle) -> String {
        guard case .remote(let url) = loader.location, !loader.configuration.isOffline,
            let host = url.host(percentEncoded: false)
        else {
            return "loading" + style.ellipsis
        }
        return "connecting to \(host)" + style.ellipsis
    }

    /// Prints a warning of a reader.
    func warn(of warning: CatalogWarning) {
        switch warning {
        case .startsOver: break
        case .unkept(let error):
            cacheWarnings.say("the catalog is not kept for '\(Options.offline.spelling)'", error)
        case .badRecord(let sentence), .moreBadRecords(let sentence), .omission(let sentence), .doubt(let sentence),
            .snapshot(let sentence):
            console.warn(sentence)
        }
    }

    /// Tests if the last request for a supplier's avatar failed, as far as the cache knows. Blocks.
    var hasFailed: @Sendable (Supplier) -> Bool {
        guard options.usesCache else { return { _ in false } }
        let resolver = EndpointResolver(against: loader.location, trusting: loader.edits)
        return { [cache] in resolver.key(of: $0).map(cache.hasFailure) ?? false }
    }

    /// Reads the whole catalog into a value.
    ///
    /// - Returns: the value, and the reader at its end.
    /// - Throws: the error that ended the catalog before its time; `CancellationError`.
    func readCatalog<Value>(
        into empty: Value, renderedBy renderer: BatchRenderer? = nil, preferring id: Supplier.ID? = nil,
        _ consume: (inout Value, SupplierBatch) -> Void = { _, _ in }
    ) async throws -> (Value, CatalogReader) {
        let reader = CatalogReader(in: self, renderedBy: renderer, preferring: id, startsOver: true)
        let value = try await reader.readAll(into: empty, consume)
        if let failure = await reader.failure { throw failure }
        return (value, reader)
    }
}
