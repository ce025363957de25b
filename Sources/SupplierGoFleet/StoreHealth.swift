import SupplierGoKit

/// Decides if requests of one sort are worth sending to a store.
final class StoreHealth: Sendable {
    private let store: ObjectStore
    private let pauses: Lock<Pauses>

    /// Creates the health of a store that has not failed.
    ///
    /// - Parameters:
    ///   - store: the store.
    ///   - firstPause: how long it is not asked after failures in a row.
    init(of store: ObjectStore, firstPause: Duration) {
        self.store = store
        pauses = Lock(Pauses(first: firstPause))
    }

    /// The last error, or the one that suspended requests.
    var lastError: ObjectStoreError? { pauses.withLock { $0.lastError } }

    /// Sends a request, unless requests are suspended.
    ///
    /// - Throws: ``ObjectStoreError``, or `CancellationError`.
    func ask<Value>(_ call: (ObjectStore) async throws -> Value) async throws -> Value {
        let number = try pauses.withLock { pauses throws(ObjectStoreError) in try pauses.admit(at: .now) }
        do {
            let value = try await call(store)
            pauses.withLock { $0.succeed() }
            return value
        } catch let error as ObjectStoreError {
            pauses.withLock { $0.fail(error, admittedAfter: number, at: .now) }
            throw error
        }
    }
}

extension StoreHealth {
    /// When a store that fails is asked again; a pure state over values.
    ///
    /// Three failures in a row begin a pause, after which one request tries. Each further one that fails doubles the
    /// pause. An error that would meet every request is the end.
    struct Pauses: Sendable {
        /// The number of failures in a row that begins a pause.
        private static let failureLimit = 3

        /// The longest pause.
        private static let longest: Duration = .seconds(300)

        private let first: Duration
        private var failureCount = 0
        private var end = ContinuousClock.now

        /// The last error; one that would meet every request stays the last.
        private(set) var lastError: ObjectStoreError?

        /// - Parameter first: how long the first pause is.
        init(first: Duration) {
            self.first = first
        }

        private var isOver: Bool { lastError?.isLasting == true }

        /// The number of pauses: each failure from the limit on begins one.
        private var pauseCount: Int { max(0, failureCount - Self.failureLimit + 1) }

        private var length: Duration { min(first * (1 << max(0, min(pauseCount - 1, 10))), Self.longest) }

        /// Admits a request, or throws the error that suspended requests.
        ///
        /// - Returns: the number of pauses so far, for ``fail(_:admittedAfter:at:)``.
        mutating func admit(at now: ContinuousClock.Instant) throws(ObjectStoreError) -> Int {
            guard let lastError, isOver || pauseCount > 0 else { return 0 }
            guard !isOver, now >= end else { throw lastError }
            // The others wait for the one that tries; one that is cancelled has a successor.
            end = now + length
            return pauseCount
        }

        /// Takes a success into account.
        mutating func succeed() { failureCount = 0 }

        /// Takes a failure into account.
        ///
        /// - Parameters:
        ///   - error: the reason for the failure.
        ///   - number: the result of ``admit(at:)``: a request that was sent before a pause says nothing of the time
        ///     after it.
        ///   - now: the time.
        mutating func fail(_ error: ObjectStoreError, admittedAfter number: Int, at now: ContinuousClock.Instant) {
            guard !isOver else { return }
            lastError = error
            guard !error.isOfObject, number == pauseCount else { return }
            failureCount += 1
            end = now + length
        }
    }
}
