/// Things to be done at some time, the soonest first: a binary heap.
struct DeadlineQueue<Element> {
    private var heap: [(time: ContinuousClock.Instant, element: Element)] = []

    /// When the next one is due.
    var first: ContinuousClock.Instant? { heap.first?.time }

    /// Adds one, in O(log n).
    mutating func insert(_ element: Element, at time: ContinuousClock.Instant) {
        heap.append((time, element))
        var child = heap.count - 1
        while child > 0, heap[child].time < heap[(child - 1) / 2].time {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Removes the next one if it is due, in O(log n).
    mutating func popFirst(dueAt now: ContinuousClock.Instant) -> Element? {
        guard let first = heap.first, first.time <= now else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1].time < heap[child].time { child += 1 }
            guard heap[child].time < heap[parent].time else { break }
            heap.swapAt(child, parent)
            parent = child
        }
        return first.element
    }
}
