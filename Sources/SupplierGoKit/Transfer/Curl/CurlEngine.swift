internal import CCurl
import FoundationEssentials

/// libcurl's multi interface as an actor: its executor is the thread that all handles live and die on.
actor CurlEngine {
    nonisolated let executor: CurlExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    let configuration: DataLoader.Configuration
    let observer: (@Sendable (DataLoader.Report) -> Void)?
    let proxies: ProxyRules

    /// The handle that all others are copies of.
    let template: CurlTemplate

    let connections: KeptConnections

    var admission: Admission
    var transfers: [Int: CurlTransfer] = [:]

    /// The transfers for whole bodies, by the requests that may join them.
    var shared: [DataRequest: CurlTransfer] = [:]

    /// The transfers that requests have joined, by the requests' numbers.
    private var joined: [Int: CurlTransfer] = [:]

    /// Transfers that are complete, to be delivered once others have taken their slots.
    var complete: [CurlTransfer] = []

    /// The running streams, whose bytes are handed out at the end of each turn.
    var streams: [Int: CurlTransfer] = [:]

    /// The number of streams that wait for their readers without a slot.
    var heldBackCount = 0

    var totals = DataLoader.Totals()

    /// When transfers and origins that wait go on.
    var alarms = DeadlineQueue<Alarm>()

    /// When to look for running transfers that are late; before that none is.
    var nextCheck = ContinuousClock.now

    /// Until when nothing is sent to an origin that asked for it.
    var pauses: [Origin: ContinuousClock.Instant] = [:]

    /// Origins that asked for a longer wait than is granted.
    var blockedOrigins: [Origin: BlockedOrigin] = [:]

    private var lastID = 0
    private var isShutDown = false

    /// - Throws: libcurl's reason if it cannot be set up, or the process may have no more descriptors.
    init(
        _ configuration: DataLoader.Configuration, observer: (@Sendable (DataLoader.Report) -> Void)? = nil
    ) throws(CurlTemplate.SetupError) {
        var configuration = configuration
        configuration.concurrency = min(configuration.concurrency, DataLoader.transferLimit)
        connections = KeptConnections(idleTimeout: configuration.idleTimeout)
        template = try CurlTemplate(configuration, connections)
        executor = unsafe CurlExecutor(multi: try template.makeMulti(configuration), connections)
        self.configuration = configuration
        self.observer = observer
        proxies = ProxyRules(proxy: configuration.proxy, environment: ProcessInfo.processInfo.environment)
        admission = Admission(concurrency: configuration.concurrency, perOrigin: configuration.connectionsPerHost)
    }

    /// Starts the thread; it keeps the engine alive until ``shutdown()`` or ``CurlExecutor/stopSoon()``.
    nonisolated func start() {
        executor.start { self.assumeIsolated { $0.turn() } }
    }

    /// Loads a whole body. Equal requests in progress share one transfer, which ends early only when all are cancelled.
    func data(for request: DataRequest) async throws -> ReceivedResponse {
        let id = makeID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                load(request, for: CurlTransfer.Waiter(id: id, continuation: continuation))
                // A cancellation before the line above found nothing to cancel.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            Task { await self.cancel(id) }
        }
    }

    /// Starts loading; the number names the transfer to ``chunk(of:)`` and ``drop(_:)``.
    func head(for request: DataRequest) async throws -> (Int, ResponseHead) {
        let (id, origin) = (makeID(), try origin(of: request))
        let head = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                begin(CurlTransfer(id, request, origin, configuration, .head(waiter), connections))
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            Task { await self.cancel(id) }
        }
        return (id, head)
    }

    /// The next bytes of a started transfer, `nil` at its end.
    func chunk(of id: Int) async throws -> [UInt8]? {
        guard let transfer = transfers[id] else { return nil }
        let chunk = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                precondition(transfer.chunkWaiter == nil, "a stream has one reader")
                transfer.chunkWaiter = waiter
                if Task.isCancelled { fail(transfer, with: nil) } else { transfer.deliverChunk() }
            }
        } onCancel: {
            Task { await self.cancel(id) }
        }
        if transfer.attempt.isPaused {
            transfer.attempt.isPaused = false
            takeBackSlot(of: transfer)
            transfer.lastActivity = .now
            expectCheck(of: transfer, at: transfer.lastActivity)
            transfer.handle?.resume()
        }
        guard let chunk else {
            transfers[id] = nil
            return nil
        }
        do {
            return try await chunk.bytes()
        } catch let error as FileError {
            throw DataLoadError(error, transfer.url)
        }
    }

    /// Ends a request at once, waiting or running, and with the last one that shares it the transfer. Ignores a request
    /// that is over.
    func cancel(_ id: Int) {
        guard let transfer = joined.removeValue(forKey: id) ?? transfers[id] else { return }
        guard case .whole(let waiters) = transfer.delivery else { return fail(transfer, with: nil) }
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
        guard waiters.count > 1 else { return fail(transfer, with: nil) }
        var others = waiters
        let waiter = others.remove(at: index)
        transfer.delivery = .whole(others)
        waiter.continuation.resume(throwing: CancellationError())
    }

    /// Ends a started transfer whose reader is gone, and forgets it.
    ///
    /// Until then its end is kept: a truncated body must not look complete.
    func drop(_ id: Int) {
        cancel(id)
        transfers[id] = nil
    }

    /// Changes the priority of a queued request for a whole body. Has no effect once it has started.
    func prioritize(_ request: DataRequest) {
        guard let transfer = shared[request.sharingKey] else { return }
        setPriority(request.priority, of: transfer)
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

    /// Ends all transfers, and the thread.
    func shutdown() async {
        isShutDown = true
        for transfer in transfers.values { fail(transfer, with: .loaderIsShutDown) }
        await executor.stop()
    }

    /// Takes a transfer for a whole body off the lists: its callers are about to be answered.
    func forget(_ transfer: CurlTransfer, _ waiters: [CurlTransfer.Waiter]) {
        transfers[transfer.id] = nil
        if transfer.request.isShared { shared[transfer.request.sharingKey] = nil }
        for waiter in waiters.dropFirst() { joined[waiter.id] = nil }
        if !joined.isEmpty, let first = waiters.first { joined[first.id] = nil }
    }

    private func load(_ request: DataRequest, for waiter: CurlTransfer.Waiter) {
        if request.isShared, let transfer = shared[request.sharingKey] {
            return join(transfer, waiter, request.priority)
        }
        do throws(DataLoadError) {
            let transfer = CurlTransfer(
                waiter.id, request, try origin(of: request), configuration, .whole([waiter]), connections)
            if request.isShared { shared[request.sharingKey] = transfer }
            begin(transfer)
        } catch {
            waiter.continuation.resume(throwing: error)
        }
    }

    private func join(_ transfer: CurlTransfer, _ waiter: CurlTransfer.Waiter, _ priority: DataRequest.Priority) {
        guard case .whole(let waiters) = transfer.delivery else { preconditionFailure("streams are not shared") }
        transfer.delivery = .whole(waiters + [waiter])
        joined[waiter.id] = transfer
        if priority > transfer.priority { setPriority(priority, of: transfer) }
    }

    private func setPriority(_ priority: DataRequest.Priority, of transfer: CurlTransfer) {
        guard priority != transfer.priority else { return }
        transfer.priority = priority
        if transfer.phase == .queued {
            admission.enqueue(transfer.id, to: transfer.origin, priority: priority)
        }
    }

    private func makeID() -> Int {
        lastID += 1
        return lastID
    }

    private func origin(of request: DataRequest) throws(DataLoadError) -> Origin {
        guard !isShutDown else { throw DataLoadError(.loaderIsShutDown, request.url) }
        guard let origin = Origin(request.url) else { throw DataLoadError(.unsupportedScheme, request.url) }
        return origin
    }

    private func begin(_ transfer: CurlTransfer) {
        transfers[transfer.id] = transfer
        admission.enqueue(transfer.id, to: transfer.origin, priority: transfer.priority)
    }
}
