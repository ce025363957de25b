/// Bounds how far a pipeline is ahead of its reader, and hands the outcomes over.
///
/// An avatar holds a slot from before it is looked up until its outcome is taken. Further suppliers of a URL in flight
/// hold none; their number has a bound of its own, so that memory does not grow with the suppliers. The number of
/// transfers at once is another one: ``DataLoader/Configuration/concurrency``.
final class AvatarWindow: Sendable {
    private struct State {
        var freeSlotCount: Int

        /// The number of suppliers that were given a slot and whose outcomes have not been taken.
        var supplierCount = 0

        /// The outcomes that have not been taken. They are of suppliers that were given a slot, so their number is
        /// bounded.
        var outcomes = Queue<AvatarOutcome>()

        /// The number of slots that these hold.
        var heldSlotCount = 0
        var isCancelled = false
    }

    private let supplierLimit: Int

    /// The number of free slots at which a waiting pipeline goes on: a batch costs less than as many single avatars.
    private let wakingCount: Int
    private let state: Lock<State>

    /// Has an element if outcomes were delivered that the reader may not have seen.
    private let delivered = BoundedChannel<Void>(capacity: 1)

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
        delivered.whenCancelled { [freed] in freed.cancel() }
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
            if count > 0, !isCancelled { return count }
            _ = try await freed.next()
        }
    }

    /// Hands outcomes over.
    ///
    /// - Parameters:
    ///   - outcomes: are taken out.
    ///   - slotCount: the number of slots that they hold. Of outcomes that have not been taken each holds one, as far
    ///     as there are any.
    func deliver(_ outcomes: inout Queue<AvatarOutcome>, freeing slotCount: Int) {
        guard !outcomes.isEmpty else { return free(slotCount: slotCount) }
        let isFirst = state.withLock { state in
            guard !state.isCancelled else { return false }
            let isFirst = state.outcomes.isEmpty
            // They are large: none is copied.
            if isFirst { swap(&state.outcomes, &outcomes) }
            while let outcome = outcomes.popFirst() { state.outcomes.append(outcome) }
            state.heldSlotCount += slotCount
            return isFirst
        }
        if isFirst { delivered.sendNow(()) }
    }

    /// The next outcomes, at least one; `nil` after the last one, or once the window or the calling task is cancelled.
    ///
    /// Only one call may wait at a time.
    func next(upTo limit: Int) async -> [AvatarOutcome]? {
        if Task.isCancelled { cancel() }
        do {
            while true {
                if let outcomes = take(limit) { return outcomes }
                guard try await delivered.next() != nil else { return take(limit) }
            }
        } catch {
            cancel()
            return nil
        }
    }

    /// Takes outcomes, at least one; `nil` if there is none.
    private func take(_ limit: Int) -> [AvatarOutcome]? {
        let (outcomes, slotCount) = state.withLock { state in
            var outcomes: [AvatarOutcome] = []
            outcomes.reserveCapacity(min(limit, state.outcomes.count))
            while outcomes.count < limit, let next = state.outcomes.popFirst() { outcomes.append(next) }
            let slotCount = max(0, state.heldSlotCount - state.outcomes.count)
            state.heldSlotCount -= slotCount
            return (outcomes, slotCount)
        }
        guard !outcomes.isEmpty else { return nil }
        free(slotCount: slotCount, supplierCount: outcomes.count)
        return outcomes
    }

    /// Ends the stream after the outcomes that were delivered.
    func finish() { delivered.finish() }

    /// The window was cancelled.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Drops what was not taken and ends both sides.
    func cancel() {
        state.withLock { ($0.outcomes, $0.isCancelled) = (Queue(), true) }
        delivered.cancel()
        freed.cancel()
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
