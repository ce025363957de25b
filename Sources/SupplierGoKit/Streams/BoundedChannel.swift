/// Hands elements from any number of producers to one consumer, and holds the producers back while `capacity` elements
/// are undelivered.
///
/// What was sent before ``finish()`` or ``fail(_:)`` is delivered first, in order. What the consumer does to the channel
/// is final: once it is gone, nothing is delivered any more and every ``send(_:)`` returns `false`.
final class BoundedChannel<Element: Sendable>: Sendable {
    private typealias State = ChannelState<
        Element, CheckedContinuation<Bool, Never>, CheckedContinuation<Element?, any Error>
    >

    private let state: Lock<State>

    /// Creates a channel that keeps up to `capacity` elements, at least one, ahead of its consumer.
    init(capacity: Int) {
        state = Lock(State(capacity: capacity))
    }

    /// Sends an element, waiting while the channel is full.
    ///
    /// - Returns: whether it will be delivered: `false` where the channel has ended, the consumer is gone, or the
    ///   sending task was cancelled while it waited.
    nonisolated(nonsending) func send(_ element: Element) async -> Bool {
        let (effects, answer) = state.withLock { $0.offer(element) }
        carryOut(effects)
        switch answer {
        case .accepted: return true
        case .refused: return false
        case .full(let ticket): return await wait(with: element, ticket: ticket)
        }
    }

    /// Ends the channel behind what was sent.
    func finish() {
        perform { $0.end(nil) }
    }

    /// Ends the channel with an error behind what was sent.
    func fail(_ error: any Error) {
        perform { $0.end(error) }
    }

    /// The next element, or `nil` behind the last one, at every call.
    ///
    /// Only one call may wait at a time. Cancelling the task that waits is ``cancel()``.
    ///
    /// - Throws: the error that the channel was ended with, at every call behind the last element;
    ///   `CancellationError` once the channel or the calling task is cancelled, so that a stream that was left is never
    ///   taken for one that ended.
    nonisolated(nonsending) func next() async throws -> Element? {
        if Task.isCancelled { cancel() }
        // The sender had the lock before it resumed the continuation; the thread sanitizer does not see the latter where it
        // comes before this task waits.
        defer { state.withLock { _ in } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                perform { $0.receive(continuation) }
                // A cancellation between the check above and the line above has found nobody waiting.
                if Task.isCancelled { cancel() }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Says that the consumer is gone: undelivered elements are dropped, waiting producers return `false`.
    func cancel() {
        perform { $0.cancel() }
    }

    /// Calls a function once, as soon as the consumer is gone; at once where it is, never where the channel ends before.
    ///
    /// A producer that waits for something other than ``send(_:)`` is ended by it.
    func whenCancelled(_ handler: @escaping @Sendable () -> Void) {
        perform { $0.notify(handler) }
    }

    private func wait(with element: Element, ticket: Int) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                perform { $0.wait(with: element, ticket: ticket, sender: continuation) }
                // A cancellation before the line above has found nobody waiting.
                if Task.isCancelled { withdraw(ticket) }
            }
        } onCancel: {
            withdraw(ticket)
        }
    }

    private func withdraw(_ ticket: Int) {
        perform { $0.withdraw(ticket) }
    }

    /// Moves the state, then resumes whom that concerns.
    private func perform(_ event: (inout State) -> State.Effects) {
        carryOut(state.withLock { event(&$0) })
    }

    /// Resumes outside the lock: what is resumed may come straight back.
    private func carryOut(_ effects: State.Effects) {
        if let delivery = effects.delivery { delivery.receiver.resume(with: delivery.result) }
        for answered in effects.answers { answered.sender.resume(returning: answered.isAccepted) }
        effects.handler?()
    }
}
