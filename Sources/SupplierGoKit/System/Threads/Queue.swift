/// First in, first out: O(1) at both ends, amortized. Elements that were taken are released at once.
struct Queue<Element> {
    /// The elements, after the slots of those that were taken.
    private var slots: [Element?] = []

    /// The number of elements that were taken of the slots.
    private var first = 0

    var count: Int { slots.count - first }

    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: consuming Element) { slots.append(element) }

    mutating func popFirst() -> Element? {
        guard first < slots.count else { return nil }
        let element = slots[first].take()
        first += 1
        // At most as many elements move as were taken.
        if 2 * first >= slots.count {
            slots.removeFirst(first)
            first = 0
        }
        return element
    }
}

extension Queue: Sendable where Element: Sendable {}
