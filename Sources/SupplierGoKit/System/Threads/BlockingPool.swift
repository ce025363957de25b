import Dispatch

/// A few threads for calls that block, because Swift's own pool has one thread a core and must not wait for a disk.
///
/// Calls begin in the order of their arrival, so many at once as there are threads and no more, however many wait. The
/// threads are the pool's own: those of Dispatch would be taken from Swift's pool, which shares them on Linux.
///
/// Tasks may prefer the pool (`Task(executorPreference:)`) where they do little besides such calls: they run on its threads
/// then, and a call is made where the task is, without a change of threads to it and back.
package final class BlockingPool: TaskExecutor {
    /// The pool for files: two threads, since on two cores more of them only cost changes of context.
    package static let shared = BlockingPool(threadCount: 2)

    private let work: BlockingWork

    /// Creates a pool of at most `threadCount` threads, at least one; each starts when it is first needed.
    package init(threadCount: Int) {
        work = BlockingWork(threadLimit: threadCount)
    }

    deinit {
        work.close()
    }

    /// Runs a function on one of the threads; at once where the caller is on one of them already.
    ///
    /// It runs to its end, also where the calling task is cancelled: what it does to files is never left half done.
    nonisolated(nonsending) package func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if work.isOnThread { return try body() }
        let result = await withCheckedContinuation { continuation in
            work.submit(
                .call { [work] in
                    let result = Result(catching: body)
                    work.order()
                    continuation.resume(returning: result)
                })
        }
        work.order()
        return try result.get()
    }

    /// Whether the caller is on one of the threads, and may block there.
    package var isHere: Bool { work.isOnThread }

    /// Runs a function on one of the threads, without waiting for it; at once where the caller is on one of them already.
    package func submit(_ body: @escaping @Sendable () -> Void) {
        if work.isOnThread { body() } else { work.submit(.call(body)) }
    }

    /// Runs a job of a task that prefers the pool, behind what waits already.
    package func enqueue(_ job: consuming ExecutorJob) {
        work.submit(.task(UnownedJob(job), self))
    }
}

/// What a pool's threads share; it outlives the pool until the last job is done.
private final class BlockingWork: Sendable {
    /// What a thread is to do.
    enum Job: Sendable {
        case task(UnownedJob, BlockingPool)
        case call(@Sendable () -> Void)
    }

    private struct State {
        var jobs = Queue<Job>()
        var threadCount = 0
        var idleCount = 0
    }

    private static let threadMark = ThreadMark()

    private let threadLimit: Int
    private let state = Lock(State())

    /// Signalled once a job, and once a thread when the work is closed.
    private let arrivals = DispatchSemaphore(value: 0)

    init(threadLimit: Int) {
        precondition(threadLimit > 0, "a pool has at least one thread")
        self.threadLimit = threadLimit
    }

    func submit(_ job: Job) {
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
        // Better late than never: without any thread the caller does the work itself.
        if isAlone { takeTurn() }
    }

    func close() {
        for _ in 0..<state.withLock({ $0.threadCount }) { arrivals.signal() }
    }

    /// Whether the calling thread is one of the pool's.
    var isOnThread: Bool { Self.threadMark.isSet(to: self) }

    /// Orders what one thread did before it before what another does after it.
    ///
    /// Resuming a continuation does that as well. But where it is resumed before its task has come to wait, the thread
    /// sanitizer does not see it in the uninstrumented runtime, and takes what was handed over for a race.
    func order() {
        state.withLock { _ in }
    }

    private func loop() {
        Self.threadMark.set(self)
        while takeTurn() {}
    }

    /// Waits for a job and does it; `false` where the work is closed and done.
    @discardableResult
    private func takeTurn() -> Bool {
        state.withLock { $0.idleCount += 1 }
        arrivals.wait()
        let job = state.withLock { state in
            state.idleCount -= 1
            return state.jobs.popFirst()
        }
        switch job {
        case .task(let job, let pool): unsafe job.runSynchronously(on: pool.asUnownedTaskExecutor())
        case .call(let call): call()
        case nil: return false
        }
        return true
    }
}
