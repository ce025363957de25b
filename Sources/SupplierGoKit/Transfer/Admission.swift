/// Decides which waiting transfer starts next. A state machine that calls nobody; copies would share their hosts.
///
/// At most `concurrency` transfers run at once, and a limited number to one origin, the most urgent first, with turns
/// between the origins among equally urgent ones. The limit is fixed (`perOrigin`), or grows from 16 to 64 while transfers
/// wait and none fails, and halves after a failure. An origin that is known to multiplex (HTTP/2) is bounded by the streams
/// of one connection.
struct Admission {
    typealias Priority = DataRequest.Priority

    private final class Host {
        /// By priority.
        var queues = InlineArray<3, Queue<Int>>(repeating: Queue())
        var activeCount = 0

        /// The most transfers at once unless the origin multiplexes.
        var limit: Int

        /// Successes since ``limit`` last grew.
        var successCount = 0
        var hasFailed = false

        /// The transfers that had started before ``limit`` was last halved: their failures have the same cause.
        var startedBeforeFailureCount = 0

        /// The most streams at once; `.max` if the origin multiplexes and has not shown a limit, `nil` if it does not
        /// multiplex, as far as is known.
        var streamLimit: Int?

        /// Over TLS few transfers start before the protocol is known, however many may: they would share one connection.
        init(_ origin: Origin, perOrigin: Int?) {
            let least = adaptiveLimits.lowerBound
            limit = perOrigin.map { origin.scheme == "https" ? min($0, least) : $0 } ?? least
        }

        var hasWaiting: Bool { !(queues[0].isEmpty && queues[1].isEmpty && queues[2].isEmpty) }
        var isIdle: Bool { activeCount == 0 && !hasWaiting }
        var mayStart: Bool { activeCount < streamLimit ?? limit }
    }

    /// The limit of an origin that adapts.
    static let adaptiveLimits = 16...64

    /// The most transfers at once.
    let concurrency: Int

    /// The most transfers at once to an origin that does not multiplex, or `nil` for a limit that adapts.
    let perOrigin: Int?

    private var hosts: [Origin: Host] = [:]

    /// The origins with a queue that is not empty, by priority, the next one to be asked first.
    private var turns = InlineArray<3, [Origin]>(repeating: [])

    /// The priorities of the transfers that wait. A queue's entry with another priority, or of a transfer that is not in
    /// here, was moved or withdrawn, and is passed over.
    private var waiting: [Int: Priority] = [:]

    /// The number of transfers that have a slot.
    private(set) var activeCount = 0

    init(concurrency: Int, perOrigin: Int?) {
        precondition(concurrency > 0 && perOrigin ?? 1 > 0, "a loader needs room for a transfer")
        self.concurrency = concurrency
        self.perOrigin = perOrigin
    }

    /// Adds a transfer to its origin's queue of this priority, or moves it there.
    mutating func enqueue(_ transfer: Int, to origin: Origin, priority: Priority = .normal) {
        let level = priority.rawValue
        let host = host(of: origin)
        if host.queues[level].isEmpty { turns[level].append(origin) }
        host.queues[level].append(transfer)
        waiting[transfer] = priority
    }

    private mutating func host(of origin: Origin) -> Host {
        if let host = hosts[origin] { return host }
        let host = Host(origin, perOrigin: perOrigin)
        hosts[origin] = host
        return host
    }

    /// Takes back a transfer that was not started.
    mutating func withdraw(_ transfer: Int) {
        waiting[transfer] = nil
    }

    /// The transfer to start now, counted as started, or `nil` if there is none, or no room.
    mutating func next() -> Int? {
        guard activeCount < concurrency else { return nil }
        for priority in Priority.allCases.reversed() {
            if let transfer = next(of: priority) { return transfer }
        }
        return nil
    }

    private mutating func next(of priority: Priority) -> Int? {
        let level = priority.rawValue
        var index = 0
        while index < turns[level].count {
            let origin = turns[level][index]
            guard let host = hosts[origin], host.mayStart else {
                index += 1
                continue
            }
            turns[level].remove(at: index)
            let transfer = host.queues[level].popFirst()
            if !host.queues[level].isEmpty { turns[level].append(origin) }
            guard let transfer, waiting[transfer] == priority else {
                forget(origin, ifIdle: host)
                continue
            }
            waiting[transfer] = nil
            host.activeCount += 1
            activeCount += 1
            return transfer
        }
        return nil
    }

    /// Frees the slot of a transfer that was started.
    mutating func finish(at origin: Origin) {
        guard let host = hosts[origin], host.activeCount > 0 else {
            preconditionFailure("a transfer ends once, and after its start")
        }
        host.activeCount -= 1
        activeCount -= 1
        forget(origin, ifIdle: host)
    }

    /// Notes the protocol of an origin's response.
    mutating func noteProtocol(at origin: Origin, isMultiplexing: Bool) {
        guard let host = hosts[origin] else { return }
        if isMultiplexing {
            host.streamLimit = host.streamLimit ?? .max
        } else if let perOrigin {
            host.limit = perOrigin
        }
    }

    /// Notes that an origin admits no more streams over its connection.
    mutating func noteStreamLimit(_ limit: Int, at origin: Origin) {
        hosts[origin]?.streamLimit = limit
    }

    func isMultiplexing(_ origin: Origin) -> Bool { hosts[origin]?.streamLimit != nil }

    /// The number of an origin's transfers that have a slot.
    func activeCount(at origin: Origin) -> Int { hosts[origin]?.activeCount ?? 0 }

    /// Adapts an origin's limit to the end of a try, before ``finish(at:)``.
    ///
    /// - Parameter isSuccess: `false` for an error or a status that may be another one later, such as 429.
    mutating func adapt(to origin: Origin, isSuccess: Bool) {
        guard perOrigin == nil, let host = hosts[origin] else { return }
        host.startedBeforeFailureCount -= 1
        guard isSuccess else {
            host.hasFailed = true
            guard host.startedBeforeFailureCount < 0 else { return }
            host.startedBeforeFailureCount = host.activeCount - 1
            host.limit = max(1, host.limit / 2)
            return
        }
        guard !host.hasFailed, host.hasWaiting else { return }
        host.successCount += 1
        guard host.successCount >= host.limit else { return }
        host.successCount = 0
        host.limit = min(2 * host.limit, Self.adaptiveLimits.upperBound)
    }

    private mutating func forget(_ origin: Origin, ifIdle host: Host) {
        if host.isIdle { hosts[origin] = nil }
    }
}
