/// Looks keys up, with one call for each that is there and one for what is known of it.
struct CacheLookup {
    private let layout: CacheLayout
    private var namespaces: [NamespaceLookup] = []

    init(_ layout: CacheLayout) {
        self.layout = layout
    }

    mutating func entry(for key: CacheKey) throws(FileError) -> CacheEntry? {
        try namespaces[index(of: key.namespace)].entry(for: key)
    }

    /// There are few namespaces, and comparing is cheaper than hashing.
    private mutating func index(of namespace: CacheKey.Namespace) throws(FileError) -> Int {
        if let index = namespaces.firstIndex(where: { $0.namespace == namespace }) { return index }
        namespaces.append(try NamespaceLookup(namespace, in: layout))
        return namespaces.count - 1
    }
}
