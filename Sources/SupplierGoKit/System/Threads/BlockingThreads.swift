import Dispatch

/// Threads for calls that block: Swift's own pool has one thread for each core, which must not wait for a disk.
///
/// Calls begin in the order of their arrival, as many at once as there are threads. The system starts these threads: on
/// Linux, Dispatch would take them from Swift's pool.
///
/// A task that does little besides such calls may prefer them (`Task(executorPreference:)`): it runs on these threads
/// then, and its calls are made in place, without switching threads.
package final class BlockingThreads: TaskExecutor {
    /// The threads for files: half as many as processors, at least one; the others decode and transfer.
    package static let files = BlockingThreads(threadCount: max(1, ProcessInfo.processInfo.activeProcessorCount / 2))

    /// The threads for calls that wait for something other than a disk, such as a child process, a silent pipe or a
    /// person, perhaps for hours. Each call needs one of its own, so there are many; few are ever started.
    package static let waiting = BlockingThreads(threadCount: 64)

    private struct State {
        var jobs = Queue<UnownedJob>()
        var threadCount = 0

        /// The number of threads that wait and were not woken.
        var idleCount = 0
    }

    /// The key of the threads that each thread belongs to (`pthread_setspecific(3)`); they outlive the thread.
    private static let ownerKey = {
        var key = pthread_key_t()
        let result = unsafe pthread_key_create(&key, nil)
        precondition(result == 0, "pthread_key_create failed with error \(result)")
        return key
    }()

    private let threadLimit: Int
    private let state = Lock(State())

    /// Wakes idle threads. A thread that is busy looks for its next job by itself.
    private let arrivals = DispatchSemaphore(value: 0)

    /// Creates at most `threadCount` threads, at least one; each starts when it is first needed, and then lives as long
    /// as the process.
    package init(threadCount: Int) {
        precondition(threadCount > 0, "there is at least one thread")
        threadLimit = threadCount
    }

    /// Runs a function on one of the threads; in place if the caller already is on one.
    ///
    /// It runs to its end even if the calling task is cancelled: changes to files are never left half done.
    package func run<Value: Sendable, Failure: Error>(
        _ body: @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if isCurrent { return try body() }
        return try await runElsewhere(body)
    }

    /// Concurrent, since an actor that calls would go on with its own work on the thread. Not inlined: what it uses
    /// would be memory of each task that calls in place.
    @concurrent @inline(never)
    private func runElsewhere<Value: Sendable, Failure: Error>(
        _ body: @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await withTaskExecutorPreference(self) { () async throws(Failure) -> Value in try body() }
    }

    /// Runs a function on one of the threads without waiting for it; in place if the caller already is on one.
    package func submit(_ body: @escaping @Sendable () -> Void) {
        if isCurrent { body() } else { Task(executorPreference: self) { body() } }
    }

    /// The calling thread is one of these.
    var isCurrent: Bool {
        unsafe pthread_getspecific(Self.ownerKey) == Unmanaged.passUnretained(self).toOpaque()
    }

    /// Runs a task's next step.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (wakesThread, needsThread) = state.withLock { state in
            state.jobs.append(job)
            if state.idleCount > 0 {
                state.idleCount -= 1
                return (true, false)
            }
            guard state.threadCount < threadLimit else { return (false, false) }
            state.threadCount += 1
            return (false, true)
        }
        if wakesThread { arrivals.signal() }
        guard needsThread, !SystemThread.start({ self.loop() }) else { return }
        // The system has no thread left: without any, the caller does the work itself.
        let left = state.withLock { state in
            state.threadCount -= 1
            return state.threadCount == 0 ? state.jobs.popFirst() : nil
        }
        if let left { run(left) }
    }

    private func run(_ job: UnownedJob) { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }

    /// Runs jobs, and waits for them.
    private func loop() {
        unsafe pthread_setspecific(Self.ownerKey, Unmanaged.passUnretained(self).toOpaque())
        while true {
            let job = state.withLock { state in
                let job = state.jobs.popFirst()
                if job == nil { state.idleCount += 1 }
                return job
            }
            if let job { run(job) } else { arrivals.wait() }
        }
    }
}

/// A thread of the process's own.
enum SystemThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Runs a function on a new thread, which ends with it; `false` if the system has no thread left.
    static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
        // The new thread takes over this reference.
        let body = unsafe Unmanaged.passRetained(Body(run))
        var thread = pthread_t()
        let status = unsafe pthread_create(
            &thread, nil,
            { raw in
                if let raw = unsafe raw { unsafe Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        guard status == 0 else {
            unsafe body.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
