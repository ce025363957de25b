/// Decides which waiting transfer starts next: at most so many at once, at most so many to one origin, and fair turns
/// between origins; a pure state machine.
///
/// An origin that is known to multiplex (HTTP/2) needs few connections for many transfers, so that only the total
/// bounds it.
struct Admission: Sendable {
    private struct Queue {
        var waiting: [Int] = []
        var first = 0
        var active = 0
        var isMultiplexed = false

        var isEmpty: Bool { first == waiting.count }

        mutating func popFirst() -> Int {
            defer {
                first += 1
                if first == waiting.count {
                    waiting.removeAll(keepingCapacity: true)
                    first = 0
                }
            }
            return waiting[first]
        }
    }

    /// The most transfers at once.
    let concurrency: Int

    /// The most transfers at once to an origin that does not multiplex.
    let perOrigin: Int

    private var queues: [Origin: Queue] = [:]
    private var turns: [Origin] = []
    private var turn = 0
    private var active = 0
    private var withdrawn: Set<Int> = []

    init(concurrency: Int, perOrigin: Int) {
        precondition(concurrency > 0 && perOrigin > 0, "a loader needs room for a transfer")
        self.concurrency = concurrency
        self.perOrigin = perOrigin
    }

    /// Puts a transfer behind the others of its origin.
    mutating func enqueue(_ transfer: Int, to origin: Origin) {
        if queues[origin, default: Queue()].isEmpty { turns.append(origin) }
        queues[origin, default: Queue()].waiting.append(transfer)
    }

    /// Takes back a transfer that was not started.
    mutating func withdraw(_ transfer: Int) {
        withdrawn.insert(transfer)
    }

    /// The transfer to start now, counted as started; `nil` where there is none, or no room.
    mutating func next() -> Int? {
        var passed = 0
        while active < concurrency, passed < turns.count {
            if turn >= turns.count { turn = 0 }
            let origin = turns[turn]
            guard var queue = queues[origin], !queue.isEmpty else {
                turns.remove(at: turn)
                continue
            }
            guard queue.isMultiplexed || queue.active < perOrigin else {
                turn += 1
                passed += 1
                continue
            }
            let transfer = queue.popFirst()
            let isStarting = withdrawn.remove(transfer) == nil
            if isStarting { queue.active += 1 }
            if queue.isEmpty { turns.remove(at: turn) } else { turn += 1 }
            queues[origin] = queue
            if isStarting {
                active += 1
                return transfer
            }
        }
        return nil
    }

    /// Gives back the place of a transfer that was started.
    mutating func finish(at origin: Origin) {
        guard var queue = queues[origin], queue.active > 0 else {
            preconditionFailure("a transfer ends once, and after its start")
        }
        queue.active -= 1
        active -= 1
        queues[origin] = queue.active == 0 && queue.isEmpty && !queue.isMultiplexed ? nil : queue
    }

    /// Notes that an origin answered over a protocol that multiplexes.
    mutating func noteMultiplexing(at origin: Origin) {
        queues[origin]?.isMultiplexed = true
    }
}
