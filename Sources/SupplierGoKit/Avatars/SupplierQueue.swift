/// The suppliers of a batch that have not been started: in order, but for those whose priority was changed.
///
/// Only the pipeline's loop uses it, without a lock. ``Priorities`` are what other tasks share with it.
struct SupplierQueue {
    /// A supplier that has not been taken.
    private struct Place {
        let index: Int
        var priority: DataRequest.Priority

        /// Its rank among the changes of priorities, the lowest first; the largest number if it has none.
        var rank = Int.max
    }

    private let suppliers: [Supplier]
    private let firstPosition: Int
    private let priority: DataRequest.Priority

    /// The version of the priorities that the order is by.
    private var version = 0

    /// The suppliers that have not been taken, the next one last.
    private var left: [Place]

    /// The number of suppliers that have not been taken.
    var count: Int { left.count }

    /// Creates the queue of a batch.
    ///
    /// - Parameters:
    ///   - suppliers: the suppliers.
    ///   - position: the first one's position in the stream.
    ///   - priority: that of the suppliers whose priority is not changed.
    init(of suppliers: [Supplier], from position: Int, at priority: DataRequest.Priority) {
        (self.suppliers, firstPosition, self.priority) = (suppliers, position, priority)
        left = suppliers.indices.reversed().map { Place(index: $0, priority: priority) }
    }

    /// Orders the suppliers by the changes of priorities since the last call: the most urgent first, among equally
    /// urgent ones those of the latest change.
    mutating func update(by priorities: Priorities) {
        guard let (changes, version) = priorities.changes(since: version) else { return }
        self.version = version
        for place in left.indices {
            let change = changes[suppliers[left[place].index].id] ?? (priority, .max)
            (left[place].priority, left[place].rank) = change
        }
        left.sort { ($0.priority, $1.rank, $1.index) < ($1.priority, $0.rank, $0.index) }
    }

    /// Takes the next suppliers, as many as are asked for or left.
    mutating func takeNext(
        _ count: Int, _ body: (consuming Supplier, _ position: Int, _ priority: DataRequest.Priority) -> Void
    ) {
        for _ in 0..<count {
            guard let place = left.popLast() else { return }
            body(suppliers[place.index], firstPosition + place.index, place.priority)
        }
    }
}

extension SupplierQueue {
    /// The priorities that a stream's reader has changed, until all suppliers of the batch have been taken.
    final class Priorities: Sendable {
        /// A supplier's priority, and its rank: that of a later change is lower.
        typealias Change = (priority: DataRequest.Priority, rank: Int)

        /// The version is the lowest rank.
        private let state = Lock((changes: [Supplier.ID: Change](), version: 0))

        /// Changes suppliers' priority. The time it takes does not grow with the stream's suppliers.
        func change(_ ids: [Supplier.ID], to priority: DataRequest.Priority) {
            state.withLock { state in
                for id in ids.reversed() {
                    state.version -= 1
                    state.changes[id] = (priority, state.version)
                }
            }
        }

        /// Forgets all changes.
        func reset() { state.withLock { $0 = ([:], 0) } }

        /// The changes and their version, unless that is the same.
        fileprivate func changes(since version: Int) -> (changes: [Supplier.ID: Change], version: Int)? {
            state.withLock { $0.version == version ? nil : $0 }
        }
    }
}
