import SupplierGoKit

/// A value that tasks and threads can wait on until it meets a condition, without polling or sleeping.
package final class Watched<Value: Sendable>: Sendable {
    /// Runs under the lock; what it returns runs after the lock is released. A continuation is resumed there: that
    /// takes a lock of its task, which a cancelled task holds while it calls ``forget(_:)``.
    package typealias Wake = @Sendable (_ isMet: Bool) -> (() -> Void)?

    private struct Waiter {
        let id: Int
        let isMet: @Sendable (Value) -> Bool
        let wake: Wake
    }

    private struct State {
        var value: Value
        var waiters: [Waiter] = []
        var nextID = 0
    }

    private let state: Lock<State>

    /// Creates a watched value.
    package init(_ value: Value) {
        state = Lock(State(value: value))
    }

    /// The current value.
    package var value: Value { state.withLock { $0.value } }

    /// Changes the value, and wakes those whose condition it now meets.
    @discardableResult
    package func update<Result: Sendable>(_ change: (inout Value) -> Result) -> Result {
        let (result, resumptions) = state.withLock { state in
            let result = change(&state.value)
            let value = state.value
            var resumptions: [() -> Void] = []
            state.waiters.removeAll { waiter in
                guard waiter.isMet(value) else { return false }
                if let resume = waiter.wake(true) { resumptions.append(resume) }
                return true
            }
            return (result, resumptions)
        }
        for resume in resumptions { resume() }
        return result
    }

    /// Returns as soon as the value meets the condition.
    ///
    /// `isMet` runs under the lock after every change while the caller waits: it should be quick.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first, for example by a test's time limit.
    package func until(_ isMet: @escaping @Sendable (Value) -> Bool) async throws {
        let id = makeID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                wake(id, when: isMet) { isMet in
                    { continuation.resume(with: isMet ? .success(()) : .failure(CancellationError())) }
                }
            }
        } onCancel: {
            forget(id)
        }
    }

    /// Calls `wake` with `true` once the value meets the condition, or with `false` when ``forget(_:)`` comes first.
    ///
    /// `wake` is over when ``forget(_:)`` returns.
    package func wake(
        _ id: Int, when isMet: @escaping @Sendable (Value) -> Bool, by wake: @escaping Wake
    ) {
        let resume = state.withLock { state in
            // A cancelled task's handler may have run already, and would then find nothing to forget.
            if isMet(state.value) { return wake(true) }
            if Task.isCancelled { return wake(false) }
            state.waiters.append(Waiter(id: id, isMet: isMet, wake: wake))
            return nil
        }
        resume?()
    }

    package func forget(_ id: Int) {
        let resume = state.withLock { state in
            state.waiters.firstIndex { $0.id == id }.flatMap { state.waiters.remove(at: $0).wake(false) }
        }
        resume?()
    }

    package func makeID() -> Int {
        state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
    }
}
