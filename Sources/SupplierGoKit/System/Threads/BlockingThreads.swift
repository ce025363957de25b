import Dispatch
import FoundationEssentials
import Glibc

/// Threads for calls that block: Swift's own pool has one thread for each core, which must not wait for a disk.
///
/// Calls begin in the order of their arrival, as many at once as there are threads. The system starts these threads: on
/// Linux, Dispatch would take them from Swift's pool.
///
/// A task that does little besides such calls may prefer them (`Task(executorPreference:)`): it runs on these threads then,
/// and its calls are made in place, without switching threads.
package final class BlockingThreads: TaskExecutor {
    /// The threads for files: half as many as processors, at least one; the others decode and transfer.
    package static let files = BlockingThreads(threadCount: max(1, ProcessInfo.processInfo.activeProcessorCount / 2))

    /// The threads for calls that wait for something other than a disk, such as a child process, a silent pipe or a person,
    /// perhaps for hours. Each call needs one of its own, so there are many; few are ever started.
    package static let waiting = BlockingThreads(threadCount: 64)

    private let work: Work

    /// Creates at most `threadCount` threads, at least one; each starts when it is first needed.
    package init(threadCount: Int) {
        work = Work(threadLimit: threadCount)
    }

    deinit {
        work.close()
    }

    /// Runs a function on one of the threads; in place if the caller already is on one.
    ///
    /// It runs to its end even if the calling task is cancelled: changes to files are never left half done.
    package func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if work.isOnThread { return try body() }
        let result = await withCheckedContinuation { continuation in
            work.submit { [work] in
                let result = Result(catching: body)
                work.order()
                continuation.resume(returning: result)
            }
        }
        work.order()
        return try result.get()
    }

    /// Runs a function on one of the threads without waiting for it; in place if the caller already is on one.
    package func submit(_ body: @escaping @Sendable () -> Void) {
        if work.isOnThread { body() } else { work.submit(body) }
    }

    /// Runs a job of a task that prefers these threads.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        work.submit { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

extension BlockingThreads {
    /// The jobs of the threads; it outlives ``BlockingThreads`` until the last job is done.
    private final class Work: Sendable {
        private struct State {
            var jobs = Queue<@Sendable () -> Void>()
            var threadCount = 0
            var idleCount = 0
        }

        private static let owner = ThreadOwner()

        private let threadLimit: Int
        private let state = Lock(State())

        /// Signalled once for each job, and once for each thread when the work is closed.
        private let arrivals = DispatchSemaphore(value: 0)

        init(threadLimit: Int) {
            precondition(threadLimit > 0, "there is at least one thread")
            self.threadLimit = threadLimit
        }

        /// Whether the calling thread is one of these.
        var isOnThread: Bool { Self.owner.is(self) }

        func submit(_ job: @escaping @Sendable () -> Void) {
            let needsThread = state.withLock { state in
                state.jobs.append(job)
                guard state.jobs.count > state.idleCount, state.threadCount < threadLimit else { return false }
                state.threadCount += 1
                return true
            }
            arrivals.signal()
            guard needsThread, !SystemThread.start({ self.loop() }) else { return }
            let isAlone = state.withLock { state in
                state.threadCount -= 1
                return state.threadCount == 0
            }
            // The system has no thread left: without any, the caller does the work itself.
            if isAlone { runNext() }
        }

        func close() {
            for _ in 0..<state.withLock({ $0.threadCount }) { arrivals.signal() }
        }

        /// Orders what one thread did before this call before what another does after it.
        ///
        /// Resuming a continuation does that too, but if it is resumed before its task waits, the thread sanitizer does not
        /// see it in the uninstrumented runtime, and reports a race.
        func order() {
            state.withLock { _ in }
        }

        private func loop() {
            Self.owner.set(self)
            while runNext() {}
        }

        /// Waits for a job and runs it; `false` once the work is closed and no job is left.
        @discardableResult
        private func runNext() -> Bool {
            state.withLock { $0.idleCount += 1 }
            arrivals.wait()
            let job = state.withLock { state in
                state.idleCount -= 1
                return state.jobs.popFirst()
            }
            job?()
            return job != nil
        }
    }
}

extension BlockingThreads {
    /// The object that each thread belongs to (`pthread_setspecific(3)`), which outlives the thread.
    private struct ThreadOwner: Sendable {
        private let key: pthread_key_t

        /// Takes a key, which is never given back: the system has 1024.
        init() {
            var key = pthread_key_t()
            let result = unsafe pthread_key_create(&key, nil)
            precondition(result == 0, "pthread_key_create failed with error \(result)")
            self.key = key
        }

        /// Sets the calling thread's owner.
        func set(_ owner: AnyObject) {
            unsafe pthread_setspecific(key, Unmanaged.passUnretained(owner).toOpaque())
        }

        /// Whether an object owns the calling thread.
        func `is`(_ owner: AnyObject) -> Bool {
            unsafe pthread_getspecific(key) == Unmanaged.passUnretained(owner).toOpaque()
        }
    }
}
