#if Curl
import Synchronization

/// The callers' side of the engine: requests come in, are joined, cancelled and raised, and streams are read.
extension CurlEngine {
    /// Loads a whole body, or a stream's head.
    ///
    /// - Throws: ``DataLoadError``, or `CancellationError`.
    nonisolated func load(_ request: DataRequest, isStreaming: Bool = false) async throws -> ReceivedResponse {
        let id = lastID.add(1, ordering: .relaxed).newValue
        defer { executor.order() }
        return try await withTaskCancellationHandler {
            try await unsafe withUnsafeThrowingContinuation { continuation in
                let receiver = unsafe Transfer.Receiver(id: id, continuation: continuation)
                onThread { $0.receive(request, for: receiver, isStreaming) }
                // A cancellation before the line above found nothing to cancel.
                if Task.isCancelled { onThread { $0.cancel(id) } }
            }
        } onCancel: {
            onThread { $0.cancel(id) }
        }
    }

    /// Takes in a request. Equal requests for bodies in progress share one transfer, which ends early only when all are
    /// cancelled.
    private func receive(_ request: DataRequest, for receiver: Transfer.Receiver, _ isStreaming: Bool) {
        guard !isShutDown, let origin = request.origin else {
            let error = isShutDown ? DataLoadError(.loaderIsShutDown, request.url) : .withoutOrigin(request.url)
            return receiver.receive(.failure(error))
        }
        let transfer = Transfer(request, to: hosts.enter(origin), context, for: receiver, isStreaming: isStreaming)
        if transfer.mayBeJoined, case (false, let first) = shared.insert(transfer) {
            hosts.leave(transfer.host)
            first.receivers.append(receiver)
            guard request.priority > first.priority else { return }
            first.priority = request.priority
            if case .queued = first.slot { admission.enqueue(first, priority: first.priority) }
            return
        }
        add(transfer)
        proceed(transfer)
    }

    /// The transfer that a request has begun, or `nil` if it is over.
    func transfer(_ id: Int) -> Transfer? { transfers.first { $0.id == id } }

    /// Ends a request at once, waiting or running, and with the last one that shares it the transfer. Ignores a request
    /// that is over.
    func cancel(_ id: Int) {
        // One that has joined another's transfer has its number among the receivers only.
        guard let transfer = transfers.first(where: { $0.id == id || $0.receivers.contains { $0.id == id } }) else {
            return
        }
        let index = transfer.receivers.firstIndex { $0.id == id }
        if let index { transfer.receivers.remove(at: index).receive(.failure(CancellationError())) }
        guard transfer.receivers.isEmpty else { return }
        stop(transfer, because: nil)
        if index != nil { forget(transfer) }
    }

    /// Ends all transfers, and the thread.
    func shutdown() async {
        isShutDown = true
        for transfer in transfers { stop(transfer, because: .loaderIsShutDown) }
        await executor.stop()
    }
}

// MARK: - Streams

extension CurlEngine {
    /// Hands out the heads of the streams that have begun, unless they were cancelled. libcurl's functions must not be
    /// called while it has its turn.
    func handOutStreams() {
        guard !context.startedStreams.isEmpty else { return }
        let started = context.startedStreams
        context.startedStreams = []
        for transfer in started where !transfer.receivers.isEmpty {
            freeSlot(ofStream: transfer)
            end(transfer, with: .success(transfer.takeResponse()))
        }
    }

    /// The next bytes of a stream, `nil` at its end.
    func chunk(of id: Int) async throws -> [UInt8]? {
        guard let transfer = transfer(id) else { return nil }
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                precondition(transfer.reader == nil, "a stream has one reader")
                if Task.isCancelled { finish(transfer, with: .failed(nil)) }
                if transfer.attempt.body.isEmpty, transfer.attempt.end == nil {
                    transfer.reader = { reader.resume() }
                } else {
                    reader.resume()
                }
            }
        } onCancel: {
            onThread { $0.cancel(id) }
        }
        guard !transfer.attempt.body.isEmpty else {
            if let error = transfer.streamError { throw error }
            forget(transfer)
            return nil
        }
        let content = transfer.attempt.body.removeFirst(upTo: Transfer.streamBufferLimit)
        resume(transfer)
        do {
            return try await content.bytes()
        } catch let error as FileError {
            throw DataLoadError(error, transfer.url)
        }
    }

    /// Lets a paused stream go on.
    private func resume(_ transfer: Transfer) {
        guard transfer.isPaused else { return }
        transfer.isPaused = false
        transfer.attempt.lastActivity = .clock
        expectCheck(of: transfer, at: transfer.attempt.lastActivity)
        transfer.handle?.resume()
    }

    /// Ends a stream whose reader is gone, and forgets it.
    ///
    /// Until then its end is kept: a truncated body must not look complete.
    func drop(_ id: Int) {
        guard let transfer = transfer(id) else { return }
        stop(transfer, because: nil)
        forget(transfer)
    }
}
#endif
