import FoundationEssentials

extension CurlEngine {
    /// A transfer or an origin that continues after a wait.
    enum Alarm {
        case transfer(Int)
        case origin(Origin)
    }

    /// An origin that asked for a longer wait than the policy grants.
    struct BlockedOrigin {
        let status: HTTPStatus
        let end: ContinuousClock.Instant
    }

    /// Continues the transfers and origins whose wait is over.
    func wakeDue(at now: ContinuousClock.Instant) {
        while let alarm = alarms.popFirst(dueAt: now) {
            switch alarm {
            case .transfer(let id):
                if let transfer = transfers[id], transfer.phase == .sleeping { enqueue(transfer) }
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
        if reason.isTransient { admission.adapt(to: transfer.origin, isSuccess: false) }
        guard transfer.canRetry else { return fail(transfer, with: reason) }
        let action = configuration.retryPolicy.action(
            on: .failed(reason), retries: transfer.metrics.retryCount, timeLeft: transfer.timeLeft(at: .now),
            random: .random(in: .min ... .max))
        guard action != .accept else { return fail(transfer, with: reason) }
        if case .timedOut = reason { transfer.needsNewConnection = true }
        perform(action, on: transfer)
    }

    /// Carries out the policy's action. A transfer that waits gives its slot back.
    func perform(_ action: RetryPolicy.Action, on transfer: CurlTransfer) {
        let now = ContinuousClock.now
        switch action {
        case .accept:
            return
        case .refuse(let wait):
            let status = HTTPStatus(transfer.attempt.status)
            blockedOrigins[transfer.origin] = BlockedOrigin(status: status, end: now + wait)
            fail(transfer, with: askedToWait(status, wait: wait))
        case .retry(let wait):
            release(transfer)
            transfer.retry()
            transfer.phase = .sleeping
            alarms.insert(.transfer(transfer.id), at: now + wait)
        case .retryWithOrigin(let wait):
            release(transfer)
            transfer.retry()
            pause(transfer.origin, until: now + wait)
            enqueue(transfer)
        }
    }

    private func pause(_ origin: Origin, until end: ContinuousClock.Instant) {
        if let known = pauses[origin], known >= end { return }
        pauses[origin] = end
        admission.pause(origin)
        alarms.insert(.origin(origin), at: end)
    }

    /// The reason not to start a transfer to a blocked origin, or `nil` if it is not blocked.
    func blockReason(for transfer: CurlTransfer) -> DataLoadError.Reason? {
        guard !blockedOrigins.isEmpty, let block = blockedOrigins[transfer.origin] else { return nil }
        let now = ContinuousClock.now
        guard block.end > now else {
            blockedOrigins[transfer.origin] = nil
            return nil
        }
        return askedToWait(block.status, wait: block.end - now)
    }

    private func askedToWait(_ status: HTTPStatus, wait: Duration) -> DataLoadError.Reason {
        .askedToWait(status, wait: wait, limit: configuration.retryPolicy.longestWait)
    }
}
