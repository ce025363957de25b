extension Sequence {
    /// The first of those elements that share a key, in their order.
    package func uniqued<Key: Hashable>(on key: (Element) -> Key) -> [Element] {
        var known: Set<Key> = []
        return filter { known.insert(key($0)).inserted }
    }
}
