/// Passes elements to one consumer, and makes the producer wait while `capacity` elements are undelivered. Any number
/// of producers may send by ``sendNow(_:)``, and one at a time by ``send(_:)``.
///
/// Elements sent before ``finish(_:)`` are delivered first, in order. Once the consumer has cancelled, nothing
/// is delivered and every ``send(_:)`` returns `false`.
final class BoundedChannel<Element: Sendable>: Sendable {
    private enum Phase {
        case open
        case ended((any Error)?)
        case cancelled
    }

    /// The continuations that a change of state resumes. They are called after the lock is released: resuming a
    /// continuation takes a lock of its task, which a cancelled task holds while it calls ``cancel()``.
    private typealias Resumptions = [@Sendable () -> Void]

    private struct State {
        var phase = Phase.open
        var elements = Queue<Element>()
        var sender: (element: Element, continuation: CheckedContinuation<Bool, Never>)?
        var receiver: CheckedContinuation<Element?, any Error>?
        var cancellationHandlers: [@Sendable () -> Void] = []
    }

    private let capacity: Int
    private let state = Lock(State())

    /// Creates a channel that holds up to `capacity` undelivered elements, at least one.
    init(capacity: Int) {
        precondition(capacity > 0, "a channel holds at least one element")
        self.capacity = capacity
    }

    /// Sends an element, waiting while the channel is full. Only one call may wait at a time.
    ///
    /// - Returns: whether it will be delivered: `false` if the channel has ended, the consumer has cancelled, or the
    ///   sending task was cancelled while it waited.
    func send(_ element: Element) async -> Bool {
        if let isAccepted = update({ offer(element, &$0, &$1) }) { return isAccepted }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                update { state, resumptions in
                    precondition(state.sender == nil, "a channel has one producer that waits")
                    // There may be room again, and a cancellation before this line has found no sender to withdraw.
                    if let isAccepted = offer(element, &state, &resumptions) {
                        resumptions.append { continuation.resume(returning: isAccepted) }
                    } else if Task.isCancelled {
                        resumptions.append { continuation.resume(returning: false) }
                    } else {
                        state.sender = (element, continuation)
                    }
                }
            }
        } onCancel: {
            update { withdraw(&$0, &$1) }
        }
    }

    /// Sends an element without waiting.
    ///
    /// - Returns: whether it will be delivered: `false` also if the channel is full.
    @discardableResult
    func sendNow(_ element: Element) -> Bool { update { offer(element, &$0, &$1) } ?? false }

    /// Ends the channel, perhaps with an error, after the elements that were sent.
    func finish(_ error: (any Error)? = nil) {
        update { state, resumptions in
            guard case .open = state.phase else { return }
            state.phase = .ended(error)
            state.cancellationHandlers = []
            if let receiver = state.receiver.take() {
                resumptions.append { receiver.resume(with: error.map { .failure($0) } ?? .success(nil)) }
            }
        }
    }

    /// The next element; `nil` after the last one, at every call.
    ///
    /// Only one call may wait at a time. Cancelling the waiting task cancels the channel.
    ///
    /// - Throws: the error that the channel ended with, at every call after the last element; `CancellationError` once
    ///   the channel or the calling task is cancelled, so that an abandoned stream is never taken for a complete one.
    func next() async throws -> Element? {
        if Task.isCancelled { cancel() }
        if let next = update({ dequeue(&$0, &$1) }) { return try next.get() }
        // The sender held the lock before it resumed the continuation.
        defer { state.order() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                update { state, resumptions in
                    precondition(state.receiver == nil, "a channel has one consumer")
                    if let next = dequeue(&state, &resumptions) {
                        resumptions.append { continuation.resume(with: next) }
                    } else {
                        state.receiver = continuation
                    }
                }
                // A cancellation before the line above has found no receiver.
                if Task.isCancelled { cancel() }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Tells the channel that the consumer is gone: drops undelivered elements; a waiting producer returns `false`.
    func cancel() {
        update { state, resumptions in
            if case .cancelled = state.phase { return }
            state.phase = .cancelled
            state.elements = Queue()
            withdraw(&state, &resumptions)
            if let receiver = state.receiver.take() {
                resumptions.append { receiver.resume(throwing: CancellationError()) }
            }
            resumptions += state.cancellationHandlers
            state.cancellationHandlers = []
        }
    }

    /// Calls a function once when the consumer cancels; at once if it has, never if the channel ends before.
    ///
    /// It ends a producer that waits for something other than ``send(_:)``.
    func whenCancelled(_ handler: @escaping @Sendable () -> Void) {
        update { state, resumptions in
            switch state.phase {
            case .open: state.cancellationHandlers.append(handler)
            case .ended: break
            case .cancelled: resumptions.append(handler)
            }
        }
    }

    /// Changes the state under the lock, then resumes the tasks that can go on.
    private func update<Result>(_ change: (inout State, inout Resumptions) -> Result) -> Result {
        var resumptions: Resumptions = []
        let result = state.withLock { change(&$0, &resumptions) }
        for resume in resumptions { resume() }
        return result
    }

    /// Hands an element to the receiver or keeps it; `nil` if the channel is full.
    private func offer(_ element: Element, _ state: inout State, _ resumptions: inout Resumptions) -> Bool? {
        guard case .open = state.phase else { return false }
        if let receiver = state.receiver.take() {
            resumptions.append { receiver.resume(returning: element) }
        } else if state.elements.count < capacity {
            state.elements.append(element)
        } else {
            return nil
        }
        return true
    }

    /// The next result for the consumer, or `nil` if it has to wait.
    private func dequeue(_ state: inout State, _ resumptions: inout Resumptions) -> Result<Element?, any Error>? {
        if case .cancelled = state.phase { return .failure(CancellationError()) }
        if let element = state.elements.popFirst() {
            // One who waited before the channel ended still delivers.
            if let sender = state.sender.take() {
                state.elements.append(sender.element)
                resumptions.append { sender.continuation.resume(returning: true) }
            }
            return .success(element)
        }
        guard case .ended(let error) = state.phase else { return nil }
        return error.map { .failure($0) } ?? .success(nil)
    }

    private func withdraw(_ state: inout State, _ resumptions: inout Resumptions) {
        guard let continuation = state.sender.take()?.continuation else { return }
        resumptions.append { continuation.resume(returning: false) }
    }
}
