/// The loop above the tries: try, follow a redirect, wait as the server asks, try again.
extension CurlEngine {
    /// Loads a whole body, or a stream's head. Equal requests for bodies in progress share one load, which ends early only
    /// when all are cancelled.
    ///
    /// - Throws: ``DataLoadError``, or `CancellationError`.
    func load(_ request: DataRequest, isStreaming: Bool = false) async throws -> ReceivedResponse {
        let id = makeID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let caller = RequestLoad.Caller(id: id, continuation: continuation)
                if !isStreaming, request.isShared, let load = shared[request.sharingKey] {
                    load.callers.append(caller)
                    setPriority(max(request.priority, load.priority), of: load)
                } else {
                    begin(request, for: caller, isStreaming)
                }
                // A cancellation before the lines above found nothing to cancel.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            Task { await self.cancel(id) }
        }
    }

    private func makeID() -> Int {
        lastID += 1
        return lastID
    }

    private func begin(_ request: DataRequest, for caller: RequestLoad.Caller, _ isStreaming: Bool) {
        guard !isShutDown, let origin = Origin(request.url) else {
            let reason = isShutDown ? DataLoadError.Reason.loaderIsShutDown : .unsupportedScheme
            return caller.continuation.resume(throwing: DataLoadError(reason, request.url))
        }
        let load = RequestLoad(request, origin, configuration, caller, isStreaming: isStreaming)
        loads[load.id] = load
        if !isStreaming, request.isShared { shared[request.sharingKey] = load }
        load.task = Task { await run(load) }
    }

    private func run(_ load: RequestLoad) async {
        let result: Result<ReceivedResponse, any Error>
        do {
            let attempt = try await response(to: load)
            if load.isStreaming {
                freeSlot(ofStream: attempt)
            } else {
                note(.accepted, of: load)
                forget(load)
            }
            result = .success(attempt.takeResponse())
        } catch {
            let reason = (error as? DataLoadError)?.reason ?? (isShutDown ? .loaderIsShutDown : nil)
            result = .failure(note(.failed(reason), of: load) ?? error)
            forget(load)
        }
        for caller in load.callers { caller.continuation.resume(with: result) }
        load.callers = []
    }

    /// Tries until there is a response to deliver.
    ///
    /// - Returns: the try that has it, or of a stream the head.
    private func response(to load: RequestLoad) async throws -> CurlTry {
        while true {
            try await waitForOrigin(of: load)
            let attempt = CurlTry(load, proxy: proxies.proxy(for: load.origin), connections)
            let end: CurlTry.End = await withCheckedContinuation { waiter in
                guard !Task.isCancelled else { return waiter.resume(returning: .failed(nil)) }
                load.attempt = attempt
                attempt.waiter = waiter
                admission.enqueue(load.id, to: load.origin, priority: load.priority)
            }
            switch end {
            case .accepted: return attempt
            case .notStarted: continue
            case .redirected: try load.redirect(by: attempt.head)
            case .unanswered(let isNonsense): load.sendAgain(afterNonsense: isNonsense)
            case .postponed(.refuse(let wait)): throw askedToWait(HTTPStatus(attempt.head.status), wait, load)
            case .postponed(let action):
                load.retry()
                if case .retry(let wait) = action { try await Task.sleep(for: wait) }
            case .failed(nil): throw CancellationError()
            case .failed(let reason?):
                guard case .retry(let wait) = load.action(on: .failed(reason)) else {
                    if load.metrics.isHostSilent { pauseSilent(load.origin) }
                    throw DataLoadError(reason, load.url)
                }
                load.retry(after: reason)
                try await Task.sleep(for: wait)
            }
        }
    }

    /// Waits as long as an origin has asked for.
    private func waitForOrigin(of load: RequestLoad) async throws {
        while let pause = pause(for: load) {
            let left = pause.end - .now
            guard let status = pause.status else {
                throw DataLoadError(.suspended(until: .now + left / .seconds(1), after: nil), load.url)
            }
            guard pause.isGranted else { throw askedToWait(status, left, load) }
            try await Task.sleep(for: left)
        }
    }

    private func askedToWait(_ status: HTTPStatus, _ wait: Duration, _ load: RequestLoad) -> DataLoadError {
        DataLoadError(.askedToWait(status, wait: wait, limit: configuration.retryPolicy.longestWait), load.url)
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
            Task { await self.cancel(id) }
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
        let others = shared.values.lazy.filter { $0.callers.contains { $0.id == id } }
        guard let load = loads[id] ?? others.first else { return }
        let index = load.callers.firstIndex { $0.id == id }
        if let index { load.callers.remove(at: index).continuation.resume(throwing: CancellationError()) }
        guard load.callers.isEmpty else { return }
        end(load, with: nil)
        if index != nil { forget(load) }
    }

    private func end(_ load: RequestLoad, with reason: DataLoadError.Reason?) {
        load.task?.cancel()
        if let attempt = load.attempt { finish(attempt, with: .failed(reason)) }
    }

    /// Ends a stream whose reader is gone, and forgets it.
    ///
    /// Until then its end is kept: a truncated body must not look complete.
    func drop(_ id: Int) {
        guard let load = loads[id] else { return }
        end(load, with: nil)
        forget(load)
    }

    private func forget(_ load: RequestLoad) {
        loads[load.id] = nil
        load.attempt = nil
        let key = load.request.sharingKey
        if shared[key] === load { shared[key] = nil }
    }

    /// Changes the priority of a queued request for a whole body. Has no effect once it has started.
    func prioritize(_ request: DataRequest) {
        if let load = shared[request.sharingKey] { setPriority(request.priority, of: load) }
    }

    private func setPriority(_ priority: DataRequest.Priority, of load: RequestLoad) {
        guard priority != load.priority else { return }
        load.priority = priority
        if let attempt = load.attempt, attempt.waiter != nil, !attempt.hasSlot {
            admission.enqueue(load.id, to: load.origin, priority: priority)
        }
    }

    /// The totals until now.
    func currentTotals() -> DataLoader.Totals {
        var totals = totals
        totals.distrustedOrigins = Set(distrustedOrigins().map(\.description))
        return totals
    }

    /// The origins that have sent bytes which no request asked for, until now.
    func distrustedOrigins() -> Set<Origin> {
        connections.inspect()
        return connections.distrusted
    }

    /// Ends all loads, and the thread.
    func shutdown() async {
        isShutDown = true
        for load in loads.values { end(load, with: .loaderIsShutDown) }
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
