/// Reads a catalog's records from its bytes, in batches, as the bytes arrive.
///
/// One task scans the bytes and starts a decoding task for what each chunk completes. Batches are delivered in the
/// catalog's order. Scanning stops while a batch per processor is undelivered, which bounds the memory: a batch and the
/// bytes it is made from take about half a megabyte.
///
/// Records before an error are delivered before it is thrown: ``CatalogSyntaxError``, ``SupplierBatch/BadRecord`` if
/// the plan is strict, or the byte stream's error. Nothing is pulled before the first batch is requested.
struct CatalogReader: AsyncSequence, Sendable {
    typealias Element = DecodedBatch

    fileprivate typealias Decoding = Task<DecodedBatch, Never>

    let chunks: ByteChunks
    var plan = DecodingPlan()
    private let scannedEnvelope = Lock(CatalogEnvelope())

    /// The members beside the catalog's array, once the last batch was delivered.
    var envelope: CatalogEnvelope { scannedEnvelope.withLock(\.self) }

    func makeAsyncIterator() -> Iterator {
        let decodings = ProducedStream<Decoding>(capacity: Swift.max(2, ProcessInfo.processInfo.activeProcessorCount)) {
            [self] in try await scan(into: $0)
        }
        return Iterator(decodings: decodings, isStrict: plan.isStrict)
    }

    /// Delivers the batches, to one task at a time.
    ///
    /// Dropping the last copy, or cancelling the task that waits for a batch, ends the scanning task.
    struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let decodings: ProducedStream<Decoding>
        fileprivate let isStrict: Bool
        fileprivate var badRecord: SupplierBatch.BadRecord?
        fileprivate var isAtEnd = false

        /// The next batch, or `nil` at the end and after an error.
        mutating func next() async throws -> DecodedBatch? {
            guard !isAtEnd else { return nil }
            do {
                while badRecord == nil, let decoding = try await decodings.next() {
                    var batch = await decoding.value
                    try Task.checkCancellation()
                    if isStrict { badRecord = batch.badRecords.popLast() }
                    if batch.recordCount > 0 { return batch }
                }
                isAtEnd = true
            } catch {
                isAtEnd = true
                throw error
            }
            if let badRecord { throw badRecord }
            return nil
        }
    }

    /// Scans the chunks, and starts decoding what each one completes.
    private func scan(into decodings: BoundedChannel<Decoding>) async throws {
        var scanner = CatalogScanner(shape: plan.shape)
        do {
            for try await chunk in chunks {
                try scanner.scan(chunk)
                guard await decode(scanner.takeReady(), into: decodings) else { return }
            }
            try scanner.finish()
            let envelope = scanner.envelope
            scannedEnvelope.withLock { $0 = envelope }
        } catch {
            _ = await decode(scanner.takeReady(), into: decodings)
            throw error
        }
        _ = await decode(scanner.takeReady(), into: decodings)
    }

    /// Starts decoding blocks, with a limit on the records of a batch.
    ///
    /// - Returns: whether anyone will read the batches.
    private func decode(_ blocks: [RecordBlock], into decodings: BoundedChannel<Decoding>) async -> Bool {
        var rest = blocks[...]
        while !rest.isEmpty {
            var records = 0
            let batch = rest.prefix { block in
                records += block.roots.count
                return records <= RecordScanner.blockRecordLimit
            }
            rest = rest[batch.endIndex...]
            guard await decodings.send(Task { [plan] in DecodedBatch(decoding: Array(batch), as: plan) }) else {
                return false
            }
        }
        return true
    }
}
