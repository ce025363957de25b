/// First in, first out, in a ring of places; both ends cost O(1), amortized, and what was taken is let go at once.
struct Queue<Element> {
    private var places: [Element?] = []
    private var first = 0

    private(set) var count = 0

    mutating func append(_ element: Element) {
        if count == places.count { grow() }
        places[(first + count) & (places.count - 1)] = element
        count += 1
    }

    mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = places[first].take()
        first = (first + 1) & (places.count - 1)
        count -= 1
        return element
    }

    /// Doubles the places, whose number is a power of two.
    private mutating func grow() {
        let order = (0..<count).map { (first + $0) & (places.count - 1) }
        places = order.map { places[$0] } + Array(repeating: nil, count: max(8, count))
        first = 0
    }
}

extension Queue: Sendable where Element: Sendable {}
