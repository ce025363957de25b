#if Curl
/// The waits of a transfer: for its origin, before its next try, and for a name; and the end of tries that wait too
/// long.
extension CurlEngine {
    /// The wait before a failed request is sent again, or `nil` if it is not.
    func waitForRetry(_ transfer: Transfer, after reason: DataLoadError.Reason) -> Duration? {
        let isFinal = transfer.request.failsOnSilence && transfer.metrics.isSilent || isHopeless(transfer)
        guard !isFinal, case .retry(let time) = transfer.action(on: .failed(reason)) else { return nil }
        return time
    }

    /// The request is not worth a try, since its host only accepts connections.
    func isHopeless(_ transfer: Transfer) -> Bool {
        transfer.request.failsOnSilence && transfer.host.isSilent(within: hosts.silenceTime)
    }

    /// Lets a transfer have its next try after a time, or fail.
    ///
    /// - Parameter reason: the reason to fail then. Default `nil`, for another try.
    func wait(_ time: Duration, _ transfer: Transfer, failingBecause reason: DataLoadError.Reason? = nil) {
        transfer.wait = Task {
            try await Task.sleep(for: time)
            // It may have been cancelled after that.
            try Task.checkCancellation()
            if let reason { return stop(transfer, because: reason) }
            transfer.wait = nil
            proceed(transfer)
        }
    }

    /// Looks up the address that a proxy is told in place of a guarded transfer's host: libcurl would resolve it
    /// unseen. It is judged before the next try (``Transfer/guardFailure``), and the proxy is told this one
    /// (`CURLOPT_CONNECT_TO`). The system's lookup cannot be ended: the transfer stops waiting for it after the idle
    /// time.
    func lookUpHost(of transfer: Transfer, _ versions: IPAddress.Versions) {
        let origin = transfer.host.origin
        let host = configuration.hostAddresses["\(origin.host):\(origin.port)"] ?? origin.host
        wait(configuration.idleTimeout, transfer, failingBecause: .timedOut(after: configuration.idleTimeout))
        guard let wait = transfer.wait else { return }
        BlockingThreads.waiting.submit { [id = transfer.id] in
            guard !wait.isCancelled else { return }
            let address = IPAddress(ofHost: host, versions)
            self.onThread { engine in
                guard !wait.isCancelled, let transfer = engine.transfer(id) else { return }
                transfer.wait.take()?.cancel()
                transfer.proxiedAddress = .some(address)
                engine.proceed(transfer)
            }
        }
    }
}

// MARK: - Tries that are late

extension CurlEngine {
    /// Makes sure that a try is looked at when it may be late.
    func expectCheck(of transfer: Transfer, at now: Duration) {
        nextCheck = min(nextCheck, now + min(configuration.idleTimeout, transfer.timeLeft(at: now)))
    }

    /// Ends the tries on which no byte arrived for too long, or that take too long. A stream that its reader holds back
    /// is not idle.
    ///
    /// - Returns: when to look again.
    func endLate(at now: Duration) -> Duration {
        var soonest: Duration = .seconds(60)
        let running = transfers.filter { $0.handle != nil && !$0.isPaused }
        for transfer in running {
            var reason = transfer.lateness(at: now)
            if case .timedOut = reason, !transfer.attempt.hasSentRequest, transfer.host.isMultiplexing {
                // It waits for a stream of a connection, on which others may get bytes.
                let others = running.filter { $0.host === transfer.host && $0.attempt.hasSentRequest }
                transfer.attempt.lastActivity =
                    others.map(\.attempt.lastActivity).max() ?? transfer.attempt.lastActivity
                reason = transfer.lateness(at: now)
            }
            guard let reason else {
                let idleLeft = transfer.attempt.lastActivity + configuration.idleTimeout - now
                soonest = min(soonest, idleLeft, transfer.timeLeft(at: now))
                continue
            }
            transfer.handle?.leaveConnection()
            finish(transfer, with: .failed(reason))
        }
        return now + soonest
    }
}
#endif
