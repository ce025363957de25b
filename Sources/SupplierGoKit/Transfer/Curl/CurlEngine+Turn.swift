internal import CCurl
import FoundationEssentials

extension CurlEngine {
    /// Lets libcurl work on what is ready, starts what may start, hands out what is done.
    ///
    /// A turn ends though answers may come as fast as requests are sent: others wait for theirs, and for the bytes of streams.
    ///
    /// - Returns: how long there is nothing to do unless a socket says otherwise, in milliseconds.
    func turn() -> Int32 {
        wakeDue(at: multi.now)
        while let action = multi.actOnSocket() {
            if case .connection(let connection) = action { goOn(over: connection) }
            goOn()
        }
        if multi.isDue { multi.actOnTime() }
        let hasStarted = goOn()
        for transfer in multi.attended.values {
            if transfer.isStreaming {
                if transfer.metrics.protocolName == nil { noteProtocol(of: transfer) }
                transfer.deliverChunk()
            }
            if transfer.isCoded { endOversized(transfer) }
        }
        // Who ends leaves a place to others.
        let isCheck = nextCheck <= multi.now
        if isCheck { nextCheck = endLate(at: multi.now) }
        guard !hasStarted, !isCheck else { return 0 }
        return multi.milliseconds(to: min(nextCheck, alarms.first ?? nextCheck, admission.heldUntil ?? nextCheck))
    }

    /// Sees what is done, starts what may start, and hands out the former.
    ///
    /// What takes a place that became free is sent before anybody hears of what had it, and before the next socket is looked
    /// at: meanwhile its server works.
    ///
    /// - Returns: whether anything was started, which may be done by now.
    @discardableResult
    private func goOn() -> Bool {
        finishDone()
        var hasStarted = startAdmitted()
        while flush() { hasStarted = startAdmitted() || hasStarted }
        if hasStarted { multi.actOnTime() }
        for transfer in complete { deliver(transfer) }
        complete.removeAll(keepingCapacity: true)
        return hasStarted
    }

    private func startAdmitted() -> Bool {
        var hasStarted = false
        while let id = admission.next(at: multi.now) {
            guard let transfer = transfers[id] else { preconditionFailure("a transfer that is gone was withdrawn") }
            hasStarted = true
            transfer.proxy = proxies.isEmpty ? nil : proxies.proxy(for: transfer.origin)
            transfer.isRunning = true
            if let reason = transfer.guardFailure ?? closureReason(for: transfer) {
                fail(transfer, with: reason)
                continue
            }
            transfer.lastActivity = multi.now
            transfer.startedAt = transfer.startedAt ?? transfer.lastActivity
            expectCheck(of: transfer, at: transfer.lastActivity)
            if transfer.isStreaming { multi.attended[id] = transfer }
            if !exchange(transfer) { hand(transfer) }
        }
        return hasStarted
    }

    /// Hands a transfer to libcurl.
    private func hand(_ transfer: CurlTransfer) {
        guard let handle = makeHandle() else {
            return fail(
                transfer,
                with: .failed(
                    code: Int(CURLE_OUT_OF_MEMORY.rawValue), reason: CurlLibrary.text(for: CURLE_OUT_OF_MEMORY)))
        }
        makeRoom(at: transfer.origin)
        transfer.carrier = handle
        handle.prepare(transfer)
        unsafe ccurl_multi_add_handle(multi.pointer, handle.pointer)
    }

    func makeHandle() -> CurlHandle? {
        share = share ?? CurlShare()
        return share.flatMap {
            CurlHandle(configuration, multi: multi, share: $0, hasProxies: !proxies.isEmpty)
        }
    }

    /// Handles libcurl's messages (`curl_multi_info_read`): each is a transfer that is done.
    private func finishDone() {
        var left: Int32 = 0
        while let message = unsafe ccurl_multi_info_read(multi.pointer, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
            let code = unsafe ccurl_message_result(message)
            var context: UnsafeMutableRawPointer?
            unsafe ccurl_easy_get_pointer(message.pointee.easy_handle, CURLINFO_PRIVATE, &context)
            guard let context = unsafe context else { continue }
            let user = unsafe Unmanaged<AnyObject>.fromOpaque(context).takeUnretainedValue()
            if let transfer = user as? CurlTransfer { finish(transfer, with: code) }
            if let connection = user as? CurlConnection { begin(over: connection, made: code) }
        }
    }

    /// Goes on with a transfer whose answer is whole, or will not become so.
    func finish(_ transfer: CurlTransfer, with code: CURLcode) {
        guard let carrier = transfer.carrier else { return }
        noteProtocol(of: transfer)
        if transfer.isHeadComplete && transfer.isRedirect && transfer.refusal == nil {
            follow(transfer)
        } else if transfer.isHeadComplete && transfer.plan != .accept {
            perform(transfer.plan, on: transfer)
        } else if code == CURLE_OK {
            release(transfer)
            complete.append(transfer)
        } else {
            retryOrFail(transfer, with: transfer.failureReason(for: code, text: carrier.text(for: code)))
        }
    }

    /// Notes what the server speaks, which is known with its answer's head.
    private func noteProtocol(of transfer: CurlTransfer) {
        transfer.metrics.protocolName = transfer.carrier?.protocolName
        if transfer.metrics.protocolName == CurlHandle.multiplexingProtocol {
            admission.noteMultiplexing(at: transfer.origin)
        }
    }

    private func follow(_ transfer: CurlTransfer) {
        do throws(DataLoadError) {
            let target = try redirects.target(
                from: transfer.url, location: transfer.location, count: transfer.metrics.redirectCount)
            guard let origin = Origin(target) else { throw DataLoadError(.unsupportedScheme, target) }
            release(transfer)
            transfer.redirect(to: target, origin: origin)
            admission.enqueue(transfer.id, to: origin, priority: transfer.priority)
        } catch {
            fail(transfer, with: error.reason)
        }
    }

    /// Hands out a transfer that is complete.
    private func deliver(_ transfer: CurlTransfer) {
        note(.complete, of: transfer)
        switch transfer.delivery {
        case .whole(let waiters):
            forget(transfer, waiters)
            let outcome = DataOutcome(
                of: DataResponse(head: transfer.head, body: transfer.takeBody(), metrics: transfer.metrics))
            for waiter in waiters { waiter.receiver(.success(outcome)) }
        case .stream(let waiter):
            transfer.end = .success(())
            transfer.delivery = .chunks
            waiter.resume(returning: transfer.head)
        case .chunks:
            transfer.end = .success(())
            transfer.deliverChunk()
        }
    }

    /// Ends a transfer that failed, or was cancelled where there is no reason, whatever it is doing.
    func fail(_ transfer: CurlTransfer, with reason: DataLoadError.Reason?) {
        let hasBegun = transfer.startedAt != nil && transfer.end == nil
        if transfer.isRunning {
            release(transfer)
        } else if transfer.end == nil && !transfer.isSleeping {
            admission.withdraw(transfer.id)
        }
        if hasBegun { note(reason.map { .failed(transfer.error($0)) } ?? .cancelled, of: transfer) }
        let failure = reason.map { transfer.error($0) }
        let error: any Error = failure ?? CancellationError()
        switch transfer.delivery {
        case .whole(let waiters):
            forget(transfer, waiters)
            let outcome = failure.map { DataOutcome(.failure($0), metrics: transfer.metrics) }
            for waiter in waiters { waiter.receiver(outcome.map { .success($0) } ?? .failure(error)) }
        case .stream(let waiter):
            transfers[transfer.id] = nil
            waiter.resume(throwing: error)
        case .chunks:
            transfer.end = transfer.end ?? .failure(error)
            transfer.deliverChunk()
        }
    }

    /// Counts a transfer that is over, and tells who wants to know.
    private func note(_ end: TransferReport.End, of transfer: CurlTransfer) {
        if let startedAt = transfer.startedAt { transfer.metrics.duration = .now - startedAt }
        totals.add(transfer.metrics)
        observer?(TransferReport(end: end, isStream: transfer.isStreaming, metrics: transfer.metrics))
    }

    /// Gives back what carried the transfer, and its place.
    func release(_ transfer: CurlTransfer) {
        transfer.isRunning = false
        admission.finish(at: transfer.origin)
        guard let carrier = transfer.carrier else { return }
        transfer.carrier = nil
        transfer.measure(carrier)
        if transfer.isStreaming || transfer.isCoded { multi.attended[transfer.id] = nil }
        carrier.giveBack(to: self)
    }

    /// Sees to it that a transfer is looked at when it may have become late.
    func expectCheck(of transfer: CurlTransfer, at now: Moment) {
        nextCheck = min(nextCheck, now + min(configuration.idleTimeout, transfer.timeLeft(at: now)))
    }

    /// Ends a transfer whose body is too large as it comes, whatever comes out of it.
    private func endOversized(_ transfer: CurlTransfer) {
        guard !transfer.isPaused, transfer.hasReceivedTooMuch, let limit = transfer.request.byteLimit else { return }
        fail(transfer, with: .bodyTooLarge(limit: limit))
    }

    /// Ends transfers on which no byte arrived for too long, or that take too long, and says when to look again.
    ///
    /// A stream that its reader holds back is not idle, nor is one whose reader has not come yet.
    private func endLate(at now: Moment) -> Moment {
        var soonest: Duration = .seconds(60)
        for transfer in transfers.values where transfer.isRunning && !transfer.isPaused {
            let idleLeft = transfer.lastActivity + configuration.idleTimeout - now
            let timeLeft = transfer.timeLeft(at: now)
            if timeLeft <= .zero {
                fail(transfer, with: .tookTooLong(limit: configuration.timeLimit))
            } else if idleLeft <= .zero {
                retryOrFail(transfer, with: .timedOut(after: configuration.idleTimeout))
            } else {
                soonest = min(soonest, idleLeft, timeLeft)
            }
        }
        return now + soonest
    }
}
