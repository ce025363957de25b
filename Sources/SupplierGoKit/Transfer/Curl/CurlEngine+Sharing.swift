import FoundationEssentials

extension CurlEngine {
    /// Loads a whole body; equal requests under way share one transfer, which ends early only when all are cancelled.
    ///
    /// The caller's task stays where it is: only a call goes to the engine's thread, and the answer comes back.
    nonisolated(nonsending) func outcome(for request: DataRequest) async throws -> DataOutcome {
        let id = makeID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                start(request, id: id) { continuation.resume(with: $0) }
                // A cancellation before the line above has found nobody.
                if Task.isCancelled { cancelSoon(id) }
            }
        } onCancel: {
            cancelSoon(id)
        }
    }

    /// Starts to load a whole body as ``outcome(for:)`` does, for a caller without a task.
    ///
    /// - Parameter receiver: is called on the engine's thread.
    nonisolated func start(
        _ request: DataRequest, handing receiver: @escaping @Sendable (Result<DataOutcome, any Error>) -> Void
    ) -> DataTransfer {
        let id = makeID()
        start(request, id: id, receiver)
        return DataTransfer(of: id, in: self)
    }

    private nonisolated func start(
        _ request: DataRequest, id: Int, _ receiver: @escaping @Sendable (Result<DataOutcome, any Error>) -> Void
    ) {
        let waiter = CurlTransfer.Waiter(id: id, receiver: receiver)
        executor.submit(to: self) { $0.load(request, for: waiter) }
    }

    /// Ends a request as ``cancel(_:)`` does, behind what was submitted before.
    nonisolated func cancelSoon(_ id: Int) {
        executor.submit(to: self) { $0.cancel(id) }
    }

    private func load(_ request: DataRequest, for waiter: CurlTransfer.Waiter) {
        let key = TransferKey(of: request)
        if let transfer = shared[key] { return join(transfer, waiter, for: request) }
        do throws(DataLoadError) {
            let transfer = CurlTransfer(
                id: waiter.id, request: request, origin: try origin(of: request), configuration: configuration,
                multi: multi, delivery: .whole([waiter]))
            transfer.sharedKey = key
            shared[key] = transfer
            begin(transfer)
        } catch {
            waiter.receiver(.success(DataOutcome(.failure(error), metrics: nil)))
        }
    }

    /// Gives a request that is under way another priority, which counts while it waits for a place.
    func prioritize(_ request: DataRequest) {
        guard let transfer = shared[TransferKey(of: request)] else { return }
        setPriority(request.priority, of: transfer)
    }

    private func join(_ transfer: CurlTransfer, _ waiter: CurlTransfer.Waiter, for request: DataRequest) {
        guard case .whole(let waiters) = transfer.delivery else {
            preconditionFailure("a stream is not shared")
        }
        transfer.delivery = .whole(waiters + [waiter])
        joined[waiter.id] = transfer.id
        if request.priority > transfer.priority { setPriority(request.priority, of: transfer) }
    }

    private func setPriority(_ priority: DataRequest.Priority, of transfer: CurlTransfer) {
        guard priority != transfer.priority else { return }
        transfer.priority = priority
        guard !transfer.isRunning, !transfer.isSleeping else { return }
        admission.move(transfer.id, to: transfer.origin, priority: priority)
    }

    /// Takes a transfer for a whole body out of the books: its callers are about to hear of it.
    func forget(_ transfer: CurlTransfer, _ waiters: [CurlTransfer.Waiter]) {
        transfers[transfer.id] = nil
        if let key = transfer.sharedKey { shared[key] = nil }
        if waiters.count > 1 || !joined.isEmpty { for waiter in waiters { joined[waiter.id] = nil } }
    }
}
