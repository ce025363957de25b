import FoundationEssentials

extension SupplierLoader {
    /// Streams the catalog's suppliers as its bytes arrive; nothing waits for an avatar.
    ///
    /// There is at least one batch, even of an empty catalog. A catalog at a URL is also kept in the cache, as a
    /// snapshot; where its server cannot be reached, answers with an error status, or with what is no catalog, the
    /// snapshot is delivered instead, without the suppliers that were delivered already.
    ///
    /// A catalog whose server links to a next page (RFC 8288) is read through to its last one, as one stream.
    ///
    /// The stream throws ``CatalogError``, after what was good has been delivered; ``CacheError``, where only the
    /// snapshot was to be read and the cache cannot be; or `CancellationError`.
    ///
    /// - Parameter renderer: what renders the suppliers as they are decoded, on several tasks at once: batches then hold
    ///   bytes, in the catalog's order, and no suppliers. Default `nil`.
    public func suppliers(renderedBy renderer: (any SupplierRendering)? = nil) -> SupplierStream {
        let run = CatalogRun(loader: self, renderer: renderer)
        return SupplierStream { try await run.next() }
    }
}
