/// The avatars that are on their way from their servers: how many there are, and which have landed and are to be looked
/// after.
///
/// A transfer that ends calls ``land(_:_:)`` on its own thread, and whoever looks after landed ones takes them with
/// ``next(upTo:)``: there is no task for each, only one for each that works on them.
final class AvatarTraffic<Flight: Sendable>: Sendable {
    /// What has come of a flight.
    struct Landing: Sendable {
        let flight: Flight
        let outcome: Result<DataOutcome, any Error>
    }

    private struct Pause {
        /// Who waits goes on when fewer places than that are taken.
        let count: Int
        let waiter: CheckedContinuation<Void, Never>
    }

    private struct State {
        /// How many places are taken.
        var takenCount = 0

        /// The flights in the air, by numbers, and what cancels them, as soon as that is known.
        var transfers: [Int: DataTransfer?] = [:]
        var lastNumber = 0
        var landed = Queue<Landing>()
        var takers: [CheckedContinuation<[Landing], Never>] = []
        var pauses: [Pause] = []
        var isClosed = false
        var isCancelled = false

        /// Whether nothing will land any more.
        var isOver: Bool { isCancelled || isClosed && takenCount == 0 }

        /// The pauses that are over.
        mutating func pausesAtEnd() -> [Pause] {
            guard !pauses.isEmpty else { return [] }
            let isOver = { [takenCount, isCancelled] (pause: Pause) in takenCount < pause.count || isCancelled }
            guard pauses.contains(where: isOver) else { return [] }
            defer { pauses.removeAll(where: isOver) }
            return pauses.filter(isOver)
        }

        /// Those to be told that nothing will land any more.
        mutating func takersAtEnd() -> [CheckedContinuation<[Landing], Never>] {
            guard isOver else { return [] }
            defer { takers = [] }
            return takers
        }

        /// Takes the first that have landed, up to `limit`, and no more than half of them: others look after them as well.
        mutating func takeLanded(upTo limit: Int) -> [Landing] {
            let count = min(limit, (landed.count + 1) / 2)
            var taken: [Landing] = []
            taken.reserveCapacity(count)
            while taken.count < count, let landing = landed.popFirst() { taken.append(landing) }
            return taken
        }
    }

    private let limit: Int
    private let state = Lock(State())

    /// - Parameter limit: how many places there are, at least 1.
    init(limit: Int) {
        self.limit = limit
    }

    /// Takes places for flights, each of which is given back by ``end(_:)``; waits until there are any, and also, as long as
    /// any is taken, for other reasons to be over.
    ///
    /// Where all places are taken it waits until a quarter is free: then many flights can be begun together.
    ///
    /// - Returns: how many were taken, at least one.
    /// - Throws: `CancellationError`, also after ``cancel()``.
    func takePlaces(upTo wantedCount: Int, while isCrowded: () -> Bool = { false }) async throws -> Int {
        while true {
            try Task.checkCancellation()
            let isCrowded = isCrowded()
            let (count, takenCount) = try state.withLock { state in
                guard !state.isCancelled else { throw CancellationError() }
                guard state.takenCount == 0 || state.takenCount < limit && !isCrowded else {
                    return (0, state.takenCount)
                }
                let count = min(wantedCount, limit - state.takenCount)
                state.takenCount += count
                return (count, state.takenCount)
            }
            if count > 0 { return count }
            await pause(until: takenCount < limit ? takenCount : limit - limit / 4)
        }
    }

    /// Begins a flight, for which a place is taken.
    ///
    /// - Parameter start: starts its transfer, and says what cancels it; the function that it is given is to be called
    ///   once, with what comes of it.
    func begin(
        _ flight: Flight,
        _ start: (_ receiver: @escaping @Sendable (Result<DataOutcome, any Error>) -> Void) -> DataTransfer
    ) {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.transfers[state.lastNumber] = .some(nil)
            return state.lastNumber
        }
        let transfer = start { outcome in self.land(number, Landing(flight: flight, outcome: outcome)) }
        let isUnwanted = state.withLock { state in
            // It may have landed by now.
            if state.transfers[number] != nil { state.transfers[number] = transfer }
            return state.isCancelled
        }
        if isUnwanted { transfer.cancel() }
    }

    /// Gives places back: of flights that have landed and were looked after, or that did not begin.
    func end(_ count: Int = 1) {
        let (pauses, takers) = state.withLock { state in
            state.takenCount -= count
            return (state.pausesAtEnd(), state.takersAtEnd())
        }
        for pause in pauses { pause.waiter.resume() }
        for taker in takers { taker.resume(returning: []) }
    }

    /// Says that no more places will be taken.
    func close() {
        let takers = state.withLock { state in
            state.isClosed = true
            return state.takersAtEnd()
        }
        for taker in takers { taker.resume(returning: []) }
    }

    /// Ends all flights, and forgets what has landed.
    func cancel() {
        let (transfers, takers, pauses) = state.withLock { state in
            state.isCancelled = true
            state.landed = Queue()
            defer { state.transfers = [:] }
            return (state.transfers, state.takersAtEnd(), state.pausesAtEnd())
        }
        for transfer in transfers.values { transfer?.cancel() }
        for taker in takers { taker.resume(returning: []) }
        for pause in pauses { pause.waiter.resume() }
    }

    /// What has landed by now, up to `limit`, and no more than half of it.
    func takeLanded(upTo limit: Int) -> [Landing] {
        state.withLock { $0.takeLanded(upTo: limit) }
    }

    /// What has landed, up to `limit`, as soon as something has; empty where nothing will any more.
    nonisolated(nonsending) func next(upTo limit: Int) async -> [Landing] {
        let landings = state.withLock { $0.takeLanded(upTo: limit) }
        guard landings.isEmpty else { return landings }
        // Whoever lands had the lock before it resumed the continuation; the thread sanitizer does not see the latter where
        // it comes before this task waits.
        defer { state.withLock { _ in } }
        return await withCheckedContinuation { taker in
            let answer: [Landing]? = state.withLock { state in
                let landings = state.takeLanded(upTo: limit)
                if !landings.isEmpty || state.isOver { return landings }
                state.takers.append(taker)
                return nil
            }
            if let answer { taker.resume(returning: answer) }
        }
    }

    private func land(_ number: Int, _ landing: Landing) {
        let taker = state.withLock { state in
            state.transfers[number] = nil
            guard !state.isCancelled else { return nil as CheckedContinuation<[Landing], Never>? }
            if let taker = state.takers.popLast() { return taker }
            state.landed.append(landing)
            return nil
        }
        taker?.resume(returning: [landing])
    }

    nonisolated(nonsending) private func pause(until count: Int) async {
        defer { state.withLock { _ in } }
        await withCheckedContinuation { waiter in
            let mayGoOn = state.withLock { state in
                if state.takenCount < count || state.isCancelled { return true }
                state.pauses.append(Pause(count: count, waiter: waiter))
                return false
            }
            if mayGoOn { waiter.resume() }
        }
    }
}
