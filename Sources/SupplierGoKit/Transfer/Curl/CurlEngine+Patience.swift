import FoundationEssentials

extension CurlEngine {
    /// Who goes on after a wait.
    enum Alarm {
        case transfer(Int)
        case origin(Origin)
    }

    /// An origin's wish to be left alone for longer than anybody waits.
    struct Closure {
        let status: HTTPStatus
        let end: Moment
    }

    /// Lets those go on whose wait is over.
    func wakeDue(at now: Moment) {
        while let alarm = alarms.popFirst(dueAt: now) {
            switch alarm {
            case .transfer(let id):
                guard let transfer = transfers[id], transfer.isSleeping else { continue }
                transfer.isSleeping = false
                admission.enqueue(id, to: transfer.origin, priority: transfer.priority)
            case .origin(let origin):
                // It may have asked for more time since.
                guard let end = pauses[origin], end <= now else { continue }
                pauses[origin] = nil
                admission.resume(origin)
            }
        }
    }

    /// Tries again after a failure that may pass, and fails otherwise.
    func retryOrFail(_ transfer: CurlTransfer, with reason: DataLoadError.Reason) {
        guard transfer.canRetry else { return fail(transfer, with: reason) }
        let action = configuration.retryPolicy.action(
            on: .failed(reason), retries: transfer.metrics.retryCount, timeLeft: transfer.timeLeft(at: .now),
            random: .random(in: .min ... .max))
        if action == .accept { fail(transfer, with: reason) } else { perform(action, on: transfer) }
    }

    /// Does what the policy says; a transfer that waits leaves its place to others.
    func perform(_ action: RetryPolicy.Action, on transfer: CurlTransfer) {
        let now = Moment.now
        switch action {
        case .accept:
            return
        case .refuse(let wait):
            closures[transfer.origin] = Closure(status: HTTPStatus(transfer.status), end: now + wait)
            fail(transfer, with: askedToWait(HTTPStatus(transfer.status), wait: wait))
        case .retry(let wait):
            release(transfer)
            transfer.retry()
            transfer.isSleeping = true
            alarms.insert(.transfer(transfer.id), at: now + wait)
        case .retryWithOrigin(let wait):
            release(transfer)
            transfer.retry()
            pause(transfer.origin, until: now + wait)
            admission.enqueue(transfer.id, to: transfer.origin, priority: transfer.priority)
        }
    }

    private func pause(_ origin: Origin, until end: Moment) {
        if let known = pauses[origin], known >= end { return }
        pauses[origin] = end
        admission.pause(origin)
        alarms.insert(.origin(origin), at: end)
    }

    /// Why a transfer to an origin that wants to be left alone is not even started.
    func closureReason(for transfer: CurlTransfer) -> DataLoadError.Reason? {
        guard !closures.isEmpty, let closure = closures[transfer.origin] else { return nil }
        let now = Moment.now
        guard closure.end > now else {
            closures[transfer.origin] = nil
            return nil
        }
        return askedToWait(closure.status, wait: closure.end - now)
    }

    private func askedToWait(_ status: HTTPStatus, wait: Duration) -> DataLoadError.Reason {
        .askedToWait(status, wait: wait, limit: configuration.retryPolicy.longestWait)
    }
}

extension CurlTransfer {
    /// The error that a reason is, with what the transfer took.
    func error(_ reason: DataLoadError.Reason) -> DataLoadError {
        DataLoadError(
            reason, url, tryCount: reason == .loaderIsShutDown ? 1 : metrics.retryCount + 1,
            metrics: startedAt == nil ? nil : metrics)
    }

    /// Whether a coded body is longer than what may come out of it, which libcurl's callbacks need not ever say.
    var hasReceivedTooMuch: Bool {
        guard isCoded, isDelivered, let limit = request.byteLimit, let carrier else { return false }
        return carrier.receivedByteCount > limit
    }

    /// Adds a try's figures.
    func measure(_ carrier: any TransferCarrier) {
        metrics.address = address
        metrics.receivedByteCount += carrier.receivedByteCount
        metrics.decodedByteCount = byteCount
        if !carrier.hasReusedConnection { metrics.reusesConnection = false }
    }
}
