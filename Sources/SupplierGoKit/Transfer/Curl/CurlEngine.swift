internal import CCurl
import FoundationEssentials
import Synchronization

/// libcurl's multi interface as an actor: its executor is the thread that all handles live and die on.
actor CurlEngine {
    nonisolated let executor: CurlExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// The multi handle, which is the thread's.
    var multi: CurlMulti { executor.multi }

    let configuration: DataLoader.Configuration

    /// Told of transfers that end.
    let observer: (@Sendable (TransferReport) -> Void)?
    let redirects = RedirectPolicy()
    var admission: Admission
    private var origins = OriginMemory()
    var transfers: [Int: CurlTransfer] = [:]

    /// The transfers that are completed, and handed out as soon as others have taken their places.
    var complete: [CurlTransfer] = []

    /// The transfers that equal requests may join, and what those that did have joined.
    var shared: [TransferKey: CurlTransfer] = [:]
    var joined: [Int: Int] = [:]

    let proxies: ProxyRules

    /// The engine's own connections that wait for a use, the one that was used last behind the others.
    var idle: [CurlConnection] = []

    /// The connections to `https` origins that transfers can join: those that are being made, and those that speak HTTP/2.
    var joinable: [Origin: CurlConnection] = [:]

    /// Those of these that have something to send.
    var unflushed: [CurlConnection] = []

    /// The `https` origins whose servers were last found not to speak HTTP/2.
    var unmultiplexed: Set<Origin> = []
    var share: CurlShare?
    var totals = TransferTotals()

    /// When transfers and origins that wait go on.
    var alarms = DeadlineQueue<Alarm>()

    /// When to look for running transfers that are late: none of them is before.
    var nextCheck = Moment.now

    /// Until when nothing is sent to an origin that asked for it.
    var pauses: [Origin: Moment] = [:]

    /// Origins that asked for more patience than there is, and until when.
    var closures: [Origin: Closure] = [:]
    private let lastID = Atomic(0)
    private var isShutDown = false

    /// - Throws: ``FileError``, where the process may have no more descriptors.
    init(
        _ configuration: DataLoader.Configuration, by library: CurlLibrary,
        observer: (@Sendable (TransferReport) -> Void)? = nil
    ) throws(FileError) {
        let multi = try CurlMulti(of: library)
        multi.set(CURLMOPT_MAX_HOST_CONNECTIONS, configuration.connectionsPerHost)
        multi.set(CURLMOPT_MAXCONNECTS, configuration.concurrency)
        multi.set(CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        executor = CurlExecutor(multi: multi)
        self.configuration = configuration
        self.observer = observer
        proxies = ProxyRules(proxy: configuration.proxy, environment: ProcessInfo.processInfo.environment)
        admission = Admission(concurrency: configuration.concurrency, perOrigin: configuration.connectionsPerHost)
    }

    /// Starts the thread; it keeps the engine alive until ``shutdown()`` or ``CurlExecutor/stopSoon()``.
    nonisolated func start() {
        executor.start { self.assumeIsolated { $0.turn() } }
    }

    /// Starts loading; the number names the transfer to ``chunk(of:)``, ``cancel(_:)`` and ``drop(_:)``.
    func head(for request: DataRequest) async throws -> (Int, ResponseHead) {
        let (id, origin) = (makeID(), try origin(of: request))
        let head = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                begin(
                    CurlTransfer(
                        id: id, request: request, origin: origin, configuration: configuration, multi: multi,
                        delivery: .stream(waiter)))
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
        if transfer.isPaused {
            transfer.isPaused = false
            transfer.lastActivity = .now
            expectCheck(of: transfer, at: transfer.lastActivity)
            // Streams are what easy handles carry.
            (transfer.carrier as? CurlHandle)?.resume()
        }
        if chunk == nil { transfers[id] = nil }
        return chunk
    }

    /// Ends a request at once, waiting or running, and with the last one that shares it the transfer; one that is over
    /// takes no notice.
    func cancel(_ id: Int) {
        guard let transfer = transfers[joined.removeValue(forKey: id) ?? id] else { return }
        if case .whole(var waiters) = transfer.delivery, waiters.count > 1 {
            guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
            let waiter = waiters.remove(at: index)
            transfer.delivery = .whole(waiters)
            return waiter.receiver(.failure(CancellationError()))
        }
        if case .whole(let waiters) = transfer.delivery, waiters.first?.id != id { return }
        fail(transfer, with: nil)
    }

    /// Ends a started transfer whose reader is gone, and forgets it.
    ///
    /// Until then it is remembered how it ended: what was cut off must not look like what came to its end.
    func drop(_ id: Int) {
        cancel(id)
        transfers[id] = nil
    }

    /// Ends all transfers, and the thread.
    func shutdown() async {
        isShutDown = true
        for transfer in transfers.values { fail(transfer, with: .loaderIsShutDown) }
        closeIdle()
        share = nil
        await executor.stop()
    }

    /// A number that no other request has.
    nonisolated func makeID() -> Int {
        lastID.add(1, ordering: .relaxed).newValue
    }

    /// The origin that a request starts at.
    func origin(of request: DataRequest) throws(DataLoadError) -> Origin {
        guard !isShutDown else { throw DataLoadError(.loaderIsShutDown, request.url) }
        guard let origin = origins.origin(of: request.address) else {
            throw DataLoadError(.unsupportedScheme, request.url)
        }
        return origin
    }

    /// Lets a transfer wait for its turn.
    func begin(_ transfer: CurlTransfer) {
        transfers[transfer.id] = transfer
        admission.enqueue(transfer.id, to: transfer.origin, priority: transfer.priority)
    }
}
