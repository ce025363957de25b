#if Curl
internal import CCurl

/// The thread that libcurl's handles live on, as the executor of ``CurlEngine``.
///
/// The thread runs the actor's jobs, then lets the engine take a turn, then sleeps in `curl_multi_poll` until a socket,
/// a deadline or a new job wakes it. After ``stop()`` jobs that still arrive run on the thread that enqueues them, one
/// at a time, so that none is lost: a late cancellation must find its actor.
///
/// `@unchecked Sendable`: `curl_multi_wakeup` may be called from any thread, everything else of the multi handle is
/// used on the engine's thread only, and the rest of the state is behind a `Lock`.
@safe final class CurlExecutor: SerialExecutor, @unchecked Sendable {
    private enum Phase {
        case running, stopping, stopped
    }

    /// A function to run on the engine, and the engine.
    private typealias Call = (function: @Sendable (isolated CurlEngine) -> Void, engine: CurlEngine)

    private struct State {
        var phase = Phase.running
        var jobs: [UnownedJob] = []
        var calls: [Call] = []
        var isPolling = false
        var runner: pthread_t?
        var stopWaiters: [CheckedContinuation<Void, Never>] = []

        var isIdle: Bool { jobs.isEmpty && calls.isEmpty }
    }

    /// The multi handle, which ends with the thread.
    let multi: UnsafeMutableRawPointer

    /// The multi handle's callbacks use them.
    let connections: IdleConnections

    private let state = Lock(State())

    init(multi: UnsafeMutableRawPointer, _ connections: IdleConnections) {
        unsafe self.multi = unsafe multi
        self.connections = connections
    }

    /// Starts the thread; `turn` does the work that is due, with sockets that are ready or not, and returns the most
    /// milliseconds to sleep.
    func start(_ turn: @escaping @Sendable (Bool) -> Int32) {
        let hasStarted = SystemThread.start { self.loop(turn) }
        precondition(hasStarted, "the system has no thread left for transfers")
    }

    /// Lets the thread end once its jobs are done, and returns when it has.
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
        unsafe curl_multi_wakeup(multi)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        enqueue { $0.jobs.append(job) }
    }

    /// Runs a function on the thread, without waiting for it, after the jobs and functions that came before.
    func submit(_ function: @escaping @Sendable (isolated CurlEngine) -> Void, of engine: CurlEngine) {
        enqueue { $0.calls.append((function, engine)) }
    }

    /// Orders a continuation that is resumed before what its task does then (``Lock/order()``).
    func order() { state.order() }

    private func enqueue(_ add: (inout State) -> Void) {
        // The caller does not own the executor, and the job may drop the last reference to it before this returns.
        let lifetime = unsafe Unmanaged.passRetained(self)
        defer { unsafe lifetime.release() }
        let drainsHere = state.withLock { state in
            add(&state)
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

    private func loop(_ turn: (Bool) -> Int32) {
        state.withLock { $0.runner = pthread_self() }
        var (readyCount, turnCount): (Int32, Int) = (0, 0)
        while true {
            runJobs()
            // While jobs keep coming nothing polls: then every eighth turn looks at all sockets.
            turnCount += 1
            let timeout = turn(readyCount > 0 || turnCount % 8 == 0)
            readyCount = 0
            let (sleeps, ends) = state.withLock { state -> (Bool, Bool) in
                guard state.isIdle else { return (false, false) }
                if state.phase == .stopping { return (false, true) }
                state.isPolling = timeout > 0
                return (state.isPolling, false)
            }
            if ends && end() { return }
            guard sleeps else { continue }
            unsafe curl_multi_poll(multi, nil, 0, timeout, &readyCount)
            turnCount = 0
            state.withLock { $0.isPolling = false }
        }
    }

    /// Runs the jobs that wait, and then the functions, for all of which the thread is checked once.
    private func runJobs() {
        let (jobs, calls) = state.withLock { state in
            defer { (state.jobs, state.calls) = ([], []) }
            return (state.jobs, state.calls)
        }
        for job in jobs { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
        calls.first?.engine.assumeIsolated { engine in
            for call in calls { call.function(engine) }
        }
    }

    /// Ends the thread's work, unless a job came in between.
    private func end() -> Bool {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
            guard state.isIdle else { return nil }
            state.phase = .stopped
            state.runner = nil
            unsafe curl_multi_cleanup(multi)
            defer { state.stopWaiters = [] }
            return state.stopWaiters
        }
        guard let waiters else { return false }
        for waiter in waiters { waiter.resume() }
        return true
    }

    private func drainAfterStop() {
        while true {
            runJobs()
            let isDone = state.withLock { state in
                guard state.isIdle else { return false }
                state.runner = nil
                return true
            }
            if isDone { return }
        }
    }
}
#endif
