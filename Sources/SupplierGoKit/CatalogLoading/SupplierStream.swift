extension SupplierLoader {
    /// Streams the catalog's suppliers in batches as its bytes arrive.
    ///
    /// ``SupplierLoader/edits`` are applied; suppliers that they add come last. There is at least one batch, even of an empty
    /// catalog. A catalog whose server names a next page, in a `Link` header field (RFC 8288) or beside the array, is read to its
    /// last page, as one stream; ``SupplierBatch/omissions`` of the last batch say if it is known to be incomplete.
    ///
    /// A catalog at a URL is also kept in the cache, as a snapshot. If its server cannot be reached, answers with an
    /// error status, sends something that is not a catalog, or has no suppliers any more, the snapshot is delivered instead, without the suppliers
    /// that were delivered already; at least one batch then names it as its ``SupplierBatch/source``.
    ///
    /// The stream throws ``CatalogError``, after the valid suppliers have been delivered, or `CancellationError`.
    public func suppliers() -> SupplierStream {
        suppliers(renderedBy: { nil })
    }

    /// Streams the catalog's suppliers, rendered on the tasks that decode them: batches then hold bytes, in the catalog's
    /// order, and no suppliers.
    ///
    /// - Parameters:
    ///   - renderer: returns the renderer of each batch.
    ///   - id: if an index knows suppliers with this id, they are all that is delivered. Default `nil`.
    ///   - startsOver: whether a snapshot that takes over is delivered from its beginning, for a caller that has not shown
    ///     anything (``SupplierBatch/startsOver``). Default `false`: without the suppliers that were delivered.
    ///   - keepsOtherFields: whether suppliers have their ``Supplier/otherFields``. Default `true`.
    package func suppliers(
        renderedBy renderer: @escaping BatchRenderer, preferring id: Supplier.ID? = nil, startsOver: Bool = false,
        keepsOtherFields: Bool = true
    ) -> SupplierStream {
        let isForbidden = Lock(false)
        return SupplierStream(
            batches: ProducedStream(capacity: 1) { channel in
                let delivery = CatalogDelivery(
                    to: channel, of: self, renderedBy: renderer, startsOver: startsOver,
                    keepsOtherFields: keepsOtherFields)
                var load = CatalogLoad(loader: self, delivery: delivery, id: id, isForbidden: isForbidden)
                try await load.run()
            }, isForbidden: isForbidden)
    }

    /// The first supplier with an id; `nil` if there is none.
    ///
    /// An index beside the catalog's snapshot answers in time that does not grow with the catalog: offline, while the
    /// snapshot is fresh, and after the server said that it has not changed. So does the index of a file that was read
    /// before and has not changed. Otherwise the catalog is read up to the supplier; with a cache it is then read on to
    /// its end in the background, so that an index answers later lookups, unless its server forbids storing it.
    ///
    /// - Throws: what ``suppliers()`` throws.
    public func supplier(withID id: Supplier.ID) async throws -> Supplier? {
        let suppliers = suppliers(renderedBy: { nil }, preferring: id)
        for try await batch in suppliers {
            guard let supplier = batch.suppliers.first(where: { $0.id == id }) else { continue }
            readOn(suppliers)
            return supplier
        }
        return nil
    }

    /// Reads a catalog to its end in the background, unless its server forbids keeping it. The claim on its index lets
    /// one loader at a time do this. Other readings may still ask the server.
    private func readOn(_ suppliers: SupplierStream) {
        guard let cache, location != .standardInput, !suppliers.isForbidden.withLock({ $0 }) else { return }
        Task {
            do {
                guard let claim = try await cache.claim(CacheKey(indexOf: location)) else { return }
                defer { claim.release() }
                for try await _ in suppliers {}
            } catch {
                // The next lookup reads the catalog, and throws its error.
            }
        }
    }
}

/// Suppliers in batches, as the catalog arrives.
///
/// Loading begins when the first batch is asked for, and ends when the stream is dropped.
public struct SupplierStream: AsyncSequence, Sendable {
    /// Several suppliers.
    public typealias Element = SupplierBatch

    let batches: ProducedStream<SupplierBatch>

    /// A server has forbidden to store what was read until now.
    let isForbidden: Lock<Bool>

    /// Creates the stream's iterator; a second one continues after the first.
    public func makeAsyncIterator() -> Iterator { Iterator(batches: batches) }

    /// Pulls the batches one by one.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let batches: ProducedStream<SupplierBatch>

        /// The next batch, or `nil` at the end.
        public mutating func next() async throws -> SupplierBatch? { try await batches.next() }
    }
}
