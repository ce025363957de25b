#if Curl
internal import CCurl
import Synchronization

/// libcurl's multi interface as an actor: its executor is the thread that all handles live and die on.
///
/// Here is what it keeps: its transfers, and the tries that may be late. A request comes in, and its result goes out,
/// in `CurlEngine+Callers.swift`; its way in between, with the thread's turns, is in `CurlEngine+Loop.swift`.
///
/// A caller gets its result by a continuation (``Transfer/Receiver``), and not from an `async` method of the actor: a
/// task that waits in such a method resumes on Swift's threads first, and from there on the engine's.
///
/// Only its thread uses what it keeps, and no change of it calls anything that changes it: it needs no check of
/// exclusive access.
actor CurlEngine {
    nonisolated let executor: CurlExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    let configuration: DataLoader.Configuration
    private let observer: (@Sendable (DataLoader.Report) -> Void)?

    /// The handle that all others are copies of.
    let template: CurlTemplate
    let context: TransferContext
    @safe @exclusivity(unchecked) var hosts: Hosts
    @safe @exclusivity(unchecked) var admission: Admission

    /// The transfers in progress, and the streams that are not read to their end.
    @safe @exclusivity(unchecked) private(set) var transfers: [Transfer] = []

    /// The transfers that others may join (``Transfer/mayBeJoined``).
    @safe @exclusivity(unchecked) var shared: Set<Transfer> = []

    /// The number of streams in progress whose heads were handed out.
    private var openStreamCount = 0

    /// When to look for late tries: none is late earlier.
    var nextCheck = Duration.clock

    /// A response has come over HTTP/2.
    private(set) var hasMultiplexed = false

    /// The transfers with a result that their receivers do not have yet.
    @safe @exclusivity(unchecked) var ended: [Transfer] = []

    private(set) var totals = DataLoader.Totals()
    nonisolated let lastID = Atomic(0)
    var isShutDown = false

    /// - Throws: libcurl's reason if it cannot be set up, or the process may have no more descriptors.
    init(
        _ configuration: DataLoader.Configuration, observer: (@Sendable (DataLoader.Report) -> Void)? = nil
    ) throws(CurlTemplate.SetupError) {
        let context = TransferContext(configuration)
        template = try CurlTemplate(configuration, context.connections)
        executor = unsafe CurlExecutor(multi: try template.makeMulti(configuration), context.connections)
        self.context = context
        self.configuration = configuration
        self.observer = observer
        hosts = Hosts(configuration)
        admission = Admission(concurrency: configuration.concurrency)
    }

    /// Starts the thread; it keeps the engine alive until ``shutdown()`` or ``CurlExecutor/stopSoon()``.
    nonisolated func start() {
        executor.start { hasInput in self.assumeIsolated { $0.turn(hasInput) } }
    }

    /// Calls a function on the thread, without waiting for it.
    nonisolated func onThread(_ call: @escaping @Sendable (isolated CurlEngine) -> Void) {
        executor.submit(call, of: self)
    }
}

// MARK: - Its transfers

extension CurlEngine {
    func add(_ transfer: Transfer) {
        transfer.index = transfers.count
        transfers.append(transfer)
    }

    /// Forgets a transfer, which may be forgotten already.
    func forget(_ transfer: Transfer) {
        guard transfer.index < transfers.count, transfers[transfer.index] === transfer else { return }
        let last = transfers.removeLast()
        if last !== transfer {
            transfers[transfer.index] = last
            last.index = transfer.index
        }
        if transfer.mayBeJoined { shared.remove(transfer) }
        hosts.leave(transfer.host)
    }

    /// Counts a transfer that is over, and tells the observer; one that never started does not count.
    func report(_ transfer: Transfer, _ end: DataLoader.Report.End) {
        guard let startedAt = transfer.startedAt else { return }
        transfer.metrics.duration = .clock - startedAt
        totals.add(transfer.metrics)
        observer?(DataLoader.Report(end: end, isStream: transfer.isStreaming, metrics: transfer.metrics))
    }

    /// Frees the handle and the slot of a try that is over.
    func release(_ transfer: Transfer) {
        noteProtocol(of: transfer)
        if transfer.handle != nil, transfer.slot == .none { setOpenStreamCount(openStreamCount - 1) }
        admission.leave(transfer)
        guard let handle = transfer.handle.take() else { return }
        transfer.measure(handle)
        handle.end()
    }

    /// Frees the slot of a stream whose head is handed out: its reader may wait for another transfer before it reads
    /// on, as a catalog's reader waits for avatars.
    func freeSlot(ofStream transfer: Transfer) {
        guard transfer.slot == .taken else { return }
        noteProtocol(of: transfer)
        admission.leave(transfer)
        setOpenStreamCount(openStreamCount + 1)
    }

    /// Lets libcurl open one more connection for each open stream. Without that it would hold back admitted tries.
    private func setOpenStreamCount(_ count: Int) {
        openStreamCount = count
        let perHost = configuration.connectionLimit &+ count
        unsafe ccurl_multi_set_long(executor.multi, CURLMOPT_MAX_HOST_CONNECTIONS, perHost)
        unsafe ccurl_multi_set_long(executor.multi, CURLMOPT_MAXCONNECTS, configuration.concurrency + count)
    }

    /// Notes the server's protocol, which is known with the head of its response.
    private func noteProtocol(of transfer: Transfer) {
        guard let handle = transfer.handle, transfer.attempt.head.byteCount > 0 else { return }
        if handle.isMultiplexed { hasMultiplexed = true }
        transfer.host.noteProtocol(isMultiplexing: handle.isMultiplexed)
    }
}
#endif
