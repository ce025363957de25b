/// Decides which waiting transfer starts next: at most so many at once, at most so many to one origin, the most urgent
/// first, and among equally urgent ones fair turns between origins; a pure state machine.
///
/// An origin that is known to multiplex (HTTP/2) needs few connections for many transfers, so that only the total, and
/// what it says itself, bounds it. Any other is given its transfers a few a millisecond until it has as many as it may: all
/// at once they would come back all at once, and so on with each round of answers.
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

        /// Adds an entry, and says whether it is the only one.
        mutating func append(_ entry: Entry) -> Bool {
            entries.append(entry)
            return first == entries.count - 1
        }

        /// Takes the first entry, and says whether it was the only one.
        mutating func popFirst() -> (Entry, isLast: Bool) {
            let entry = entries[first]
            first += 1
            guard first == entries.count else { return (entry, false) }
            entries.removeAll(keepingCapacity: true)
            first = 0
            return (entry, true)
        }
    }

    private struct Queue {
        let origin: Origin
        var lines = InlineArray<3, Line>(repeating: Line())
        var active = 0

        /// How many transfers it may have at once by now, besides what bounds it for good, and when it may have more.
        var width = Admission.widening
        var widensAt: Moment?

        /// How many transfers share a connection; `nil` where each has its own.
        var streamLimit: Int?
        var isPaused = false

        var isIdle: Bool {
            active == 0 && streamLimit == nil && !isPaused && lines[0].isEmpty && lines[1].isEmpty && lines[2].isEmpty
        }
    }

    /// The origins with equally urgent transfers that wait, and whose turn it is.
    private struct Round {
        var numbers: [Int] = []
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

    /// The origins' queues, by their numbers; a number is free again once there is nothing to know of its origin.
    private var queues: [Queue] = []
    private var numbers: [Origin: Int] = [:]
    private var freeNumbers: [Int] = []
    private var rounds = InlineArray<3, Round>(repeating: Round())
    private var changes: [Int: Change] = [:]

    /// The transfers that have a place.
    private(set) var activeCount = 0

    /// When a transfer may start that only its origin's pace holds back, as ``next(at:)`` has found; `nil` for none.
    private(set) var heldUntil: Moment?

    /// By so many transfers an origin's width grows, each millisecond at most.
    static let widening = 4
    private static let wideningInterval = Duration.milliseconds(1)

    init(concurrency: Int, perOrigin: Int) {
        precondition(concurrency > 0 && perOrigin > 0, "a loader needs room for a transfer")
        self.concurrency = concurrency
        self.perOrigin = perOrigin
    }

    /// Puts a transfer behind the equally urgent ones of its origin.
    mutating func enqueue(_ transfer: Int, to origin: Origin, priority: Priority = .normal) {
        let (level, number) = (priority.rawValue, number(of: origin))
        let generation = changes.isEmpty ? 0 : changes[transfer]?.generation ?? 0
        let entry = Entry(transfer: transfer, generation: generation)
        if queues[number].lines[level].append(entry) { rounds[level].numbers.append(number) }
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
    mutating func next(at now: Moment) -> Int? {
        heldUntil = nil
        for priority in Priority.allCases.reversed() {
            if let transfer = next(ofLevel: priority.rawValue, at: now) { return transfer }
        }
        return nil
    }

    private mutating func next(ofLevel level: Int, at now: Moment) -> Int? {
        var passed = 0
        while activeCount < concurrency, passed < rounds[level].numbers.count {
            if rounds[level].turn >= rounds[level].numbers.count { rounds[level].turn = 0 }
            let turn = rounds[level].turn
            let number = rounds[level].numbers[turn]
            guard mayStart(at: number, now) else {
                rounds[level].turn += 1
                passed += 1
                continue
            }
            let (entry, isLast) = queues[number].lines[level].popFirst()
            if isLast {
                rounds[level].numbers.remove(at: turn)
            } else {
                rounds[level].turn += 1
            }
            guard !passOver(entry) else {
                forgetIfIdle(number)
                continue
            }
            queues[number].active += 1
            activeCount += 1
            return entry.transfer
        }
        return nil
    }

    /// Whether an origin has room for one more; asked part by part, so that its lines are not copied.
    private mutating func mayStart(at number: Int, _ now: Moment) -> Bool {
        guard !queues[number].isPaused else { return false }
        if let limit = queues[number].streamLimit { return queues[number].active < limit }
        return queues[number].active < perOrigin && isWideEnough(number, now)
    }

    /// Whether an origin's pace has room for one more; where it has none, ``heldUntil`` says when it will.
    private mutating func isWideEnough(_ number: Int, _ now: Moment) -> Bool {
        let widensAt = queues[number].widensAt ?? now + Self.wideningInterval
        if queues[number].active < queues[number].width {
            queues[number].widensAt = widensAt
            return true
        }
        guard widensAt <= now else {
            heldUntil = min(heldUntil ?? widensAt, widensAt)
            return false
        }
        queues[number].width += Self.widening
        // A millisecond that was missed is made up for, since nobody wakes up on time; a longer one is not.
        queues[number].widensAt = max(widensAt + Self.wideningInterval, now)
        return true
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
        guard let number = numbers[origin], queues[number].active > 0 else {
            preconditionFailure("a transfer ends once, and after its start")
        }
        queues[number].active -= 1
        activeCount -= 1
        forgetIfIdle(number)
    }

    /// Starts nothing more to an origin until ``resume(_:)``.
    mutating func pause(_ origin: Origin) {
        queues[number(of: origin)].isPaused = true
    }

    /// Ends an origin's pause.
    mutating func resume(_ origin: Origin) {
        guard let number = numbers[origin] else { return }
        queues[number].isPaused = false
        forgetIfIdle(number)
    }

    /// Notes that an origin speaks a protocol that multiplexes, and how many transfers it takes on one connection, where that is
    /// known; one at least, so that none waits for ever.
    mutating func noteMultiplexing(at origin: Origin, streamLimit: Int? = nil) {
        guard let number = numbers[origin] else { return }
        queues[number].streamLimit = streamLimit.map { max($0, 1) } ?? queues[number].streamLimit ?? .max
    }

    /// Notes that an origin speaks no protocol that multiplexes.
    mutating func noteNoMultiplexing(at origin: Origin) {
        if let number = numbers[origin] { queues[number].streamLimit = nil }
    }

    private mutating func number(of origin: Origin) -> Int {
        if let number = numbers[origin] { return number }
        let number = freeNumbers.popLast() ?? queues.count
        numbers[origin] = number
        if number == queues.count {
            queues.append(Queue(origin: origin))
        } else {
            queues[number] = Queue(origin: origin)
        }
        return number
    }

    private mutating func forgetIfIdle(_ number: Int) {
        guard queues[number].isIdle else { return }
        numbers[queues[number].origin] = nil
        freeNumbers.append(number)
    }
}
