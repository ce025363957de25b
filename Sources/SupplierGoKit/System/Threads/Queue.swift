/// First in, first out, in a ring buffer: O(1) at both ends, amortized. Elements that were taken are released at once.
struct Queue<Element> {
    private var slots: [Element?] = []
    private var first = 0

    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: Element) {
        if count == slots.count { grow() }
        slots[(first + count) & (slots.count - 1)] = element
        count += 1
    }

    mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = slots[first].take()
        first = (first + 1) & (slots.count - 1)
        count -= 1
        return element
    }

    /// Doubles the number of slots, which is a power of two.
    private mutating func grow() {
        let order = (0..<count).map { (first + $0) & (slots.count - 1) }
        slots = order.map { slots[$0] } + Array(repeating: nil, count: max(8, count))
        first = 0
    }
}

extension Queue: Sendable where Element: Sendable {}
