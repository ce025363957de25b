import Glibc

/// What a process knows of a cache that it writes to; shared by the copies of a ``DiskCache``.
final class DiskCacheState: Sendable {
    private let layout: CacheLayout
    /// What is claimed through this cache.
    let claims: ClaimTable

    /// What holds the cache to its limit.
    let bounds: CacheBounds

    /// Where records go.
    let recordPlace: RecordPlace

    private let lease = Lock<WriterLease?>(nil)

    /// Whether the directories that were stored to hold entries that are not plain.
    private let marks = Lock<[String: Bool]>([:])

    init(_ layout: CacheLayout, bounds: CacheBounds, recordPlace: RecordPlace) {
        self.layout = layout
        self.bounds = bounds
        self.recordPlace = recordPlace
        claims = ClaimTable(layout)
    }

    /// Creates a file that will appear as `name` in a directory of entries, and the directory where it is missing.
    func makeFile(_ name: String, in shard: String) throws(FileError) -> AtomicFile {
        let lease = try enter()
        let path = shard + "/" + name
        // Another process may clear the cache between the making of the directory and that of the file.
        for _ in 0..<8 {
            do throws(FileError) {
                return try AtomicFile(at: path, temporaryPath: shard + "/" + lease.nextTemporaryName())
            } catch {
                guard error.errorNumber == ENOENT else { throw error }
                try makeShard(shard, lease)
            }
        }
        return try AtomicFile(at: path, temporaryPath: shard + "/" + lease.nextTemporaryName())
    }

    /// Whether a directory has entries that are not plain, as far as this process has seen.
    func isMarked(_ shard: String) throws(FileError) -> Bool {
        if let known = marks.withLock({ $0[shard] }) { return known }
        let isMarked = try FileSystem.status(of: shard + "/" + CacheFileName.markName) != nil
        marks.withLock { $0[shard] = isMarked }
        return isMarked
    }

    /// Marks a directory before it gets its first entry that is not plain.
    func mark(_ shard: String) throws(FileError) {
        guard try !isMarked(shard) else { return }
        let path = shard + "/" + CacheFileName.markName
        let file = try FileDescriptor(
            opening: path, O_WRONLY | O_CREAT | O_NOFOLLOW, permissions: 0o600, operation: "create")
        try file.close()
        marks.withLock { $0[shard] = true }
    }

    /// Makes the cache's directory where it is missing.
    func prepare() throws(FileError) {
        _ = try enter()
    }

    /// Becomes a writer, once, and sweeps behind those that died.
    private func enter() throws(FileError) -> WriterLease {
        // Under the lock: everybody waits for the first one, and sweeps once.
        try lease.withLock { (lease) throws(FileError) in
            if let lease { return lease }
            let entered = try WriterLease.enter(layout)
            try WriterSweep(of: layout).run()
            lease = entered
            return entered
        }
    }

    private func makeShard(_ shard: String, _ lease: WriterLease) throws(FileError) {
        marks.withLock { _ = $0.removeValue(forKey: shard) }
        if try FileSystem.status(of: layout.directory) == nil {
            try layout.prepare(temporaryName: lease.nextTemporaryName())
        }
        try FileSystem.makeDirectories(shard)
    }
}
