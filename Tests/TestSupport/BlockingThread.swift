import Glibc
import SupplierGoKit

/// A thread of its own for calls that block, which Swift's cooperative pool must not run.
public enum BlockingThread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Starts a detached thread; it is gone shortly after `body` returns.
    ///
    /// - Throws: ``SystemError`` where there can be no more threads.
    static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        unsafe pthread_attr_setstacksize(&attributes, 512 * 1024)
        let context = unsafe Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let failure = unsafe pthread_create(
            &thread, &attributes,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard failure == 0 else {
            unsafe context.release()
            throw SystemError(operation: "pthread_create", errorNumber: failure)
        }
    }

    /// Runs a blocking function on a thread of its own, and returns what it returns.
    public static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        // The thread sanitizer does not see a continuation that is resumed before its task waits; it sees this lock.
        // (It takes the place of a value without a size for that of the object, which everybody reads: so this one has
        // a size.)
        let order = Lock(false)
        defer { order.withLock { _ in } }
        return try await withCheckedThrowingContinuation { continuation in
            do {
                try start {
                    let result = Result(catching: body)
                    order.withLock { _ in }
                    continuation.resume(with: result)
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
