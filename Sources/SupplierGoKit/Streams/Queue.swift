/// First in, first out; both ends cost O(1), amortized, and what was taken is let go at once.
struct Queue<Element> {
    private var incoming: [Element] = []
    private var outgoing: [Element] = []

    var count: Int { incoming.count + outgoing.count }

    mutating func append(_ element: Element) {
        incoming.append(element)
    }

    mutating func popFirst() -> Element? {
        if outgoing.isEmpty {
            outgoing = incoming.reversed()
            incoming.removeAll(keepingCapacity: true)
        }
        return outgoing.popLast()
    }
}

extension Queue: Sendable where Element: Sendable {}
