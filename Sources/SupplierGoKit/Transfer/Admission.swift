/// Decides which waiting transfer starts next. A pure state machine.
///
/// At most `concurrency` transfers run at once, and at most `perOrigin` to one origin, the most urgent first, with turns
/// between the origins among equally urgent ones. An origin that is known to multiplex (HTTP/2) needs few connections for
/// many transfers, so that only the total bounds it.
struct Admission: Sendable {
    typealias Priority = DataRequest.Priority

    private struct Host {
        /// By priority.
        var queues = InlineArray<3, Queue<Int>>(repeating: Queue())
        var activeCount = 0
        var isMultiplexing = false
        var isPaused = false

        var isIdle: Bool {
            activeCount == 0 && !isPaused && queues[0].isEmpty && queues[1].isEmpty && queues[2].isEmpty
        }
    }

    /// The most transfers at once.
    let concurrency: Int

    /// The most transfers at once to an origin that does not multiplex.
    let perOrigin: Int

    private var hosts: [Origin: Host] = [:]

    /// The origins with a queue that is not empty, by priority, the next one to be asked first.
    private var turns = InlineArray<3, [Origin]>(repeating: [])

    /// The priorities of the transfers that wait. A queue's entry with another priority, or of a transfer that is not in
    /// here, was moved or withdrawn, and is passed over.
    private var waiting: [Int: Priority] = [:]

    /// The number of transfers that have a slot.
    private(set) var activeCount = 0

    init(concurrency: Int, perOrigin: Int) {
        precondition(concurrency > 0 && perOrigin > 0, "a loader needs room for a transfer")
        self.concurrency = concurrency
        self.perOrigin = perOrigin
    }

    /// Adds a transfer to its origin's queue of this priority, or moves it there.
    mutating func enqueue(_ transfer: Int, to origin: Origin, priority: Priority = .normal) {
        let level = priority.rawValue
        if hosts[origin, default: Host()].queues[level].isEmpty { turns[level].append(origin) }
        hosts[origin, default: Host()].queues[level].append(transfer)
        waiting[transfer] = priority
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
            guard mayStart(at: origin) else {
                index += 1
                continue
            }
            turns[level].remove(at: index)
            let transfer = hosts[origin]?.queues[level].popFirst()
            if hosts[origin]?.queues[level].isEmpty == false { turns[level].append(origin) }
            guard let transfer, waiting[transfer] == priority else {
                forgetIfIdle(origin)
                continue
            }
            waiting[transfer] = nil
            hosts[origin]?.activeCount += 1
            activeCount += 1
            return transfer
        }
        return nil
    }

    private func mayStart(at origin: Origin) -> Bool {
        guard let host = hosts[origin], !host.isPaused else { return false }
        return host.isMultiplexing || host.activeCount < perOrigin
    }

    /// Frees the slot of a transfer that was started.
    mutating func finish(at origin: Origin) {
        guard let count = hosts[origin]?.activeCount, count > 0 else {
            preconditionFailure("a transfer ends once, and after its start")
        }
        hosts[origin]?.activeCount -= 1
        activeCount -= 1
        forgetIfIdle(origin)
    }

    /// Counts a transfer that continues after ``finish(at:)``, whether or not a slot is free.
    mutating func reclaimSlot(at origin: Origin) {
        hosts[origin, default: Host()].activeCount += 1
        activeCount += 1
    }

    /// Starts nothing more to an origin until ``resume(_:)``.
    mutating func pause(_ origin: Origin) {
        hosts[origin, default: Host()].isPaused = true
    }

    /// Ends an origin's pause.
    mutating func resume(_ origin: Origin) {
        hosts[origin]?.isPaused = false
        forgetIfIdle(origin)
    }

    /// Notes that an origin speaks a protocol that multiplexes.
    mutating func noteMultiplexing(at origin: Origin) {
        hosts[origin]?.isMultiplexing = true
    }

    func isMultiplexing(_ origin: Origin) -> Bool { hosts[origin]?.isMultiplexing ?? false }

    private mutating func forgetIfIdle(_ origin: Origin) {
        if hosts[origin]?.isIdle == true { hosts[origin] = nil }
    }
}
