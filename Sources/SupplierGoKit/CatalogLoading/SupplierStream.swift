/// Suppliers in batches, as the catalog arrives.
///
/// Loading begins when the first batch is asked for, and ends when the stream is dropped.
public struct SupplierStream: AsyncSequence, AsyncIteratorProtocol, Sendable {
    /// Several suppliers.
    public typealias Element = SupplierBatch

    /// At most one of them is ahead of the reader, as `SupplierLoader.suppliers` says.
    let batches: ProducedStream<SupplierBatch>

    /// The stream is its own iterator: a second one continues after the first.
    public func makeAsyncIterator() -> SupplierStream { self }

    /// The next batch, or `nil` at the end.
    public mutating func next() async throws -> SupplierBatch? { try await batches.next() }

    /// Reads the catalog to its end in the background, so that an index answers later lookups. The claim lets one
    /// loader at a time do this. Other readings may still ask the server.
    func readOn(claiming key: CacheKey, in cache: any DataCaching) {
        Task {
            do {
                guard let claim = try await cache.claim(key) else { return }
                defer { claim.release() }
                for try await _ in self {}
            } catch {
                // The next lookup reads the catalog, and throws its error.
            }
        }
    }
}
