#if Curl
import Synchronization

/// The loop above the tries: try, follow a redirect, wait as the server asks, try again.
extension CurlEngine {
    /// Loads a whole body, or a stream's head. Equal requests for bodies in progress share one load, which ends early only
    /// when all are cancelled.
    ///
    /// - Throws: ``DataLoadError``, or `CancellationError`.
    nonisolated func load(_ request: DataRequest, isStreaming: Bool = false) async throws -> ReceivedResponse {
        let id = lastID.add(1, ordering: .relaxed).newValue
        defer { executor.order() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let caller = RequestLoad.Caller(id: id, continuation: continuation)
                onThread { $0.begin(request, for: caller, isStreaming) }
                // A cancellation before the line above found nothing to cancel.
                if Task.isCancelled { onThread { $0.cancel(id) } }
            }
        } onCancel: {
            onThread { $0.cancel(id) }
        }
    }

    private func begin(_ request: DataRequest, for caller: RequestLoad.Caller, _ isStreaming: Bool) {
        guard !isShutDown, let origin = Origin(request.url) else {
            let error = isShutDown ? DataLoadError(.loaderIsShutDown, request.url) : .withoutOrigin(request.url)
            return caller.continuation.resume(throwing: error)
        }
        let load = RequestLoad(request, origin, configuration, caller, isStreaming: isStreaming)
        if load.isShared {
            let (isFirst, first) = shared.insert(load)
            guard isFirst else {
                first.callers.append(caller)
                return setPriority(max(request.priority, first.priority), of: first)
            }
        }
        loads[load.id] = load
        startTry(of: load)
    }

    /// Lets a load have its next try, after the wait that its origin has asked for.
    private func startTry(of load: RequestLoad) {
        if let pause = pause(for: load) { return wait(for: pause, load) }
        let proxy = proxies.proxy(for: load.origin)
        if let versions = proxy.flatMap(ProxyRules.toldAddresses), load.isGuarded, load.toldAddress == nil {
            return lookUpHost(of: load, versions)
        }
        let attempt = CurlTry(load, proxy: proxy, connections)
        if load.isStreaming {
            // Called by libcurl, whose other functions must not be called meanwhile.
            attempt.whenHeadArrives = { [unowned self, id = load.id] in onThread { $0.handOut(streamOf: id) } }
        }
        load.attempt = attempt
        admission.enqueue(load.id, to: load.origin, priority: load.priority)
    }

    /// Looks up the address that a proxy is told in place of a guarded load's host: libcurl would resolve it unseen. It
    /// is judged before the next try (``CurlTry/guardFailure``), and the proxy is told this one (`CURLOPT_CONNECT_TO`).
    /// The system's lookup cannot be ended: the load stops waiting for it after the idle time.
    private func lookUpHost(of load: RequestLoad, _ versions: IPAddress.Versions) {
        let origin = load.origin
        let host = configuration.hostAddresses["\(origin.host):\(origin.port)"] ?? origin.host
        let idleTimeout = configuration.idleTimeout
        let wait = Task {
            try await Task.sleep(for: idleTimeout)
            // It may have been cancelled after that.
            try Task.checkCancellation()
            stop(load, because: .timedOut(after: idleTimeout))
        }
        load.wait = wait
        BlockingThreads.waiting.submit { [id = load.id] in
            guard !wait.isCancelled else { return }
            let address = IPAddress(ofHost: host, versions)
            self.onThread { engine in
                guard !wait.isCancelled, let load = engine.loads[id] else { return }
                load.wait.take()?.cancel()
                load.toldAddress = .some(address)
                engine.startTry(of: load)
            }
        }
    }

    /// Takes the step that follows the end of a try.
    func proceed(with load: RequestLoad, after end: CurlTry.End, of attempt: CurlTry) {
        switch end {
        case .accepted: deliver(attempt)
        case .notStarted: startTry(of: load)
        case .redirected: redirect(load, by: attempt.head)
        case .unanswered:
            load.sendAgain()
            startTry(of: load)
        case .unknownCoding:
            load.sendUndecoded()
            startTry(of: load)
        case .postponed(.refuse(let wait)): fail(load, askedToWait(HTTPStatus(attempt.head.status), wait))
        case .postponed(let action):
            load.retry()
            if case .retry(let time) = action { wait(time, load) } else { startTry(of: load) }
        case .failed(nil): fail(load, nil)
        case .failed(let reason?):
            let isFinal = load.request.failsOnSilence && load.metrics.isSilent || isHopeless(load)
            guard !isFinal, case .retry(let time) = load.action(on: .failed(reason)) else { return fail(load, reason) }
            load.retry(after: reason)
            wait(time, load)
        }
    }

    private func redirect(_ load: RequestLoad, by head: ReceivedHead) {
        do throws(DataLoadError) {
            try load.redirect(by: head)
            startTry(of: load)
        } catch {
            fail(load, error.reason)
        }
    }

    /// Lets a load have its next try after a time.
    private func wait(_ time: Duration, _ load: RequestLoad) {
        load.wait = Task {
            try await Task.sleep(for: time)
            // It may have been cancelled after that.
            try Task.checkCancellation()
            load.wait = nil
            startTry(of: load)
        }
    }

    private func deliver(_ attempt: CurlTry) {
        let load = attempt.load
        note(.accepted, of: load)
        forget(load)
        end(load, with: .success(attempt.takeResponse()))
    }

    /// Hands out the head of a stream, unless the stream is over.
    private func handOut(streamOf id: Int) {
        guard let load = loads[id], let attempt = load.attempt else { return }
        freeSlot(ofStream: attempt)
        end(load, with: .success(attempt.takeResponse()))
    }

    /// Ends a load without a response.
    ///
    /// - Parameter reason: `nil` if it was cancelled.
    private func fail(_ load: RequestLoad, _ reason: DataLoadError.Reason?) {
        guard let error = note(.failed(reason), of: load) else { return }
        forget(load)
        end(load, with: .failure(error))
    }

    /// Lets a load wait as long as an origin has asked for, if that is not too long.
    private func wait(for pause: Pause, _ load: RequestLoad) {
        let left = pause.end - .now
        if pause.isGranted { wait(left, load) } else { fail(load, askedToWait(pause.status, left)) }
    }

    private func askedToWait(_ status: HTTPStatus, _ wait: Duration) -> DataLoadError.Reason {
        .askedToWait(status, wait: wait, limit: configuration.retryPolicy.longestWait)
    }

    /// The next bytes of a stream, `nil` at its end.
    func chunk(of id: Int) async throws -> [UInt8]? {
        guard let load = loads[id], let attempt = load.attempt else { return nil }
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                precondition(attempt.reader == nil, "a stream has one reader")
                if Task.isCancelled { finish(attempt, with: .failed(nil)) }
                if attempt.body.isEmpty, attempt.end == nil { attempt.reader = reader } else { reader.resume() }
            }
        } onCancel: {
            onThread { $0.cancel(id) }
        }
        guard !attempt.body.isEmpty else {
            if let error = attempt.streamError { throw error }
            forget(load)
            return nil
        }
        let content = attempt.body.removeFirst(upTo: CurlTry.streamBufferLimit)
        if attempt.isPaused {
            attempt.isPaused = false
            attempt.lastActivity = .now
            expectCheck(of: attempt, at: attempt.lastActivity)
            attempt.handle?.resume()
        }
        do {
            return try await content.bytes()
        } catch let error as FileError {
            throw DataLoadError(error, load.url)
        }
    }

    /// Ends a request at once, waiting or running, and with the last one that shares it the load. Ignores a request that is
    /// over.
    func cancel(_ id: Int) {
        // One that has joined another's load is not in the list under its own number.
        let others = shared.lazy.filter { $0.callers.contains { $0.id == id } }
        guard let load = loads[id] ?? others.first else { return }
        let index = load.callers.firstIndex { $0.id == id }
        if let index { load.callers.remove(at: index).continuation.resume(throwing: CancellationError()) }
        guard load.callers.isEmpty else { return }
        stop(load, because: nil)
        if index != nil { forget(load) }
    }

    /// Ends a load wherever it is.
    ///
    /// - Parameter reason: `nil` if it was cancelled.
    private func stop(_ load: RequestLoad, because reason: DataLoadError.Reason?) {
        if let wait = load.wait.take() {
            wait.cancel()
            fail(load, reason)
        } else if let attempt = load.attempt {
            finish(attempt, with: .failed(reason))
        }
    }

    /// Ends a stream whose reader is gone, and forgets it.
    ///
    /// Until then its end is kept: a truncated body must not look complete.
    func drop(_ id: Int) {
        guard let load = loads[id] else { return }
        stop(load, because: nil)
        forget(load)
    }

    private func forget(_ load: RequestLoad) {
        loads[load.id] = nil
        load.attempt = nil
        if load.isShared { shared.remove(load) }
    }

    /// Changes the priority of a queued request for a whole body. Has no effect once it has started.
    func prioritize(_ request: DataRequest) {
        guard let origin = Origin(request.url),
            let index = shared.firstIndex(of: RequestLoad(request, origin, configuration))
        else { return }
        setPriority(request.priority, of: shared[index])
    }

    private func setPriority(_ priority: DataRequest.Priority, of load: RequestLoad) {
        guard priority != load.priority else { return }
        load.priority = priority
        if let attempt = load.attempt, attempt.isAwaited, !attempt.hasSlot {
            admission.enqueue(load.id, to: load.origin, priority: priority)
        }
    }

    /// Ends all loads, and the thread.
    func shutdown() async {
        isShutDown = true
        for load in loads.values { stop(load, because: .loaderIsShutDown) }
        await executor.stop()
    }

    /// Counts a load that is over, and tells the observer; one that never started does not count.
    ///
    /// - Returns: the error for its callers, or `nil` if it is complete.
    @discardableResult
    func note(_ end: CurlTry.End, of load: RequestLoad) -> (any Error)? {
        let (report, result): (DataLoader.Report.End, (any Error)?)
        switch end {
        case .failed(let reason?):
            let error = load.error(reason)
            (report, result) = (.failed(error), error)
        case .failed(nil): (report, result) = (.cancelled, CancellationError())
        default: (report, result) = (.complete, nil)
        }
        if let startedAt = load.startedAt {
            load.metrics.duration = .now - startedAt
            totals.add(load.metrics)
            observer?(DataLoader.Report(end: report, isStream: load.isStreaming, metrics: load.metrics))
        }
        return result
    }
}
#endif
