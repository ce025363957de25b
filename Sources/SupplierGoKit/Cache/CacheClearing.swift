/// Removes what a cache has made, from the entries up.
struct CacheClearing {
    private let root: Directory
    private let sweep: WriterSweep
    private var removed: CacheUsage

    init(_ root: Directory, of layout: CacheLayout) throws {
        self.root = root
        sweep = try WriterSweep(of: layout)
        removed = CacheUsage(directory: layout.directory)
    }

    /// Returns what entries were removed.
    mutating func run() throws -> CacheUsage {
        try sweep.sweep(root)
        for namespace in try root.names() where CacheLayout.isNamespace(namespace) {
            guard let directory = try root.directory(namespace) else { continue }
            for name in try directory.names() where CacheFileName.isShard(name) {
                try clear(name, in: directory, namespace)
            }
            try directory.removeFile(".mixed")
            try root.removeDirectory(namespace)
        }
        try removeLocks()
        try root.removeFile(CacheLayout.usage)
        try root.removeFile(CacheLayout.lastRun)
        try sweep.finish()
        // A living writer stays, and with it the tag: it may store again at once.
        try root.removeDirectory(CacheLayout.writers)
        if try root.status(of: CacheLayout.writers) == nil { try removeTag() }
        return removed
    }

    private mutating func clear(_ name: String, in parent: Directory, _ namespace: String) throws {
        guard let shard = try parent.directory(name) else { return }
        for name in try shard.names() {
            switch CacheFileName(name) {
            case .entry: try removeEntry(name, in: shard, namespace)
            case .temporary(let writer):
                if try sweep.isLitter(writer: writer, in: shard, name: name) { try shard.removeFile(name) }
            case .record, .mark: try shard.removeFile(name)
            case .foreign: break
            }
        }
        try parent.removeDirectory(name)
    }

    private mutating func removeEntry(
        _ name: String, in shard: Directory, _ namespace: String
    ) throws {
        guard let status = try shard.status(of: name), status.kind != .directory, try shard.removeFile(name) else {
            return
        }
        if status.kind == .regular, status.byteCount > 0 { removed.add(byteCount: status.byteCount, to: namespace) }
    }

    private func removeLocks() throws {
        guard let locks = try root.directory(CacheLayout.locks) else { return }
        for name in try locks.names() where ProcessLock.isFileName(name) {
            try LockFile.removeUnheld(name, in: locks)
        }
        for name in try locks.names() where name.hasPrefix(CacheLayout.claims) { try locks.removeFile(name) }
        try root.removeDirectory(CacheLayout.locks)
    }

    /// Removes the tag where it is the cache's own, not one that somebody else has put there.
    private func removeTag() throws {
        guard let file = try root.file(CacheLayout.tag) else { return }
        let text = CacheLayout.tagText
        if try file.read(upTo: text.utf8.count + 1) == Array(text.utf8) { try root.removeFile(CacheLayout.tag) }
    }
}
