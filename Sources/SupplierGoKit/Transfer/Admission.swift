#if Curl
/// Decides which waiting transfer starts next. A state machine that calls nobody; copies would share their hosts.
///
/// At most `concurrency` transfers run at once, and a limited number to one ``Host``, the most urgent first, with turns
/// between the hosts among equally urgent ones.
struct Admission {
    typealias Priority = DataRequest.Priority

    /// A transfer's part in it.
    enum Slot: Equatable {
        case none, queued(Priority), taken
    }

    /// The most transfers at once.
    private let concurrency: Int

    /// The hosts with a queue that is not empty, by priority, the next one to be asked first.
    private var turns = InlineArray<3, [Host]>(repeating: [])

    /// The number of transfers that have a slot.
    private(set) var activeCount = 0

    init(concurrency: Int) {
        precondition(concurrency > 0, "a loader needs room for a transfer")
        self.concurrency = concurrency
    }

    /// Adds a transfer to its host's queue of this priority, or moves it there.
    mutating func enqueue(_ transfer: Transfer, priority: Priority) {
        let (level, host) = (priority.rawValue, transfer.host)
        if host.queues[level].isEmpty { turns[level].append(host) }
        host.queues[level].append(transfer)
        transfer.slot = .queued(priority)
    }

    /// The transfer to start now, which has its slot, or `nil` if there is none, or no room: `CurlEngine.startAdmitted`
    /// asks in each turn.
    mutating func next() -> Transfer? {
        guard activeCount < concurrency else { return nil }
        for priority in Priority.allCases.reversed() {
            let level = priority.rawValue
            while let index = turns[level].firstIndex(where: \.mayStart) {
                let host = turns[level].remove(at: index)
                let transfer = host.queues[level].popFirst()
                if !host.queues[level].isEmpty { turns[level].append(host) }
                guard let transfer, transfer.slot == .queued(priority) else { continue }
                transfer.slot = .taken
                host.activeCount += 1
                activeCount += 1
                return transfer
            }
        }
        return nil
    }

    /// Frees a transfer's slot, or takes it out of its queue.
    mutating func leave(_ transfer: Transfer) {
        if transfer.slot == .taken {
            transfer.host.activeCount -= 1
            activeCount -= 1
        }
        transfer.slot = .none
    }
}
#endif
