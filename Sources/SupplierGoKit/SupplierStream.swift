/// Suppliers in batches, as the catalog arrives.
public struct SupplierStream: AsyncSequence, Sendable {
    /// Some suppliers.
    public typealias Element = SupplierBatch

    private let pull: @Sendable () async throws -> SupplierBatch?

    init(pulling pull: @escaping @Sendable () async throws -> SupplierBatch?) {
        self.pull = pull
    }

    /// Creates the stream's iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(pull: pull) }

    /// Pulls the batches one by one.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let pull: @Sendable () async throws -> SupplierBatch?

        /// The next batch, or `nil` at the end.
        public mutating func next() async throws -> SupplierBatch? { try await pull() }
    }
}
