/// Scans a catalog in one task and decodes it in up to two others, in order and only so far ahead of its reader.
///
/// What is scanned waits until a decoding task is free, and the longer it waits, the more goes into one batch: so small
/// chunks cost no task each under load, and an idle input's records are delivered at once.
final class BatchPipeline: Sendable {
    /// How many tasks decode at once.
    private static let decodersLimit = 2

    /// How many batches may be decoded or under way before the reader takes one.
    private static let batchesLimit = 3

    /// Scanning rests while this many bytes wait to be decoded.
    private static let waitingBytesLimit = 1 << 19

    /// A batch has this many records at most.
    private static let recordsLimit = RecordScanner.portionRecordLimit

    private struct State {
        /// Scanned records that no task decodes yet, and about how many bytes they are.
        var portions: [RecordPortion] = []
        var waitingBytes = 0

        /// Batches that are decoded or under way, in the catalog's order.
        var batches: [Task<CatalogBatch, Never>] = []
        var decoders = 0

        var scanning: Task<Void, Never>?
        var isScanned = false
        var failure: (any Error)?
        var isCancelled = false

        /// The scanning task, where it waits for room.
        var producer: CheckedContinuation<Void, Never>?

        /// The reader, where it waits for a batch.
        var consumer: CheckedContinuation<Void, Never>?

        /// Takes what one batch may have of the waiting records.
        mutating func takePortions() -> [RecordPortion] {
            var count = 0
            var records = 0
            while count < portions.count, count == 0 || records + portions[count].roots.count <= recordsLimit {
                records += portions[count].roots.count
                waitingBytes -= portions[count].byteCount
                count += 1
            }
            defer { portions.removeFirst(count) }
            return Array(portions[..<count])
        }
    }

    private let chunks: ByteChunks
    private let isStrict: Bool
    private let state = Lock(State())

    init(chunks: ByteChunks, isStrict: Bool) {
        self.chunks = chunks
        self.isStrict = isStrict
    }

    /// The next batch, or `nil` at the end.
    func next() async throws -> CatalogBatch? {
        try Task.checkCancellation()
        return try await withTaskCancellationHandler {
            while true {
                await batchOrEnd()
                try Task.checkCancellation()
                guard let decoding = takeBatch() else { break }
                let batch = endIfStrict(await decoding.value)
                if !batch.suppliers.isEmpty || !batch.issues.isEmpty { return batch }
            }
            if let failure = state.withLock({ $0.failure.take() }) { throw failure }
            return nil
        } onCancel: {
            cancel()
        }
    }

    /// Ends what is under way; nothing is delivered from then on.
    func cancel() {
        let (scanning, waiting) = state.withLock { state in
            state.isCancelled = true
            state.isScanned = true
            state.batches = []
            state.portions = []
            defer { (state.producer, state.consumer) = (nil, nil) }
            return (state.scanning, [state.producer, state.consumer])
        }
        scanning?.cancel()
        for continuation in waiting { continuation?.resume() }
    }

    // MARK: The reader's side

    /// Waits until there is a batch, or until there will be none.
    private func batchOrEnd() async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.scanning == nil && !state.isScanned { state.scanning = Task { await scan() } }
                if !state.batches.isEmpty || state.isScanned && state.portions.isEmpty { return true }
                precondition(state.consumer == nil, "a catalog has one reader at a time")
                state.consumer = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    private func takeBatch() -> Task<CatalogBatch, Never>? {
        state.withLock { state in
            guard !state.batches.isEmpty else { return nil }
            let batch = state.batches.removeFirst()
            decodeWaiting(&state)
            return batch
        }
    }

    /// In a strict catalog, makes a batch's bad record the failure that follows what was good before it.
    private func endIfStrict(_ batch: CatalogBatch) -> CatalogBatch {
        guard isStrict, let issue = batch.issues.first else { return batch }
        cancel()
        state.withLock { $0.failure = CatalogFault.badRecord(issue) }
        return CatalogBatch(suppliers: batch.suppliers, byteOffsets: batch.byteOffsets)
    }

    // MARK: The scanning task's side

    private func scan() async {
        var scanner = RecordScanner()
        var failure: (any Error)?
        do {
            for try await chunk in chunks {
                try scanner.scan(chunk)
                await submit(scanner.takeReady())
                try Task.checkCancellation()
            }
            try scanner.finish()
        } catch {
            failure = error
        }
        await submit(scanner.takeReady())
        end(failure)
    }

    /// Hands scanned records over, then waits until there is room for more.
    private func submit(_ portions: [RecordPortion]) async {
        guard !portions.isEmpty else { return }
        await withCheckedContinuation { continuation in
            let (hasRoom, consumer) = state.withLock { state in
                guard !state.isCancelled else { return (true, CheckedContinuation<Void, Never>?.none) }
                state.portions += portions
                state.waitingBytes += portions.reduce(0) { $0 + $1.byteCount }
                decodeWaiting(&state)
                let hasRoom = state.waitingBytes < Self.waitingBytesLimit
                if !hasRoom { state.producer = continuation }
                return (hasRoom, state.batches.isEmpty ? nil : state.consumer.take())
            }
            consumer?.resume()
            if hasRoom { continuation.resume() }
        }
    }

    private func end(_ failure: (any Error)?) {
        let consumer = state.withLock { state in
            guard !state.isCancelled else { return CheckedContinuation<Void, Never>?.none }
            state.isScanned = true
            state.failure = failure
            return state.portions.isEmpty ? state.consumer.take() : nil
        }
        consumer?.resume()
    }

    // MARK: The decoding tasks' side

    /// Starts decoding what waits, where a task is free for it and the reader is not too far behind.
    private func decodeWaiting(_ state: inout State) {
        guard !state.portions.isEmpty, state.decoders < Self.decodersLimit, state.batches.count < Self.batchesLimit
        else { return }
        let portions = state.takePortions()
        state.decoders += 1
        state.batches.append(
            Task {
                let batch = CatalogBatch(decoding: portions, isStrict: isStrict)
                decoderEnded()
                return batch
            })
    }

    private func decoderEnded() {
        let (producer, consumer) = state.withLock { state in
            state.decoders -= 1
            decodeWaiting(&state)
            return (
                state.waitingBytes < Self.waitingBytesLimit ? state.producer.take() : nil,
                state.batches.isEmpty ? nil : state.consumer.take()
            )
        }
        producer?.resume()
        consumer?.resume()
    }
}
