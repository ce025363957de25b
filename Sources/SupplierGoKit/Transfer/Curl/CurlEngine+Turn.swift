internal import CCurl
import FoundationEssentials

extension CurlEngine {
    /// Starts what may start, lets libcurl work, hands out what is done.
    ///
    /// - Returns: how long there is nothing to do unless a socket says otherwise, in milliseconds.
    func turn() -> Int32 {
        var started = startAdmitted()
        repeat {
            var count: Int32 = 0
            unsafe curl_multi_perform(executor.multi, &count)
            finishDone()
            started = startAdmitted()
        } while started
        for transfer in running.values where transfer.isStreaming { transfer.deliverChunk() }
        return endIdle(at: .now)
    }

    private func startAdmitted() -> Bool {
        var hasStarted = false
        while let id = admission.next() {
            guard let transfer = transfers[id] else { preconditionFailure("a transfer that is gone was withdrawn") }
            hasStarted = true
            guard let handle = spareHandles.popLast() ?? CurlHandle(configuration) else {
                running[id] = transfer
                fail(
                    transfer,
                    with: DataLoadError.failed(
                        transfer.url, code: Int(CURLE_OUT_OF_MEMORY.rawValue),
                        reason: CurlLibrary.text(for: CURLE_OUT_OF_MEMORY)))
                continue
            }
            transfer.handle = handle
            transfer.lastActivity = .now
            running[id] = transfer
            handle.prepare(transfer)
            unsafe curl_multi_add_handle(executor.multi, handle.pointer)
        }
        return hasStarted
    }

    /// Handles libcurl's messages (`curl_multi_info_read`): each is a transfer that is done.
    private func finishDone() {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(executor.multi, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
            let code = unsafe ccurl_message_result(message)
            var context: UnsafeMutableRawPointer?
            unsafe ccurl_easy_get_pointer(message.pointee.easy_handle, CURLINFO_PRIVATE, &context)
            guard let context = unsafe context else { continue }
            finish(unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue(), with: code)
        }
    }

    private func finish(_ transfer: CurlTransfer, with code: CURLcode) {
        guard let handle = transfer.handle else { return }
        if handle.isMultiplexed { admission.noteMultiplexing(at: transfer.origin) }
        if transfer.isHeadComplete && transfer.isRedirect {
            follow(transfer, to: handle.redirectLocation)
        } else if code == CURLE_OK {
            release(transfer)
            complete(transfer)
        } else {
            fail(transfer, with: transfer.failure(for: code, text: handle.text(for: code)))
        }
    }

    private func follow(_ transfer: CurlTransfer, to location: String?) {
        do {
            let target = try redirects.target(
                from: transfer.url, location: location ?? "", count: transfer.redirectCount)
            guard let origin = Origin(target) else { throw DataLoadError.unsupportedScheme(target) }
            release(transfer)
            transfer.redirect(to: target, origin: origin)
            admission.enqueue(transfer.id, to: origin)
        } catch {
            fail(transfer, with: error)
        }
    }

    private func complete(_ transfer: CurlTransfer) {
        switch transfer.delivery {
        case .whole(let waiter):
            transfers[transfer.id] = nil
            waiter.resume(returning: DataResponse(head: transfer.head, body: transfer.takeBody()))
        case .stream(let waiter):
            transfer.end = .success(())
            transfer.delivery = .chunks
            waiter.resume(returning: transfer.head)
        case .chunks:
            transfer.end = .success(())
            transfer.deliverChunk()
        }
    }

    /// Ends a transfer with an error, whatever it is doing.
    func fail(_ transfer: CurlTransfer, with error: any Error) {
        if running[transfer.id] != nil {
            release(transfer)
        } else if transfer.end == nil {
            admission.withdraw(transfer.id)
        }
        switch transfer.delivery {
        case .whole(let waiter):
            transfers[transfer.id] = nil
            waiter.resume(throwing: error)
        case .stream(let waiter):
            transfers[transfer.id] = nil
            waiter.resume(throwing: error)
        case .chunks:
            transfer.end = transfer.end ?? .failure(error)
            transfer.deliverChunk()
        }
    }

    /// Gives back the transfer's handle and its place.
    private func release(_ transfer: CurlTransfer) {
        running[transfer.id] = nil
        admission.finish(at: transfer.origin)
        guard let handle = transfer.handle else { return }
        transfer.handle = nil
        unsafe curl_multi_remove_handle(executor.multi, handle.pointer)
        spareHandles.append(handle)
    }

    /// Ends transfers on which no byte arrived for too long, and says when to look again, in milliseconds.
    ///
    /// A stream that its reader holds back is not idle, nor is one whose reader has not come yet.
    private func endIdle(at now: ContinuousClock.Instant) -> Int32 {
        var soonest: Duration = .seconds(60)
        for transfer in running.values where !transfer.isPaused {
            let left = transfer.lastActivity + configuration.idleTimeout - now
            if left <= .zero {
                fail(transfer, with: DataLoadError.timedOut(transfer.url, after: configuration.idleTimeout))
            } else {
                soonest = min(soonest, left)
            }
        }
        return Int32(soonest / .milliseconds(1)) + 1
    }
}
