import SupplierGoKit

/// A value that tests and threads can wait on until it is as they want it, without polling or sleeping.
public final class Watched<Value: Sendable>: Sendable {
    private struct Waiter {
        let id: Int
        let isMet: @Sendable (Value) -> Bool
        let wake: @Sendable (_ isMet: Bool) -> Void
    }

    private struct State {
        var value: Value
        var waiters: [Waiter] = []
        var nextID = 0
    }

    private let state: Lock<State>

    /// Creates a watched value.
    public init(_ value: Value) {
        state = Lock(State(value: value))
    }

    /// The value as it is now.
    public var value: Value { state.withLock { $0.value } }

    /// Changes the value, and wakes whoever waited for what it is now.
    @discardableResult
    public func update<Result: Sendable>(_ change: (inout Value) -> Result) -> Result {
        state.withLock { state in
            let result = change(&state.value)
            guard !state.waiters.isEmpty else { return result }
            let value = state.value
            state.waiters.removeAll { waiter in
                guard waiter.isMet(value) else { return false }
                waiter.wake(true)
                return true
            }
            return result
        }
    }

    /// Returns as soon as the value is as wanted, at once where it is already.
    ///
    /// `isMet` runs under the lock after every change while the caller waits: it should be quick.
    ///
    /// - Throws: `CancellationError` where the task is cancelled first, by a test's time limit for example.
    public func until(_ isMet: @escaping @Sendable (Value) -> Bool) async throws {
        let id = makeID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                wake(id, when: isMet) { isMet in
                    isMet ? continuation.resume() : continuation.resume(throwing: CancellationError())
                }
            }
        } onCancel: {
            forget(id)
        }
    }

    /// Calls `wake` with `true` once the value is as wanted, or with `false` when ``forget(_:)`` comes first.
    ///
    /// `wake` runs under the lock, so that it is over when ``forget(_:)`` returns: it must do no more than signal.
    func wake(_ id: Int, when isMet: @escaping @Sendable (Value) -> Bool, by wake: @escaping @Sendable (Bool) -> Void) {
        state.withLock { state in
            // A cancelled task's handler may have run already, and would then find nothing to forget.
            if isMet(state.value) { return wake(true) }
            if Task.isCancelled { return wake(false) }
            state.waiters.append(Waiter(id: id, isMet: isMet, wake: wake))
        }
    }

    func forget(_ id: Int) {
        state.withLock { state in
            guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return }
            state.waiters.remove(at: index).wake(false)
        }
    }

    func makeID() -> Int {
        state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
    }
}
