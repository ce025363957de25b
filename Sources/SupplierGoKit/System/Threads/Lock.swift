/// Guards a value with a `pthread_mutex_t`, for a few fields that synchronous code reads.
///
/// `Synchronization.Mutex` would do, but on Linux the thread sanitizer does not see through its futex calls and reports
/// a race for every value behind one. It knows this mutex.
///
/// `@unchecked Sendable`: the value is touched between `pthread_mutex_lock` and `pthread_mutex_unlock` only.
@safe
package final class Lock<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// Behind a pointer, so that Swift does not check exclusive access, which the mutex grants.
    private let value: UnsafeMutablePointer<Value>

    /// Guards a value.
    package init(_ value: sending Value) {
        unsafe self.value = .allocate(capacity: 1)
        unsafe self.value.initialize(to: value)
        unsafe mutex = .allocate(capacity: 1)
        let result = unsafe pthread_mutex_init(mutex, nil)
        precondition(result == 0, "pthread_mutex_init failed with error \(result)")
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
        unsafe value.deinitialize(count: 1)
        unsafe value.deallocate()
    }

    /// Calls a function with exclusive access to the value; the function must not use the same lock.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try unsafe body(&value.pointee)
    }

    /// Orders what one thread did under the lock before this call before what another does after it.
    ///
    /// Resuming a continuation does that too, but if it is resumed before its task waits, the thread sanitizer does not
    /// see it in the uninstrumented runtime, and reports a race.
    package func order() { withLock { _ in } }
}
