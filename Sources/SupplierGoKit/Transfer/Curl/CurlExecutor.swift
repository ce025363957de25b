internal import Glibc

/// The one thread that libcurl's handles live on, as the executor of ``CurlEngine``.
///
/// The thread runs the actor's jobs, then lets the engine take a turn at libcurl, then sleeps until a socket, a deadline or
/// a new job wakes it. After ``stop()`` jobs that still arrive run on the caller's thread, one at a time, so that none is
/// lost.
///
/// `@unchecked Sendable`: ``CurlMulti/wake()`` may be called from any thread, everything else of the multi handle is
/// touched on the thread only, and the rest of the state is behind a `Lock`.
final class CurlExecutor: SerialExecutor, @unchecked Sendable {
    private enum Phase {
        case idle, running, stopping, stopped
    }

    private enum Job {
        case task(UnownedJob)
        case call(CurlEngine, @Sendable (isolated CurlEngine) -> Void)
    }

    private struct State {
        var phase = Phase.idle
        var jobs: [Job] = []
        var isPolling = false
        var runner: pthread_t?
        var stopWaiters: [CheckedContinuation<Void, Never>] = []
    }

    /// The multi handle; closed once the thread has ended.
    let multi: CurlMulti

    private let state = Lock(State())

    init(multi: CurlMulti) {
        self.multi = multi
    }

    /// Starts the thread; `turn` works on libcurl, and says how long there is nothing to do, in milliseconds.
    func start(_ turn: @escaping @Sendable () -> Int32) {
        state.withLock { $0.phase = .running }
        let hasStarted = SystemThread.start { self.loop(turn) }
        precondition(hasStarted, "the system has no thread left for transfers")
    }

    /// Lets the thread end once its jobs are done, and returns when it has; asked by the engine it ends without a detour.
    nonisolated(nonsending) func stop() async {
        await withCheckedContinuation { waiter in
            let isStopped = state.withLock { state in
                if state.phase == .stopped { return true }
                state.stopWaiters.append(waiter)
                requestStop(&state)
                return false
            }
            if isStopped { waiter.resume() }
        }
    }

    /// Lets the thread end once its jobs are done, without waiting for it.
    func stopSoon() {
        state.withLock { requestStop(&$0) }
    }

    private func requestStop(_ state: inout State) {
        if state.phase == .running { state.phase = .stopping }
        wake(&state)
    }

    private func wake(_ state: inout State) {
        guard state.isPolling else { return }
        state.isPolling = false
        multi.wake()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        add(.task(UnownedJob(job)))
    }

    /// Calls a function of the engine on the thread, behind the jobs before it.
    func submit(to engine: CurlEngine, _ call: @escaping @Sendable (isolated CurlEngine) -> Void) {
        add(.call(engine, call))
    }

    private func add(_ job: Job) {
        // The caller does not own the executor, and the job may drop the last reference to it before this returns.
        let lifetime = unsafe Unmanaged.passRetained(self)
        defer { unsafe lifetime.release() }
        let drainsHere = state.withLock { state in
            state.jobs.append(job)
            wake(&state)
            guard state.phase == .stopped, state.runner == nil else { return false }
            state.runner = pthread_self()
            return true
        }
        if drainsHere { drainAfterStop() }
    }

    func checkIsolated() {
        precondition(isIsolatingCurrentContext() == true, "libcurl's handles belong to their thread")
    }

    func isIsolatingCurrentContext() -> Bool? {
        let runner = state.withLock { $0.runner }
        guard let runner else { return false }
        return pthread_equal(runner, pthread_self()) != 0
    }

    private func loop(_ turn: () -> Int32) {
        state.withLock { $0.runner = pthread_self() }
        var jobs: [Job] = []
        while true {
            runJobs(&jobs)
            let timeout = turn()
            let (sleeps, ends) = state.withLock { state -> (Bool, Bool) in
                guard state.jobs.isEmpty else { return (false, false) }
                if state.phase == .stopping { return (false, true) }
                state.isPolling = timeout > 0
                return (state.isPolling, false)
            }
            if ends && end() { return }
            multi.wait(milliseconds: sleeps ? timeout : 0)
            if sleeps { state.withLock { $0.isPolling = false } }
        }
    }

    /// Runs the jobs that wait, by way of a list that is empty before and after: its room is used again.
    private func runJobs(_ jobs: inout [Job]) {
        state.withLock { swap(&$0.jobs, &jobs) }
        defer { jobs.removeAll(keepingCapacity: true) }
        var index = 0
        while index < jobs.count {
            switch jobs[index] {
            case .task(let job):
                unsafe job.runSynchronously(on: asUnownedSerialExecutor())
                index += 1
            case .call(let engine, _):
                // Once for all calls in a row: to see that this is the engine's thread takes longer than many of them.
                index = engine.assumeIsolated { Self.call(jobs, from: index, in: $0) }
            }
        }
    }

    /// Makes the calls from an index on, up to the next task; returns its index.
    private static func call(_ jobs: [Job], from start: Int, in engine: isolated CurlEngine) -> Int {
        var index = start
        while index < jobs.count, case .call(_, let call) = jobs[index] {
            call(engine)
            index += 1
        }
        return index
    }

    /// Ends the thread's work, unless a job came in between.
    private func end() -> Bool {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
            guard state.jobs.isEmpty else { return nil }
            state.phase = .stopped
            state.runner = nil
            multi.close()
            defer { state.stopWaiters = [] }
            return state.stopWaiters
        }
        guard let waiters else { return false }
        for waiter in waiters { waiter.resume() }
        return true
    }

    private func drainAfterStop() {
        var jobs: [Job] = []
        while true {
            runJobs(&jobs)
            let isDone = state.withLock { state in
                guard state.jobs.isEmpty else { return false }
                state.runner = nil
                return true
            }
            if isDone { return }
        }
    }
}
