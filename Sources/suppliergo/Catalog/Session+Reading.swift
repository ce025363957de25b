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

    /// A reader of the catalog that has read nothing.
    ///
    /// - Parameters:
    ///   - query: what suppliers have to match. Default: all do.
    ///   - renderer: returns the renderer of each batch; by default none is rendered.
    ///   - id: the only supplier that is wanted, if the catalog's index knows it; default `nil`, for all.
    ///   - startsOver: true if suppliers that were read may be dropped when the catalog's server fails.
    ///   - keepsOtherFields: true if suppliers have their records' other members. Default `true`.
    ///   - warnsOfBadRecords: true if it warns of bad records. Default `true`.
    func reader(
        matching query: SupplierQuery = SupplierQuery(""), renderedBy renderer: @escaping BatchRenderer = { nil },
        preferring id: Supplier.ID? = nil, startsOver: Bool = false, keepsOtherFields: Bool = true,
        warnsOfBadRecords: Bool = true
    ) -> CatalogReader {
        CatalogReader(
            loader.suppliers(
                renderedBy: renderer, preferring: id, startsOver: startsOver, keepsOtherFields: keepsOtherFields),
            query: query,
            in: self, cacheWarnings: cacheWarnings, warnsOfBadRecords: warnsOfBadRecords)
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
        into empty: Value, renderedBy renderer: @escaping BatchRenderer = { nil }, preferring id: Supplier.ID? = nil,
        _ consume: (inout Value, SupplierBatch) -> Void = { _, _ in }
    ) async throws -> (Value, CatalogReader) {
        let reader = reader(renderedBy: renderer, preferring: id, startsOver: true)
        let value = try await reader.readAll(into: empty, consume)
        if let failure = await reader.failure { throw failure }
        return (value, reader)
    }
}
