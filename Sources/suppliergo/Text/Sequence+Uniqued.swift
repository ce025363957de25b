extension Sequence {
    /// The first of those elements that share a key, in their order.
    func uniqued<Identity: Hashable>(on key: (Element) -> Identity) -> [Element] {
        var known: Set<Identity> = []
        return filter { known.insert(key($0)).inserted }
    }
}
