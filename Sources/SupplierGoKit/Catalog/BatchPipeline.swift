/// Scans a catalog in one task and decodes it in up to two others, in order and only so far ahead of its reader.
///
/// What is scanned waits until a decoding task is free, and the longer it waits, the more goes into one batch: so small
/// chunks cost no task each under load, and an idle input's records are delivered at once. Neither scanning nor decoding
/// runs on the actor itself, which only hands their results on.
actor BatchPipeline {
    /// How many tasks decode at once.
    private static let decodersLimit = 2

    /// How many batches may be decoded or under way before the reader takes one.
    private static let batchesLimit = 3

    /// Scanning rests while this many bytes wait to be decoded.
    private static let waitingBytesLimit = 1 << 19

    /// A batch has this many records at most.
    private static let recordsLimit = RecordScanner.portionRecordLimit

    private let chunks: ByteChunks
    private let plan: DecodingPlan

    /// Scanned records that no task decodes yet, and about how many bytes they are.
    private var portions: [RecordPortion] = []
    private var waitingBytes = 0

    /// Batches that are decoded or under way, in the catalog's order.
    private var batches: [Task<CatalogBatch, Never>] = []
    private var decoders = 0

    private var scanning: Task<Void, Never>?
    private var isScanned = false
    private var isCancelled = false

    /// What ended the catalog before its time, until the reader has been told.
    private var failure: (any Error)?

    /// The scanning task, where it waits for room.
    private var producer: CheckedContinuation<Void, Never>?

    /// The reader, where it waits for a batch.
    private var consumer: CheckedContinuation<Void, Never>?

    init(chunks: ByteChunks, plan: DecodingPlan) {
        self.chunks = chunks
        self.plan = plan
    }

    /// The next batch, or `nil` at the end.
    func next() async throws -> CatalogBatch? {
        try Task.checkCancellation()
        return try await withTaskCancellationHandler {
            while await hasBatch() {
                let decoding = batches.removeFirst()
                decodeWaiting()
                let batch = endIfStrict(await decoding.value)
                try Task.checkCancellation()
                if !batch.byteOffsets.isEmpty || !batch.issues.isEmpty { return batch }
            }
            try Task.checkCancellation()
            if let failure = failure.take() { throw failure }
            return nil
        } onCancel: {
            Task { await cancel() }
        }
    }

    /// Ends what is under way; nothing is delivered from then on.
    func cancel() {
        isCancelled = true
        isScanned = true
        batches = []
        portions = []
        scanning?.cancel()
        producer.take()?.resume()
        consumer.take()?.resume()
    }

    // MARK: The reader's side

    /// Whether there is a batch, once there is one, or once there will be none.
    private func hasBatch() async -> Bool {
        if scanning == nil && !isScanned { scanning = Task { await scan() } }
        if batches.isEmpty && !(isScanned && portions.isEmpty) {
            precondition(consumer == nil, "a catalog has one reader at a time")
            await withCheckedContinuation { consumer = $0 }
        }
        return !batches.isEmpty
    }

    /// In a strict catalog, makes a batch's bad record the failure that follows what was good before it.
    private func endIfStrict(_ batch: CatalogBatch) -> CatalogBatch {
        guard plan.isStrict, let issue = batch.issues.first else { return batch }
        cancel()
        failure = CatalogFault.badRecord(issue)
        var good = batch
        good.issues = []
        return good
    }

    // MARK: The scanning task's side

    private nonisolated func scan() async {
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
        await end(failure)
    }

    /// Hands scanned records over, then waits until there is room for more.
    private func submit(_ scanned: [RecordPortion]) async {
        guard !scanned.isEmpty, !isCancelled else { return }
        portions += scanned
        waitingBytes += scanned.reduce(0) { $0 + $1.byteCount }
        decodeWaiting()
        if !batches.isEmpty { consumer.take()?.resume() }
        guard waitingBytes >= Self.waitingBytesLimit else { return }
        await withCheckedContinuation { producer = $0 }
    }

    private func end(_ failure: (any Error)?) {
        guard !isCancelled else { return }
        isScanned = true
        self.failure = failure
        if portions.isEmpty { consumer.take()?.resume() }
    }

    // MARK: The decoding tasks' side

    /// Starts decoding what waits, where a task is free for it and the reader is not too far behind.
    private func decodeWaiting() {
        guard !portions.isEmpty, decoders < Self.decodersLimit, batches.count < Self.batchesLimit else { return }
        let portions = takePortions()
        decoders += 1
        batches.append(
            Task {
                let batch = await decode(portions)
                decoderEnded()
                return batch
            })
    }

    /// Takes what one batch may have of the waiting records.
    private func takePortions() -> [RecordPortion] {
        var count = 0
        var records = 0
        while count < portions.count, count == 0 || records + portions[count].roots.count <= Self.recordsLimit {
            records += portions[count].roots.count
            waitingBytes -= portions[count].byteCount
            count += 1
        }
        defer { portions.removeFirst(count) }
        return Array(portions[..<count])
    }

    private nonisolated func decode(_ portions: [RecordPortion]) async -> CatalogBatch {
        CatalogBatch(decoding: portions, as: plan)
    }

    private func decoderEnded() {
        decoders -= 1
        decodeWaiting()
        if waitingBytes < Self.waitingBytesLimit { producer.take()?.resume() }
        if !batches.isEmpty { consumer.take()?.resume() }
    }
}
