/// Bounds how far a pipeline is ahead of its reader, and hands the outcomes over.
///
/// An avatar holds a slot from before it is looked up until its outcome is taken. Further suppliers of a URL in flight
/// hold none; their number has a bound of its own, so that memory does not grow with the suppliers.
final class AvatarWindow: Sendable {
    /// Outcomes that were delivered together.
    private struct Batch {
        let outcomes: [AvatarOutcome]

        /// How many of them have been taken.
        var takenCount = 0

        /// How many slots are still to be freed. Each of the last outcomes frees one.
        var slotCount: Int

        /// Takes outcomes, and the slots that are free then.
        mutating func take(upTo limit: Int) -> (outcomes: [AvatarOutcome], slotCount: Int) {
            let end = takenCount + min(limit, outcomes.count - takenCount)
            let taken = takenCount == 0 && end == outcomes.count ? outcomes : Array(outcomes[takenCount..<end])
            takenCount = end
            let freedCount = max(0, slotCount - (outcomes.count - end))
            slotCount -= freedCount
            return (taken, freedCount)
        }
    }

    private struct State {
        var freeSlotCount: Int

        /// How many suppliers were given a slot whose outcomes have not been taken.
        var supplierCount = 0
        var ready = Queue<Batch>()

        /// The batch that is being taken.
        var current: Batch?
        var isFinished = false
        var isCancelled = false

        /// The pipeline, waiting for a slot, and the reader, waiting for an outcome.
        var pipeline: CheckedContinuation<Void, Never>?
        var reader: CheckedContinuation<Void, Never>?
    }

    private let supplierLimit: Int
    private let state: Lock<State>

    /// Creates a window.
    ///
    /// - Parameter size: the number of slots, at least 1.
    init(size: Int) {
        precondition(size > 0, "a window has at least one slot")
        supplierLimit = 16 * size
        state = Lock(State(freeSlotCount: size))
    }

    /// Takes slots, a supplier each, once any is free. Only the pipeline calls this.
    ///
    /// - Returns: how many, from 1 to `limit`.
    /// - Throws: `CancellationError` after ``cancel()``.
    func takeSlots(upTo limit: Int) async throws -> Int {
        while true {
            let count = try state.withLock { state in
                guard !state.isCancelled else { throw CancellationError() }
                let count = min(limit, state.freeSlotCount, supplierLimit - state.supplierCount)
                state.freeSlotCount -= count
                state.supplierCount += count
                return count
            }
            if count > 0 { return count }
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard !canContinue(state) else { return true }
                    state.pipeline = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        }
    }

    /// Frees the slot of an avatar that has no outcome left: it joined a download, or was delivered early.
    func freeSlot() {
        state.withLock { state in
            state.freeSlotCount += 1
            return pipelineToResume(&state)
        }?.resume()
    }

    /// Hands outcomes over, each with a slot of its own.
    func deliver(_ outcomes: [AvatarOutcome]) {
        append(Batch(outcomes: outcomes, slotCount: outcomes.count))
    }

    /// Hands over outcomes of one URL's suppliers.
    ///
    /// - Parameter isLast: whether the URL's slot is freed with them.
    func deliver(sharing outcomes: [AvatarOutcome], isLast: Bool = true) {
        if outcomes.isEmpty, isLast { return freeSlot() }
        append(Batch(outcomes: outcomes, slotCount: isLast ? 1 : 0))
    }

    private func append(_ batch: Batch) {
        state.withLock { state in
            guard !state.isCancelled, !batch.outcomes.isEmpty else { return nil as CheckedContinuation<Void, Never>? }
            state.ready.append(batch)
            return state.reader.take()
        }?.resume()
    }

    /// The next outcomes, at least one; `nil` after the last one, or once the window or the calling task is cancelled.
    func next(upTo limit: Int) async -> [AvatarOutcome]? {
        if Task.isCancelled { cancel() }
        return await withTaskCancellationHandler {
            while true {
                let (outcomes, isOver, pipeline) = state.withLock { state in
                    let outcomes = Self.takeReady(upTo: limit, from: &state)
                    return (outcomes, state.isFinished || state.isCancelled, pipelineToResume(&state))
                }
                pipeline?.resume()
                if !outcomes.isEmpty { return outcomes }
                if isOver { return nil }
                await waitForOutcomes()
            }
        } onCancel: {
            cancel()
        }
    }

    /// Ends the stream after the outcomes that were delivered.
    func finish() {
        state.withLock { state in
            state.isFinished = true
            return state.reader.take()
        }?.resume()
    }

    /// Drops what was not taken and ends both sides.
    func cancel() {
        let (pipeline, reader) = state.withLock { state in
            state.isCancelled = true
            (state.ready, state.current) = (Queue(), nil)
            return (state.pipeline.take(), state.reader.take())
        }
        pipeline?.resume()
        reader?.resume()
    }

    private func waitForOutcomes() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.ready.count == 0, state.current == nil, !state.isFinished, !state.isCancelled else {
                    return true
                }
                state.reader = continuation
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    private static func takeReady(upTo limit: Int, from state: inout State) -> [AvatarOutcome] {
        guard var batch = state.current.take() ?? state.ready.popFirst() else { return [] }
        let (outcomes, slotCount) = batch.take(upTo: limit)
        if batch.takenCount < batch.outcomes.count { state.current = batch }
        state.supplierCount -= outcomes.count
        state.freeSlotCount += slotCount
        return outcomes
    }

    private func canContinue(_ state: State) -> Bool {
        state.isCancelled || state.freeSlotCount > 0 && state.supplierCount < supplierLimit
    }

    /// The pipeline, where it waits and can continue.
    private func pipelineToResume(_ state: inout State) -> CheckedContinuation<Void, Never>? {
        canContinue(state) ? state.pipeline.take() : nil
    }
}
