/// A walk through all of a cache's directories, which costs a call for each and for each name in them.
struct CacheWalk {
    /// The cache's directory.
    let root: Directory

    /// Begins a walk; `nil` where there is no cache.
    init?(of layout: CacheLayout) throws(FileError) {
        guard let root = try Directory(at: layout.directory) else { return nil }
        self.root = root
    }

    /// Calls a function for each directory of entries.
    func visit(
        _ visitor: (_ shard: Directory, _ namespace: String) throws(FileError) -> Void
    ) throws(FileError) {
        for namespace in try root.names() where CacheLayout.isNamespace(namespace) {
            guard let directory = try root.directory(namespace) else { continue }
            for name in try directory.names() where CacheFileName.isShard(name) {
                if let shard = try directory.directory(name) { try visitor(shard, namespace) }
            }
        }
    }
}
