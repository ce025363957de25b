/// Reads a catalog's records from its bytes, in batches, as the bytes arrive.
///
/// One task splits the bytes into pieces of whole records, and starts a decoding task for those of each chunk. Batches
/// are delivered in the catalog's order. Splitting stops while a chunk per processor is undelivered, which bounds the
/// memory: a chunk and its batches take about half a megabyte.
///
/// Records before an error are delivered before it is thrown: ``CatalogSyntaxError``, ``Supplier/BadRecord`` if
/// the plan is strict, or the byte stream's error. Nothing is pulled before the first batch is requested.
struct CatalogReader: AsyncSequence, Sendable {
    typealias Element = DecodedBatch

    fileprivate typealias Decoding = Task<[DecodedBatch], Never>

    let chunks: ByteChunks
    var plan = DecodingPlan()
    private let readEnvelope = Lock(CatalogEnvelope())

    /// The members beside the catalog's array, once the last batch was delivered.
    var envelope: CatalogEnvelope { readEnvelope.withLock(\.self) }

    func makeAsyncIterator() -> Iterator {
        let decodings = ProducedStream<Decoding>(capacity: Swift.max(2, ProcessInfo.processInfo.activeProcessorCount)) {
            [self] in try await split(into: $0)
        }
        return Iterator(decodings: decodings, isStrict: plan.isStrict)
    }

    /// Delivers the batches, to one task at a time.
    ///
    /// Dropping the last copy, or cancelling the task that waits for a batch, ends the splitting task.
    struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let decodings: ProducedStream<Decoding>
        fileprivate let isStrict: Bool

        /// The decoded batches that were not delivered, and the number of records before them.
        fileprivate var batches: ArraySlice<DecodedBatch> = []
        fileprivate var recordCount = 0

        /// The error that is thrown after what was delivered.
        fileprivate var error: (any Error)?
        fileprivate var isAtEnd = false

        /// The next batch, or `nil` at the end and after an error.
        mutating func next() async throws -> DecodedBatch? {
            guard !isAtEnd else { return nil }
            // Unless a batch comes: an error is thrown once.
            isAtEnd = true
            while error == nil {
                if batches.isEmpty {
                    guard let decoding = try await decodings.next() else { return nil }
                    batches = await decoding.value[...]
                    try Task.checkCancellation()
                }
                guard var batch = batches.popFirst() else { continue }
                // Records are counted from the page's first one.
                for index in batch.badRecords.indices { batch.badRecords[index].record += recordCount }
                recordCount += batch.recordCount
                error = batch.error
                if isStrict, let badRecord = batch.badRecords.popLast() { error = badRecord }
                if batch.recordCount > 0 {
                    isAtEnd = false
                    return batch
                }
            }
            if let error { throw error }
            return nil
        }
    }

    /// Splits the chunks, and starts decoding what each one completes.
    private func split(into decodings: BoundedChannel<Decoding>) async throws {
        var splitter = CatalogSplitter(shape: plan.shape)
        do {
            for try await chunk in chunks {
                try splitter.split(chunk)
                guard await decode(splitter.takePieces(), into: decodings) else { return }
            }
            try splitter.finish()
            let envelope = splitter.envelope
            readEnvelope.withLock { $0 = envelope }
        } catch {
            _ = await decode(splitter.takePieces(), into: decodings)
            throw error
        }
        _ = await decode(splitter.takePieces(), into: decodings)
    }

    /// Starts decoding pieces.
    ///
    /// - Returns: whether anyone will read the batches.
    private func decode(_ pieces: [RecordPiece], into decodings: BoundedChannel<Decoding>) async -> Bool {
        guard !pieces.isEmpty else { return true }
        return await decodings.send(Task { [plan] in DecodedBatch.batches(of: pieces, as: plan) })
    }
}
