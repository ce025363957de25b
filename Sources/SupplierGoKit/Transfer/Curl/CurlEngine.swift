#if Curl
internal import CCurl
import Synchronization

/// libcurl's multi interface as an actor: its executor is the thread that all handles live and die on.
///
/// It does one try of a request and says how that ended; ``proceed(with:after:of:)`` decides what comes then.
///
/// A load's caller gets its result in a continuation, from a function on the engine's thread, and not from an `async` method
/// of the actor: a task that waits in such a method resumes on Swift's threads first, and from there on the engine's.
actor CurlEngine {
    /// A wait that an origin has asked for.
    struct Pause {
        /// The status with which it asked.
        let status: HTTPStatus
        let end: ContinuousClock.Instant

        /// It is not longer than an origin may ask for.
        let isGranted: Bool
        let notedAt = Date.now
    }

    nonisolated let executor: CurlExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    let configuration: DataLoader.Configuration
    let observer: (@Sendable (DataLoader.Report) -> Void)?
    let proxies: ProxyRules

    /// The handle that all others are copies of.
    let template: CurlTemplate
    let connections: IdleConnections
    var admission: Admission

    /// The loads in progress, and the streams that are not read to their end, by the numbers of their first callers.
    var loads: [Int: RequestLoad] = [:]

    /// The loads that others may join.
    var shared: Set<RequestLoad> = []

    /// The number of streams in progress whose heads were handed out.
    private var openStreamCount = 0

    /// When to look for tries that are late; before that none is.
    private var nextCheck = ContinuousClock.now

    /// A response has come over HTTP/2.
    private var hasMultiplexed = false

    /// The longest sleep while streams of HTTP/2 are in progress, in milliseconds.
    private static let longestStreamSleep: Int32 = 20

    private var pauses: [Origin: Pause] = [:]

    /// Consecutive requests to each origin that got no response, and the end of the last one.
    private var silences: [Origin: (count: Int, last: ContinuousClock.Instant)] = [:]

    /// 16 connections, then 8 after the limit is halved: no response to any of them means a dead host.
    private static let silenceLimit = 24

    /// The loads that have ended, and whose callers do not know it yet.
    private var ended: [(load: RequestLoad, result: Result<ReceivedResponse, any Error>)] = []

    var totals = DataLoader.Totals()
    nonisolated let lastID = Atomic(0)
    var isShutDown = false

    /// - Throws: libcurl's reason if it cannot be set up, or the process may have no more descriptors.
    init(
        _ configuration: DataLoader.Configuration, observer: (@Sendable (DataLoader.Report) -> Void)? = nil
    ) throws(CurlTemplate.SetupError) {
        connections = IdleConnections(idleTimeout: configuration.idleTimeout)
        template = try CurlTemplate(configuration, connections)
        executor = unsafe CurlExecutor(multi: try template.makeMulti(configuration), connections)
        self.configuration = configuration
        self.observer = observer
        proxies = ProxyRules(proxy: configuration.proxy, environment: ProcessInfo.processInfo.environment)
        admission = Admission(concurrency: configuration.concurrency, perOrigin: configuration.connectionsPerHost)
    }

    /// Starts the thread; it keeps the engine alive until ``shutdown()`` or ``CurlExecutor/stopSoon()``.
    nonisolated func start() {
        executor.start { self.assumeIsolated { $0.turn() } }
    }

    /// Calls a function on the thread, without waiting for it.
    nonisolated func onThread(_ call: @escaping @Sendable (isolated CurlEngine) -> Void) {
        executor.submit { self.assumeIsolated { call($0) } }
    }

    /// Lets libcurl work, and starts the tries that may start.
    ///
    /// - Returns: the most milliseconds to sleep unless a socket wakes the thread.
    private func turn() -> Int32 {
        var runningCount: Int32 = 0
        connections.watch.watching { unsafe curl_multi_perform(executor.multi, &runningCount) }
        // The requests that the last turn has started are sent: the server works while the callers of those that ended go on.
        resumeCallers()
        finishDone()
        // A try that has started or ended may have work for libcurl, or have freed a slot.
        guard !startAdmitted() else { return 0 }
        resumeCallers()
        let now = ContinuousClock.now
        guard nextCheck > now else {
            nextCheck = endLate(at: now)
            return 0
        }
        let sleep = Int32((nextCheck - now) / .milliseconds(1)) + 1
        return hasMultiplexed && admission.activeCount > 0 ? min(sleep, Self.longestStreamSleep) : sleep
    }

    /// Lets a load's callers go on, after this turn.
    func end(_ load: RequestLoad, with result: Result<ReceivedResponse, any Error>) {
        ended.append((load, result))
    }

    private func resumeCallers() {
        guard !ended.isEmpty else { return }
        executor.order()
        for (load, result) in ended {
            for caller in load.callers { caller.continuation.resume(with: result) }
            load.callers = []
        }
        ended.removeAll(keepingCapacity: true)
    }

    /// Handles libcurl's messages (`curl_multi_info_read`): each is a try that is done.
    private func finishDone() {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(executor.multi, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE,
                let attempt = unsafe CurlHandle.attempt(of: message.pointee.easy_handle), let handle = attempt.handle
            else { continue }
            let code = unsafe ccurl_message_result(message)
            attempt.keepConnection(after: code, handle)
            finish(attempt, with: attempt.end(after: code, handle))
        }
    }

    /// - Returns: `true` if anything was started, which libcurl has yet to act on.
    private func startAdmitted() -> Bool {
        var hasStarted = false
        while let id = admission.next() {
            guard let attempt = loads[id]?.attempt else { preconditionFailure("a load that is gone was withdrawn") }
            hasStarted = true
            start(attempt)
        }
        return hasStarted
    }

    private func start(_ attempt: CurlTry) {
        let load = attempt.load
        attempt.hasSlot = true
        if admission.isMultiplexing(load.origin) { attempt.streamNumber = admission.activeCount(at: load.origin) }
        let now = ContinuousClock.now
        if pause(for: load) != nil { return finish(attempt, with: .notStarted) }
        if isHopeless(load) { return finish(attempt, with: .failed(.timedOut(after: configuration.idleTimeout))) }
        if let reason = attempt.guardFailure { return finish(attempt, with: .failed(reason)) }
        attempt.lastActivity = now
        load.startedAt = load.startedAt ?? now
        expectCheck(of: attempt, at: now)
        guard let handle = unsafe CurlHandle(of: template, multi: executor.multi, for: attempt) else {
            return finish(attempt, with: .failed(CurlTemplate.SetupError(CURLE_OUT_OF_MEMORY).reason))
        }
        attempt.handle = handle
        handle.begin()
    }

    /// Ends a try, queued or running, and lets its load or the stream's reader go on.
    ///
    /// Its origin adapts before another try can start.
    func finish(_ attempt: CurlTry, with end: CurlTry.End) {
        guard attempt.end == nil else { return }
        attempt.end = end
        let (load, status) = (attempt.load, HTTPStatus(attempt.head.status))
        switch end {
        case .accepted, .redirected, .postponed:
            admission.adapt(to: load.origin, isSuccess: !RetryPolicy.isRetryable(status))
        case .failed(let reason?) where reason.isTransient: admission.adapt(to: load.origin, isSuccess: false)
        case .notStarted where attempt.connectionRefusal == .tooManyStreams:
            admission.noteStreamLimit(attempt.streamNumber - 1, at: load.origin)
        default: break
        }
        if case .postponed(let action) = end { pause(load.origin, action, status) }
        noteSilence(of: attempt, at: end)
        release(attempt)
        if attempt.isAwaited {
            attempt.isAwaited = false
            proceed(with: load, after: end, of: attempt)
        } else {
            attempt.streamError = note(end, of: load)
            attempt.reader.take()?.resume()
        }
    }

    /// Frees the try's handle and slot.
    private func release(_ attempt: CurlTry) {
        let origin = attempt.load.origin
        noteProtocol(of: attempt)
        if attempt.hasSlot {
            attempt.hasSlot = false
            admission.finish(at: origin)
        } else if attempt.handle != nil {
            setOpenStreamCount(openStreamCount - 1)
        } else {
            admission.withdraw(attempt.load.id)
        }
        guard let handle = attempt.handle.take() else { return }
        attempt.measure(handle)
        handle.end()
    }

    /// Frees the slot of a stream whose head was handed out: its reader may wait for another load before it reads on, as a
    /// catalog's reader waits for avatars.
    func freeSlot(ofStream attempt: CurlTry) {
        guard attempt.hasSlot else { return }
        attempt.hasSlot = false
        noteProtocol(of: attempt)
        admission.finish(at: attempt.load.origin)
        setOpenStreamCount(openStreamCount + 1)
    }

    /// Lets libcurl have a connection more for each open stream: it would not start the tries that were let in.
    private func setOpenStreamCount(_ count: Int) {
        openStreamCount = count
        let perHost = configuration.connectionLimit &+ count
        unsafe ccurl_multi_set_long(executor.multi, CURLMOPT_MAX_HOST_CONNECTIONS, perHost)
        unsafe ccurl_multi_set_long(executor.multi, CURLMOPT_MAXCONNECTS, configuration.concurrency + count)
    }

    /// Notes the server's protocol, which is known with the head of its answer.
    private func noteProtocol(of attempt: CurlTry) {
        guard let handle = attempt.handle, attempt.head.status != 0 else { return }
        if handle.isMultiplexed { hasMultiplexed = true }
        admission.noteProtocol(at: attempt.load.origin, isMultiplexing: handle.isMultiplexed)
    }

    private func noteSilence(of attempt: CurlTry, at end: CurlTry.End) {
        let load = attempt.load
        load.metrics.isSilent = attempt.isSilent(at: end)
        if load.metrics.isSilent {
            let now = ContinuousClock.now
            silences = silences.filter { isRecent($0.value.last, at: now) }
            silences[load.origin] = ((silences[load.origin]?.count ?? 0) + 1, now)
        } else if attempt.head.status != 0 {
            silences[load.origin] = nil
        }
    }

    /// Tests if a request is not worth a try, since its host only accepts connections.
    func isHopeless(_ load: RequestLoad) -> Bool {
        guard load.request.failsOnSilence, let (count, last) = silences[load.origin] else { return false }
        return count >= Self.silenceLimit && isRecent(last, at: .now)
    }

    /// Tests if a silence still counts: the host may be well by now, and only a request can tell.
    private func isRecent(_ silence: ContinuousClock.Instant, at now: ContinuousClock.Instant) -> Bool {
        now - silence < configuration.idleTimeout * 2
    }
}

// MARK: - Waits

extension CurlEngine {
    /// Starts nothing more to an origin for as long as it asks.
    private func pause(_ origin: Origin, _ action: RetryPolicy.Action, _ status: HTTPStatus) {
        switch action {
        case .accept, .retry: return
        case .retryWithOrigin(let wait): add(Pause(status: status, end: .now + wait, isGranted: true), to: origin)
        case .refuse(let wait): add(Pause(status: status, end: .now + wait, isGranted: false), to: origin)
        }
    }

    private func add(_ pause: Pause, to origin: Origin) {
        if let known = pauses[origin], known.end >= pause.end { return }
        pauses[origin] = pause
    }

    /// The wait that a load has to respect.
    func pause(for load: RequestLoad) -> Pause? {
        guard let pause = pauses[load.origin] else { return nil }
        guard pause.end > .now else {
            pauses[load.origin] = nil
            return nil
        }
        return pause.notedAt >= load.request.ignoresWaitsBefore ? pause : nil
    }
}

// MARK: - Tries that are late

extension CurlEngine {
    /// Makes sure that a try is looked at when it may be late.
    func expectCheck(of attempt: CurlTry, at now: ContinuousClock.Instant) {
        nextCheck = min(nextCheck, now + min(configuration.idleTimeout, attempt.timeLeft(at: now)))
    }

    /// Ends the tries on which no byte arrived for too long, or that take too long. A stream that its reader holds back is
    /// not idle.
    ///
    /// - Returns: when to look again.
    private func endLate(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        var soonest: Duration = .seconds(60)
        let running = loads.values.compactMap(\.attempt).filter { $0.handle != nil && !$0.isPaused }
        for attempt in running {
            var reason = attempt.lateness(at: now)
            if case .timedOut = reason, !attempt.hasSentRequest, admission.isMultiplexing(attempt.load.origin) {
                // It waits for a stream of a connection, on which others may get bytes.
                let others = running.filter { $0.load.origin == attempt.load.origin && $0.hasSentRequest }
                attempt.lastActivity = others.map(\.lastActivity).max() ?? attempt.lastActivity
                reason = attempt.lateness(at: now)
            }
            guard let reason else {
                let idleLeft = attempt.lastActivity + configuration.idleTimeout - now
                soonest = min(soonest, idleLeft, attempt.timeLeft(at: now))
                continue
            }
            attempt.handle?.leaveConnection()
            finish(attempt, with: .failed(reason))
        }
        return now + soonest
    }
}
#endif
