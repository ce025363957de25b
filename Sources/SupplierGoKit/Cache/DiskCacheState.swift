import Glibc

/// What a process knows of a cache that it writes to; shared by the copies of a ``DiskCache``.
final class DiskCacheState: Sendable {
    let layout: CacheLayout

    /// What is claimed through this cache.
    let claims: ClaimTable

    /// What holds the cache to its limit.
    let bounds: CacheBounds

    /// Where records go.
    let recordPlace: RecordPlace

    private let lease = Lock<WriterLease?>(nil)

    /// Whether the directories that were stored to hold entries that are not plain, by their paths from the cache's own.
    private let marks = Lock<[String: Bool]>([:])

    /// Whether there is a directory for failures, and when that was last looked at.
    private let failures = Lock<(areThere: Bool, seenAt: Moment?)>((false, nil))

    init(_ layout: CacheLayout, bounds: CacheBounds, recordPlace: RecordPlace) {
        self.layout = layout
        self.bounds = bounds
        self.recordPlace = recordPlace
        claims = ClaimTable(layout)
    }

    /// Creates a file that will appear at a path, in a directory of entries, which is made where it is missing.
    func makeFile(at path: String) throws(FileError) -> AtomicFile {
        let lease = try enter()
        // Another process may clear the cache between the making of the directory and that of the file.
        for _ in 0..<8 {
            do throws(FileError) {
                return try AtomicFile(at: path, temporaryPath: lease.nextTemporaryPath(beside: path))
            } catch {
                guard error.errorNumber == ENOENT else { throw error }
                try makeDirectory(of: path, lease)
            }
        }
        return try AtomicFile(at: path, temporaryPath: lease.nextTemporaryPath(beside: path))
    }

    /// Whether the directory of a key's entry has entries that are not plain, as far as this process has seen.
    func isMarked(_ key: CacheKey) throws(FileError) -> Bool {
        guard try isMarked(key.namespace.name) else { return false }
        return try isMarked(key.namespace.name + "/" + key.name.shard)
    }

    private func isMarked(_ directory: String) throws(FileError) -> Bool {
        if let known = marks.withLock({ $0[directory] }) { return known }
        let isMarked = try FileSystem.status(of: markPath(in: directory)) != nil
        marks.withLock { $0[directory] = isMarked }
        return isMarked
    }

    /// Marks the directory of a key's entry before it gets its first one that is not plain, and before that the namespace's.
    func mark(_ key: CacheKey) throws(FileError) {
        try mark(key.namespace.name)
        try mark(key.namespace.name + "/" + key.name.shard)
    }

    private func markPath(in directory: String) -> String {
        layout.directory + "/" + directory + "/" + CacheFileName.markName
    }

    private func mark(_ directory: String) throws(FileError) {
        guard try !isMarked(directory) else { return }
        let path = markPath(in: directory)
        let file = try FileDescriptor(
            opening: path, O_WRONLY | O_CREAT | O_NOFOLLOW, permissions: 0o600, operation: "create")
        try file.close()
        marks.withLock { $0[directory] = true }
    }

    /// Whether there may be failures, by a look into the cache that is a twentieth of a second old at most: what another
    /// process notes meanwhile is noted while the bytes are stored, and might as well be noted after that.
    func mayHoldFailures() throws(FileError) -> Bool {
        let now = Moment.now
        return try failures.withLock { (failures) throws(FileError) in
            if !failures.areThere, failures.seenAt.map({ now - $0 > .milliseconds(50) }) ?? true {
                failures.areThere = try FileSystem.status(of: layout.directory + "/" + CacheLayout.failures) != nil
                failures.seenAt = now
            }
            return failures.areThere
        }
    }

    /// Says that a failure was noted.
    func noteFailure() {
        failures.withLock { $0.areThere = true }
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

    private func makeDirectory(of path: String, _ lease: WriterLease) throws(FileError) {
        marks.withLock { $0 = [:] }
        if try FileSystem.status(of: layout.directory) == nil {
            try layout.prepare(temporaryName: lease.nextTemporaryName())
        }
        try FileSystem.makeDirectories(String(FileSystem.directoryPrefix(of: path).dropLast()))
    }
}
