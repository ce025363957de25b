internal import CCurl
import FoundationEssentials

extension CurlEngine {
    /// Lets libcurl work, starts the transfers that may start, and delivers those that are complete.
    ///
    /// New transfers start before finished ones are delivered: the server works meanwhile.
    ///
    /// - Returns: the most milliseconds to sleep unless a socket wakes the thread.
    func turn() -> Int32 {
        wakeDue(at: .now)
        var runningCount: Int32 = 0
        connections.watch.watching { unsafe curl_multi_perform(executor.multi, &runningCount) }
        deliverComplete()
        finishDone()
        for transfer in streams.values {
            if transfer.metrics.protocolName == nil { noteProtocol(of: transfer) }
            transfer.deliverChunk()
            if transfer.attempt.isPaused, !transfer.body.isEmpty { giveBackSlot(of: transfer) }
        }
        guard !startAdmitted() else { return 0 }
        deliverComplete()
        let now = ContinuousClock.now
        if nextCheck <= now {
            nextCheck = endLate(at: now)
            // A transfer that has ended may have freed a slot.
            return 0
        }
        let left = min(nextCheck, alarms.first ?? nextCheck) - now
        return left <= .zero ? 0 : Int32(left / .milliseconds(1)) + 1
    }

    /// - Returns: `true` if anything was started, which libcurl has yet to act on.
    private func startAdmitted() -> Bool {
        var hasStarted = false
        while let id = admission.next() {
            if !hasStarted { connections.inspect() }
            guard let transfer = transfers[id] else { preconditionFailure("a transfer that is gone was withdrawn") }
            hasStarted = true
            start(transfer)
        }
        return hasStarted
    }

    private func start(_ transfer: CurlTransfer) {
        transfer.proxy = proxies.proxy(for: transfer.origin)
        transfer.phase = .running
        transfer.hasSlot = true
        if admission.isMultiplexing(transfer.origin) {
            transfer.streamNumber = admission.activeCount(at: transfer.origin)
        }
        if let reason = transfer.guardFailure ?? blockReason(for: transfer) {
            return fail(transfer, with: reason)
        }
        transfer.lastActivity = .now
        transfer.startedAt = transfer.startedAt ?? transfer.lastActivity
        expectCheck(of: transfer, at: transfer.lastActivity)
        guard let handle = unsafe CurlHandle(of: template, multi: executor.multi, for: transfer) else {
            let code = CURLE_OUT_OF_MEMORY
            return fail(transfer, with: .failed(code: Int(code.rawValue), reason: CurlTemplate.text(for: code)))
        }
        if transfer.isStreaming { streams[transfer.id] = transfer }
        transfer.handle = handle
        handle.begin()
    }

    /// Handles libcurl's messages (`curl_multi_info_read`): each is a transfer that is done.
    private func finishDone() {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(executor.multi, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
            let code = unsafe ccurl_message_result(message)
            if let transfer = unsafe CurlHandle.transfer(of: message.pointee.easy_handle) {
                finish(transfer, with: code)
            }
        }
    }

    /// Continues after libcurl is done with a transfer: delivery, a redirect, a retry or failure.
    private func finish(_ transfer: CurlTransfer, with code: CURLcode) {
        guard let handle = transfer.handle else { return }
        let attempt = transfer.attempt
        if attempt.exceedsStreams {
            admission.noteStreamLimit(transfer.streamNumber - 1, at: transfer.origin)
            release(transfer)
            transfer.attempt = CurlTransfer.Attempt()
            return enqueue(transfer)
        }
        noteProtocol(of: transfer)
        noteConnection(of: transfer, after: code)
        if code == CURLE_OK || attempt.plan != .accept {
            admission.adapt(to: transfer.origin, isSuccess: !RetryPolicy.isRetryable(HTTPStatus(attempt.status)))
        }
        if transfer.hasReusedConnection, transfer.canRetry {
            if transfer.isDistrusted { return sendAgain(transfer) }
            if transfer.isNonsense(after: code) { return sendAgain(transfer, afterNonsense: true) }
            transfer.metrics.reusedOrigins.insert(transfer.peer)
        }
        if transfer.isRedirected, attempt.isHeadComplete, attempt.refusal == nil {
            follow(transfer)
        } else if attempt.isHeadComplete, attempt.plan != .accept {
            perform(attempt.plan, on: transfer)
        } else if code == CURLE_OK {
            release(transfer)
            complete.append(transfer)
        } else if transfer.isUnanswered(after: code) {
            sendAgain(transfer)
        } else {
            retryOrFail(transfer, with: transfer.failureReason(for: code, text: handle.text(for: code)))
        }
    }

    /// Keeps the connection of a response that is complete, or learns from it that the origin sends what nobody asked for.
    private func noteConnection(of transfer: CurlTransfer, after code: CURLcode) {
        guard let handle = transfer.handle, !handle.isMultiplexed else { return }
        var isKept = true
        if code == CURLE_OK {
            isKept = connections.keep(handle, of: ObjectIdentifier(transfer), to: transfer.peer)
        } else {
            connections.forget(handle.connectionEnds, of: ObjectIdentifier(transfer))
        }
        // With more connections than there are slots libcurl may close any.
        let hadMoreBytes = !isKept && heldBackCount == 0 && transfer.mayKeepConnection
        let isSense = transfer.attempt.isHeadComplete && !transfer.isNonsense(after: code)
        if hadMoreBytes || transfer.hasReadNonsense && isSense { connections.distrust(transfer.peer) }
    }

    private func sendAgain(_ transfer: CurlTransfer, afterNonsense: Bool = false) {
        release(transfer)
        transfer.sendAgain(afterNonsense: afterNonsense)
        enqueue(transfer)
    }

    /// Notes the server's protocol, which is known with the head of its answer.
    private func noteProtocol(of transfer: CurlTransfer) {
        guard let handle = transfer.handle else { return }
        transfer.metrics.protocolName = handle.protocolName
        guard transfer.attempt.status != 0 else { return }
        admission.noteProtocol(at: transfer.origin, isMultiplexing: handle.isMultiplexed)
    }

    private func follow(_ transfer: CurlTransfer) {
        do throws(DataLoadError) {
            let target = try RedirectPolicy().target(
                from: transfer.url, location: transfer.location, count: transfer.metrics.redirectCount)
            guard let origin = Origin(target) else { throw DataLoadError(.unsupportedScheme, target) }
            release(transfer)
            transfer.redirect(to: target, origin: origin)
            enqueue(transfer)
        } catch {
            fail(transfer, with: error.reason)
        }
    }

    /// Queues a transfer for a slot again.
    func enqueue(_ transfer: CurlTransfer) {
        transfer.phase = .queued
        admission.enqueue(transfer.id, to: transfer.origin, priority: transfer.priority)
    }

    private func deliverComplete() {
        for transfer in complete { deliver(transfer) }
        complete.removeAll(keepingCapacity: true)
    }

    private func deliver(_ transfer: CurlTransfer) {
        note(.complete, of: transfer)
        switch transfer.delivery {
        case .whole(let waiters):
            forget(transfer, waiters)
            let response = transfer.takeResponse()
            for waiter in waiters { waiter.continuation.resume(returning: response) }
        case .head(let waiter):
            transfer.end = .success(())
            transfer.delivery = .chunks
            waiter.resume(returning: transfer.head)
        case .chunks:
            transfer.end = .success(())
            transfer.deliverChunk()
        }
    }

    /// Ends a transfer that failed, or was cancelled if there is no reason, in any phase.
    func fail(_ transfer: CurlTransfer, with reason: DataLoadError.Reason?) {
        let wasInProgress = transfer.startedAt != nil && transfer.end == nil
        switch transfer.phase {
        case .running: release(transfer)
        case .queued: admission.withdraw(transfer.id)
        case .sleeping, .over: break
        }
        transfer.phase = .over
        complete.removeAll { $0 === transfer }
        if wasInProgress { note(reason.map { .failed(transfer.error($0)) } ?? .cancelled, of: transfer) }
        let error: any Error = reason.map { transfer.error($0) } ?? CancellationError()
        switch transfer.delivery {
        case .whole(let waiters):
            forget(transfer, waiters)
            for waiter in waiters { waiter.continuation.resume(throwing: error) }
        case .head(let waiter):
            transfers[transfer.id] = nil
            waiter.resume(throwing: error)
        case .chunks:
            transfer.end = transfer.end ?? .failure(error)
            transfer.deliverChunk()
        }
    }

    /// Counts a transfer that is over, and tells the observer.
    private func note(_ end: DataLoader.Report.End, of transfer: CurlTransfer) {
        if let startedAt = transfer.startedAt { transfer.metrics.duration = .now - startedAt }
        totals.add(transfer.metrics)
        observer?(DataLoader.Report(end: end, isStream: transfer.isStreaming, metrics: transfer.metrics))
    }

    /// Frees the transfer's handle and slot.
    func release(_ transfer: CurlTransfer) {
        transfer.phase = .over
        takeBackSlot(of: transfer)
        transfer.hasSlot = false
        admission.finish(at: transfer.origin)
        streams[transfer.id] = nil
        guard let handle = transfer.handle else { return }
        transfer.measure(handle)
        transfer.handle = nil
        handle.end()
    }

    /// Lets another transfer have the slot of a stream that its reader holds back: the reader may be waiting for that one.
    private func giveBackSlot(of transfer: CurlTransfer) {
        guard transfer.hasSlot else { return }
        transfer.hasSlot = false
        admission.finish(at: transfer.origin)
        setHeldBackCount(heldBackCount + 1)
    }

    /// Counts a stream again that goes on, or ends.
    func takeBackSlot(of transfer: CurlTransfer) {
        guard !transfer.hasSlot else { return }
        transfer.hasSlot = true
        admission.reclaimSlot(at: transfer.origin)
        setHeldBackCount(heldBackCount - 1)
    }

    /// Lets libcurl have as many connections more: it would not start the transfers that were let in.
    private func setHeldBackCount(_ count: Int) {
        heldBackCount = count
        let limit = configuration.connectionLimit &+ count
        unsafe ccurl_multi_set_long(executor.multi, CURLMOPT_MAX_HOST_CONNECTIONS, limit)
    }

    /// Makes sure that a transfer is looked at when it may be late.
    func expectCheck(of transfer: CurlTransfer, at now: ContinuousClock.Instant) {
        nextCheck = min(nextCheck, now + min(configuration.idleTimeout, transfer.timeLeft(at: now)))
    }

    /// Ends the transfers on which no byte arrived for too long, or that take too long.
    ///
    /// A stream that its reader holds back is not idle.
    ///
    /// - Returns: when to look again.
    private func endLate(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        var soonest: Duration = .seconds(60)
        for transfer in transfers.values where transfer.phase == .running && !transfer.attempt.isPaused {
            var reason = transfer.lateness(at: now)
            if case .timedOut = reason, let activity = streamActivity(of: transfer) {
                transfer.lastActivity = activity
                reason = transfer.lateness(at: now)
            }
            guard let reason else {
                let idleLeft = transfer.lastActivity + configuration.idleTimeout - now
                soonest = min(soonest, idleLeft, transfer.timeLeft(at: now))
                continue
            }
            transfer.handle?.leaveConnection()
            retryOrFail(transfer, with: reason)
        }
        return now + soonest
    }

    /// The time of the last byte over the connections that a transfer waits for a stream of, or `nil` if it does not
    /// wait.
    private func streamActivity(of waiting: CurlTransfer) -> ContinuousClock.Instant? {
        guard !waiting.attempt.hasSentRequest, admission.isMultiplexing(waiting.origin) else { return nil }
        return transfers.values.filter {
            $0.phase == .running && $0.origin == waiting.origin && $0.attempt.hasSentRequest
        }
        .map(\.lastActivity).max()
    }
}
