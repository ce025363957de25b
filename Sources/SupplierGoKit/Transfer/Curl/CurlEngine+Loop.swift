#if Curl
internal import CCurl

/// The loop from try to response: wait as the origin asks, queue, send the request, then follow a redirect, wait, send
/// it again, or end.
///
/// The functions stand in the order in which a transfer comes by. Each takes it from one stop to the next:
/// ``proceed(_:)`` to the queue, ``start(_:)`` from there to libcurl, and ``finish(_:with:)`` on from there, as often
/// as it takes. A turn of the thread starts what has got a slot, and finishes what libcurl has done.
///
/// ``finish(_:with:)`` ends a try, and with the last one the transfer: ``end(_:with:)`` has its result for the callers,
/// an error by way of `fail`. ``stop(_:because:)`` ends a transfer from outside, for a caller that cancels
/// (``cancel(_:)``) or a reader that is gone (``drop(_:)``). ``release(_:)`` frees what a try holds, ``forget(_:)``
/// what the engine has of a transfer.
extension CurlEngine {
    /// The longest sleep while streams of HTTP/2 are in progress, in milliseconds.
    private static let longestStreamSleep: Int32 = 20

    /// Lets libcurl work, and starts the tries that may start.
    ///
    /// - Parameter hasInput: sockets are ready. Otherwise libcurl looks only at transfers that have started or are due
    ///   (`CURL_SOCKET_TIMEOUT`): looking at one is a system call.
    /// - Returns: the most milliseconds to sleep unless a socket wakes the thread.
    func turn(_ hasInput: Bool) -> Int32 {
        context.now = .clock
        var runningCount: Int32 = 0
        context.connections.watch.watching(since: context.now) {
            unsafe hasInput || hasMultiplexed
                ? curl_multi_perform(executor.multi, &runningCount)
                : curl_multi_socket_action(executor.multi, CURL_SOCKET_TIMEOUT, 0, &runningCount)
        }
        context.now = .clock
        handOutStreams()
        // The requests that the last turn has started are sent: the server works while the callers of those that ended
        // go on.
        resumeReceivers()
        finishDone()
        // A try that has started or ended may have work for libcurl, or have freed a slot.
        guard !startAdmitted() else { return 0 }
        resumeReceivers()
        guard nextCheck > context.now else {
            nextCheck = endLate(at: context.now)
            return 0
        }
        let sleep = Int32((nextCheck - context.now) / .milliseconds(1)) + 1
        return hasMultiplexed && admission.activeCount > 0 ? min(sleep, Self.longestStreamSleep) : sleep
    }

    /// Lets a transfer have its next try, after the wait that its origin has asked for.
    func proceed(_ transfer: Transfer) {
        if let pause = transfer.host.pause(for: transfer.request) {
            let left = pause.end - .clock
            let isWaitedOut = pause.isGranted && left <= transfer.longestWait
            return isWaitedOut ? wait(left, transfer) : fail(transfer, transfer.askedToWait(left, pause.status))
        }
        if let versions = transfer.host.proxy.flatMap(ProxyRules.toldAddresses), transfer.isGuarded,
            transfer.proxiedAddress == nil
        {
            return lookUpHost(of: transfer, versions)
        }
        if transfer.attempt.end != nil { transfer.attempt = Transfer.Try() }
        admission.enqueue(transfer, priority: transfer.priority)
    }

    /// Starts the transfers that get a slot.
    ///
    /// - Returns: `true` if anything was started, which libcurl has yet to act on.
    private func startAdmitted() -> Bool {
        var hasStarted = false
        while let transfer = admission.next() {
            hasStarted = true
            start(transfer)
        }
        return hasStarted
    }

    /// Sends the request of a transfer that has got its slot.
    func start(_ transfer: Transfer) {
        let host = transfer.host
        if host.isMultiplexing { transfer.attempt.streamNumber = host.activeCount }
        if host.pause(for: transfer.request) != nil { return finish(transfer, with: .repeated) }
        if isHopeless(transfer) {
            return finish(transfer, with: .failed(.timedOut(after: configuration.idleTimeout)))
        }
        if let reason = transfer.guardFailure { return finish(transfer, with: .failed(reason)) }
        transfer.attempt.lastActivity = context.now
        transfer.startedAt = transfer.startedAt ?? context.now
        expectCheck(of: transfer, at: context.now)
        guard let handle = unsafe CurlHandle(of: template, multi: executor.multi, for: transfer) else {
            return finish(transfer, with: .failed(CurlTemplate.reason(for: CURLE_OUT_OF_MEMORY)))
        }
        transfer.handle = handle
        handle.begin()
    }

    /// Handles libcurl's messages (`curl_multi_info_read`): each is a try that is done.
    private func finishDone() {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(executor.multi, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE,
                let transfer = unsafe CurlHandle.transfer(of: message.pointee.easy_handle), let handle = transfer.handle
            else { continue }
            let code = unsafe ccurl_message_result(message)
            transfer.noteConnection(after: code, handle)
            finish(transfer, with: transfer.end(after: code, handle))
        }
    }

    /// Ends a try, queued or running, and takes the step that follows.
    func finish(_ transfer: Transfer, with end: Transfer.Try.End) {
        guard transfer.attempt.end == nil else { return }
        transfer.attempt.end = end
        learn(from: end, of: transfer)
        release(transfer)
        guard !transfer.isHandedOut else { return endStream(transfer, end) }
        switch end {
        case .accepted:
            report(transfer, .complete)
            forget(transfer)
            self.end(transfer, with: .success(transfer.takeResponse()))
        case .redirected: redirect(transfer)
        case .repeated: proceed(transfer)
        case .postponed(.refuse(let wait)): fail(transfer, transfer.askedToWait(wait, transfer.attempt.head.status))
        case .postponed(let action):
            transfer.retry()
            if case .retry(let time) = action { wait(time, transfer) } else { proceed(transfer) }
        case .failed(let reason):
            guard let reason, let time = waitForRetry(transfer, after: reason) else { return fail(transfer, reason) }
            transfer.retry(after: reason)
            wait(time, transfer)
        }
    }

    /// Notes what the end of a try says of its origin, before another try can start.
    private func learn(from end: Transfer.Try.End, of transfer: Transfer) {
        let (host, status) = (transfer.host, transfer.attempt.head.status)
        switch end {
        case .accepted, .redirected, .postponed: host.adapt(isSuccess: !RetryPolicy.isRetryable(status))
        case .failed(let reason?) where reason.isTransient: host.adapt(isSuccess: false)
        case .repeated where transfer.attempt.connectionRefusal == .tooManyStreams:
            host.streamLimit = transfer.attempt.streamNumber - 1
        default: break
        }
        switch end {
        case .postponed(.retryWithOrigin(let wait)), .postponed(.refuse(let wait)):
            let isGranted = wait <= configuration.retryPolicy.longestWaitInRequest
            host.beginPause(of: wait, isGranted: isGranted, status)
        default: break
        }
        transfer.metrics.isSilent = transfer.isSilent(at: end)
        if transfer.metrics.isSilent || transfer.attempt.head.byteCount > 0 {
            host.note(isSilent: transfer.metrics.isSilent, within: hosts.silenceTime)
        }
    }

    private func redirect(_ transfer: Transfer) {
        let head = transfer.attempt.head
        do throws(DataLoadError) {
            // Like libcurl it takes the first location that is not empty.
            let location = head.fields.values(of: "Location").first { !$0.isEmpty } ?? ""
            let target = try RedirectPolicy().target(
                from: transfer.url, location: location, count: transfer.metrics.redirectCount)
            guard let origin = Origin(target) else { throw .withoutOrigin(target) }
            let last = transfer.host
            transfer.redirect(to: target, hosts.enter(origin), by: head.status, head.fields)
            hosts.leave(last)
            proceed(transfer)
        } catch {
            fail(transfer, error.reason)
        }
    }

    /// Ends a transfer without a response.
    ///
    /// - Parameter reason: `nil` if it was cancelled.
    private func fail(_ transfer: Transfer, _ reason: DataLoadError.Reason?) {
        let error = reason.map { transfer.error($0) }
        report(transfer, error.map { .failed($0) } ?? .cancelled)
        forget(transfer)
        end(transfer, with: .failure(error ?? CancellationError()))
    }

    /// Lets a transfer's receivers have its result, after this turn.
    func end(_ transfer: Transfer, with result: Result<ReceivedResponse, any Error>) {
        transfer.result = result
        ended.append(transfer)
    }

    private func resumeReceivers() {
        guard !ended.isEmpty else { return }
        executor.order()
        for transfer in ended {
            guard let result = transfer.result else { continue }
            for receiver in transfer.receivers { receiver.receive(result) }
            (transfer.receivers, transfer.result) = ([], nil)
        }
        ended.removeAll(keepingCapacity: true)
    }

    /// Ends a stream whose head was handed out. It is kept for its reader: a truncated body must not look complete.
    private func endStream(_ transfer: Transfer, _ end: Transfer.Try.End) {
        if case .failed(let reason) = end {
            let error = reason.map { transfer.error($0) }
            report(transfer, error.map { .failed($0) } ?? .cancelled)
            transfer.streamError = error ?? CancellationError()
        } else {
            report(transfer, .complete)
        }
        transfer.reader.take()?()
    }

    /// Ends a transfer wherever it is.
    ///
    /// - Parameter reason: `nil` if it was cancelled.
    func stop(_ transfer: Transfer, because reason: DataLoadError.Reason?) {
        if let wait = transfer.wait.take() {
            wait.cancel()
            fail(transfer, reason)
        } else {
            finish(transfer, with: .failed(reason))
        }
    }
}
#endif
