/// The suppliers of a stream that have not been started: in order, but for those whose priority was changed.
///
/// Only the pipeline's loop uses it, without a lock. ``Priorities`` are what other tasks share with it.
struct SupplierQueue {
    typealias Waiter = PendingDownloads.Waiter

    private struct Batch {
        let suppliers: [Supplier]
        let firstPosition: Int

        /// The first supplier that was not taken in order, and those after it that were taken before their turn.
        var cursor = 0
        var taken: Set<Int> = []

        var isDone: Bool { cursor == suppliers.count }

        mutating func take(_ offset: Int, as priority: DataRequest.Priority) -> Waiter? {
            guard hasLeft(offset) else { return nil }
            taken.insert(offset)
            while taken.remove(cursor) != nil { cursor += 1 }
            return Waiter(
                supplier: suppliers[offset], position: firstPosition + offset, priority: priority)
        }

        func hasLeft(_ offset: Int) -> Bool { offset >= cursor && !taken.contains(offset) }
    }

    private let priority: DataRequest.Priority
    private var batches: [Batch] = []
    private var nextPosition = 0

    /// The number of suppliers that have not been taken.
    private(set) var count = 0

    /// The changes that were seen last, and their version.
    private var changes: [Priorities.Change] = []
    private var version = 0

    /// The positions of the batches' suppliers, by their ids; `nil` until a priority is changed.
    private var index: [Supplier.ID: [Int]]?

    /// Suppliers that come before the others, the first one last; the ids of those that come after them, and the ones that
    /// were passed over for it.
    private var urgent: [(position: Int, priority: DataRequest.Priority)] = []
    private var lesser: [Supplier.ID: DataRequest.Priority] = [:]
    private var deferred: [Waiter] = []

    /// The suppliers of former batches, as bits by the hashes of their ids.
    private var former: [UInt64] = []

    /// Whether an urgent supplier may be in a batch that is not here yet.
    private var lacksUrgent = false

    /// The end of the search for urgent suppliers that are not here: their stream may stand still, or not have them.
    private(set) var searchEnd = ContinuousClock.now

    /// Creates an empty queue.
    ///
    /// - Parameter priority: that of the suppliers whose priority is not changed.
    init(priority: DataRequest.Priority) {
        self.priority = priority
    }

    /// The number of suppliers to be taken before any other, or before it is looked again.
    var nextCount: Int { urgent.isEmpty ? count : min(count, urgent.count) }

    /// Whether a batch that is not here yet is worth waiting for, although suppliers are left.
    var isSearching: Bool { lacksUrgent && urgent.isEmpty && .now < searchEnd }

    /// Adds a batch.
    mutating func append(_ suppliers: [Supplier]) {
        while batches.first?.isDone == true { forgetFirst() }
        let batch = Batch(suppliers: suppliers, firstPosition: nextPosition)
        batches.append(batch)
        nextPosition += suppliers.count
        count += suppliers.count
        guard index != nil else { return }
        addToIndex(batch)
        arrange()
    }

    /// Applies the changes of priorities since the last call.
    ///
    /// - Parameter limit: how long urgent suppliers that are not here yet are searched for.
    mutating func update(by priorities: Priorities, searchingFor limit: Duration) {
        guard let (changes, version) = priorities.changes(since: self.version) else { return }
        (self.changes, self.version, searchEnd) = (changes, version, .now + limit)
        if index == nil {
            index = [:]
            for batch in batches { addToIndex(batch) }
        }
        arrange()
    }

    /// Takes the next suppliers: the most urgent first, otherwise in order.
    mutating func takeNext(_ limit: Int) -> [Waiter] {
        var next: [Waiter] = []
        next.reserveCapacity(limit)
        while batches.count > 1, batches[0].isDone { forgetFirst() }
        while next.count < limit, let (position, priority) = urgent.popLast() {
            if let waiter = take(position, as: priority) { next.append(waiter) }
        }
        for number in batches.indices {
            while next.count < limit, !batches[number].isDone {
                let cursor = batches[number].cursor
                let lowered = lesser.isEmpty ? nil : lesser[batches[number].suppliers[cursor].id]
                guard let waiter = batches[number].take(cursor, as: lowered ?? priority) else { break }
                if lowered == nil { next.append(waiter) } else { deferred.append(waiter) }
            }
        }
        let rest = deferred.prefix(limit - next.count)
        deferred.removeFirst(rest.count)
        next += rest
        count -= next.count
        return next
    }

    private mutating func take(_ position: Int, as priority: DataRequest.Priority) -> Waiter? {
        if let index = deferred.firstIndex(where: { $0.position == position }) {
            let waiter = deferred.remove(at: index)
            return Waiter(supplier: waiter.supplier, position: position, priority: priority)
        }
        let number = batchNumber(of: position)
        return batches[number].take(position - batches[number].firstPosition, as: priority)
    }

    /// The batch with a position, by binary search; the position is not in front of the first batch.
    private func batchNumber(of position: Int) -> Int {
        var (low, high) = (0, batches.count)
        while low < high {
            let middle = (low + high) / 2
            if batches[middle].firstPosition <= position { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }

    /// Sorts the changes into urgent and lesser suppliers.
    private mutating func arrange() {
        (urgent, lacksUrgent, lesser) = ([], false, [:])
        for change in changes {
            if change.priority < priority {
                lesser[change.id] = change.priority
            } else if change.priority > priority || !deferred.isEmpty {
                let positions = index?[change.id] ?? []
                urgent += positions.filter(isLeft).map { (position: $0, priority: change.priority) }
                if positions.isEmpty, change.priority > priority, !isFormer(change.id) { lacksUrgent = true }
            }
        }
        // The order of the changes holds among equal ones.
        urgent = urgent.enumerated().sorted { left, right in
            (left.element.priority, right.offset) < (right.element.priority, left.offset)
        }.map(\.element)
    }

    private func isLeft(_ position: Int) -> Bool {
        if isDeferred(position) { return true }
        let batch = batches[batchNumber(of: position)]
        return batch.hasLeft(position - batch.firstPosition)
    }

    private func isDeferred(_ position: Int) -> Bool { deferred.contains { $0.position == position } }

    // MARK: - Positions by id

    private mutating func addToIndex(_ batch: Batch) {
        for (offset, supplier) in batch.suppliers.enumerated() {
            index?[supplier.id, default: []].append(batch.firstPosition + offset)
        }
    }

    private mutating func forgetFirst() {
        let batch = batches.removeFirst()
        if former.isEmpty { former = Array(repeating: 0, count: Self.formerWordCount) }
        let end = batch.firstPosition + batch.suppliers.count
        for supplier in batch.suppliers {
            let (word, bit) = Self.formerBit(of: supplier.id)
            former[word] |= bit
            guard let positions = index?[supplier.id] else { continue }
            let left = positions.filter { $0 >= end || isDeferred($0) }
            index?[supplier.id] = left.isEmpty ? nil : left
        }
    }

    /// Whether a former batch had a supplier with an id, which is seldom said of another: then it only waits for its turn.
    private func isFormer(_ id: Supplier.ID) -> Bool {
        let (word, bit) = Self.formerBit(of: id)
        return !former.isEmpty && former[word] & bit != 0
    }

    /// 128 KiB, however many suppliers there are.
    private static let formerWordCount = 16_384

    private static func formerBit(of id: Supplier.ID) -> (word: Int, bit: UInt64) {
        let hash = UInt(bitPattern: id.hashValue)
        return (Int(hash / 64 % UInt(formerWordCount)), 1 << UInt64(hash % 64))
    }
}

extension SupplierQueue {
    /// The priorities that a stream's reader has changed, the latest change first.
    ///
    /// The last ``limit`` changes count, so that suppliers that have scrolled by, or never come, are forgotten; of a call
    /// with more suppliers, all of them.
    final class Priorities: Sendable {
        struct Change: Sendable {
            let id: Supplier.ID
            let priority: DataRequest.Priority
        }

        private static let limit = 256
        private let state = Lock((changes: [Change](), version: 0))

        /// Changes suppliers' priority. The time it takes does not grow with the stream's suppliers.
        func change(_ ids: [Supplier.ID], to priority: DataRequest.Priority) {
            let changed = Set(ids)
            let latest = ids.map { Change(id: $0, priority: priority) }
            state.withLock { state in
                let older = state.changes.lazy.filter { !changed.contains($0.id) }
                state.changes = latest + older.prefix(max(0, Self.limit - latest.count))
                state.version += 1
            }
        }

        /// The changes and their version, unless that is the same.
        fileprivate func changes(since version: Int) -> ([Change], version: Int)? {
            state.withLock { $0.version == version ? nil : ($0.changes, $0.version) }
        }
    }
}
