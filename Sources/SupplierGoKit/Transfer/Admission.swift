/// Decides which waiting transfer starts next: at most so many at once, at most so many to one origin, the most urgent
/// first, and among equally urgent ones fair turns between origins; a pure state machine.
///
/// An origin that is known to multiplex (HTTP/2) needs few connections for many transfers, so that only the total
/// bounds it.
struct Admission: Sendable {
    typealias Priority = DataRequest.Priority

    /// A transfer in a line; one of an earlier generation than the transfer's own is stale.
    private struct Entry {
        let transfer: Int
        let generation: Int
    }

    /// Equally urgent transfers to one origin, in order.
    private struct Line {
        var entries: [Entry] = []
        var first = 0

        var isEmpty: Bool { first == entries.count }

        mutating func popFirst() -> Entry {
            defer {
                first += 1
                if first == entries.count {
                    entries.removeAll(keepingCapacity: true)
                    first = 0
                }
            }
            return entries[first]
        }
    }

    private struct Queue {
        var lines = InlineArray<3, Line>(repeating: Line())
        var active = 0
        var isMultiplexed = false
        var isPaused = false

        var isForgotten: Bool {
            active == 0 && !isMultiplexed && !isPaused && lines[0].isEmpty && lines[1].isEmpty && lines[2].isEmpty
        }
    }

    /// The origins with equally urgent transfers that wait, and whose turn it is.
    private struct Round {
        var origins: [Origin] = []
        var turn = 0
    }

    /// A transfer that was withdrawn or moved, until its stale entries have been passed over.
    private struct Change {
        var generation = 0
        var staleCount = 0
    }

    /// The most transfers at once.
    let concurrency: Int

    /// The most transfers at once to an origin that does not multiplex.
    let perOrigin: Int

    private var queues: [Origin: Queue] = [:]
    private var rounds = InlineArray<3, Round>(repeating: Round())
    private var changes: [Int: Change] = [:]
    private var active = 0

    init(concurrency: Int, perOrigin: Int) {
        precondition(concurrency > 0 && perOrigin > 0, "a loader needs room for a transfer")
        self.concurrency = concurrency
        self.perOrigin = perOrigin
    }

    /// Puts a transfer behind the equally urgent ones of its origin.
    mutating func enqueue(_ transfer: Int, to origin: Origin, priority: Priority = .normal) {
        let level = priority.rawValue
        if queues[origin, default: Queue()].lines[level].isEmpty { rounds[level].origins.append(origin) }
        let entry = Entry(transfer: transfer, generation: changes[transfer]?.generation ?? 0)
        queues[origin, default: Queue()].lines[level].entries.append(entry)
    }

    /// Takes back a transfer that was not started.
    mutating func withdraw(_ transfer: Int) {
        changes[transfer, default: Change()].generation += 1
        changes[transfer, default: Change()].staleCount += 1
    }

    /// Gives a transfer that was not started another priority.
    mutating func move(_ transfer: Int, to origin: Origin, priority: Priority) {
        withdraw(transfer)
        enqueue(transfer, to: origin, priority: priority)
    }

    /// The transfer to start now, counted as started; `nil` where there is none, or no room.
    mutating func next() -> Int? {
        for priority in Priority.allCases.reversed() {
            if let transfer = next(at: priority.rawValue) { return transfer }
        }
        return nil
    }

    private mutating func next(at level: Int) -> Int? {
        var passed = 0
        while active < concurrency, passed < rounds[level].origins.count {
            if rounds[level].turn >= rounds[level].origins.count { rounds[level].turn = 0 }
            let turn = rounds[level].turn
            let origin = rounds[level].origins[turn]
            guard var queue = queues[origin], !queue.lines[level].isEmpty else {
                rounds[level].origins.remove(at: turn)
                continue
            }
            guard !queue.isPaused, queue.isMultiplexed || queue.active < perOrigin else {
                rounds[level].turn += 1
                passed += 1
                continue
            }
            let entry = queue.lines[level].popFirst()
            let isStarting = !passOver(entry)
            if isStarting { queue.active += 1 }
            if queue.lines[level].isEmpty { rounds[level].origins.remove(at: turn) } else { rounds[level].turn += 1 }
            queues[origin] = queue
            if isStarting {
                active += 1
                return entry.transfer
            }
        }
        return nil
    }

    /// Whether an entry is stale, which is then forgotten.
    private mutating func passOver(_ entry: Entry) -> Bool {
        guard !changes.isEmpty, let change = changes[entry.transfer], entry.generation < change.generation else {
            return false
        }
        changes[entry.transfer] =
            change.staleCount == 1 ? nil : Change(generation: change.generation, staleCount: change.staleCount - 1)
        return true
    }

    /// Gives back the place of a transfer that was started.
    mutating func finish(at origin: Origin) {
        guard var queue = queues[origin], queue.active > 0 else {
            preconditionFailure("a transfer ends once, and after its start")
        }
        queue.active -= 1
        active -= 1
        queues[origin] = queue.isForgotten ? nil : queue
    }

    /// Starts nothing more to an origin until ``resume(_:)``.
    mutating func pause(_ origin: Origin) {
        queues[origin, default: Queue()].isPaused = true
    }

    /// Ends an origin's pause.
    mutating func resume(_ origin: Origin) {
        guard var queue = queues[origin] else { return }
        queue.isPaused = false
        queues[origin] = queue.isForgotten ? nil : queue
    }

    /// Notes that an origin answered over a protocol that multiplexes.
    mutating func noteMultiplexing(at origin: Origin) {
        queues[origin]?.isMultiplexed = true
    }
}
