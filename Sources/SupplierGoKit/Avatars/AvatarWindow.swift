/// Bounds how far a pipeline is ahead of its reader, and hands the outcomes over.
///
/// An avatar holds a slot from before it is looked up until its outcome is taken. Further suppliers of a URL in flight
/// hold none; their number has a bound of its own, so that memory does not grow with the suppliers. The number of
/// transfers at once is another one: ``DataLoader/Configuration/concurrency``.
final class AvatarWindow: Sendable {
    /// Outcomes that were delivered together, and the number of slots that are free once all of them are taken.
    private typealias Batch = (outcomes: ArraySlice<AvatarOutcome>, slotCount: Int)

    private struct State {
        var freeSlotCount: Int

        /// The number of suppliers that were given a slot and whose outcomes have not been taken.
        var supplierCount = 0

        /// The batch that is being taken.
        var current: Batch?
    }

    private let supplierLimit: Int

    /// The number of free slots at which a waiting pipeline goes on: a batch costs less than as many single avatars.
    private let wakingCount: Int
    private let state: Lock<State>

    /// The outcomes. They are of suppliers that were given a slot, so their number is bounded.
    private let ready: BoundedChannel<Batch>

    /// Has an element if slots were freed that the pipeline may not have seen.
    private let freed = BoundedChannel<Void>(capacity: 1)

    /// Creates a window.
    ///
    /// - Parameter size: the number of slots, at least 1 (``SupplierLoader/Configuration/avatarsInFlight``, bounded by
    ///   what the data loader can take).
    init(size: Int) {
        precondition(size > 0, "a window has at least one slot")
        supplierLimit = 16 * size
        wakingCount = max(1, size / 8)
        state = Lock(State(freeSlotCount: size))
        ready = BoundedChannel(capacity: .max)
        ready.whenCancelled { [freed] in freed.cancel() }
    }

    /// Takes slots, a supplier each, once any is free. Only the pipeline calls this.
    ///
    /// - Returns: how many, from 1 to `limit`.
    /// - Throws: `CancellationError` after ``cancel()``.
    func takeSlots(upTo limit: Int) async throws -> Int {
        while true {
            let count = state.withLock { state in
                let count = min(limit, state.freeSlotCount, supplierLimit - state.supplierCount)
                state.freeSlotCount -= count
                state.supplierCount += count
                return count
            }
            if count > 0, !ready.isCancelled { return count }
            _ = try await freed.next()
        }
    }

    /// Hands outcomes over.
    ///
    /// - Parameter slotCount: the number of slots that are free once all of them are taken.
    func deliver(_ outcomes: [AvatarOutcome], freeing slotCount: Int) {
        if outcomes.isEmpty {
            free(slotCount: slotCount)
        } else {
            ready.sendNow((outcomes[...], slotCount))
        }
    }

    /// The next outcomes, at least one; `nil` after the last one, or once the window or the calling task is cancelled.
    ///
    /// Only one call may wait at a time.
    func next(upTo limit: Int) async -> [AvatarOutcome]? {
        if Task.isCancelled { cancel() }
        do {
            var next = state.withLock { $0.current.take() }
            if next == nil { next = try await ready.next() }
            guard var batch = next else { return nil }
            let taken = Array(batch.outcomes.prefix(limit))
            batch.outcomes = batch.outcomes.dropFirst(limit)
            let isTaken = batch.outcomes.isEmpty
            if !isTaken { state.withLock { $0.current = batch } }
            free(slotCount: isTaken ? batch.slotCount : 0, supplierCount: taken.count)
            return taken
        } catch {
            return nil
        }
    }

    /// Ends the stream after the outcomes that were delivered.
    func finish() { ready.finish() }

    /// The window was cancelled.
    var isCancelled: Bool { ready.isCancelled }

    /// Drops what was not taken and ends both sides.
    func cancel() {
        ready.cancel()
        freed.cancel()
        state.withLock { $0.current = nil }
    }

    /// Frees slots, such as that of an avatar that joined another one's download.
    ///
    /// - Parameter supplierCount: the number of suppliers whose outcomes were taken.
    func free(slotCount: Int, supplierCount: Int = 0) {
        let canContinue = state.withLock { state in
            state.freeSlotCount += slotCount
            state.supplierCount -= supplierCount
            return state.freeSlotCount >= wakingCount && state.supplierCount < supplierLimit
        }
        if canContinue { freed.sendNow(()) }
    }
}
