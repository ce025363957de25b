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

    private let writer = Lock<Writer?>(nil)

    /// Whether the directories that were stored to hold entries that are not plain, by their paths from the cache's own.
    private let marks = Lock<[String: Bool]>([:])

    /// Whether there is a directory for failures, and when that was last looked at.
    private let failures = Lock<(areThere: Bool, seenAt: Moment?)>((false, nil))

    /// What this process is to others that use the cache.
    private final class Writer: Sendable {
        let lease: WriterLease

        /// The cache's directory.
        let root: Directory

        init(_ lease: WriterLease, in root: Directory) {
            (self.lease, self.root) = (lease, root)
        }
    }

    init(_ layout: CacheLayout, bounds: CacheBounds, recordPlace: RecordPlace) {
        self.layout = layout
        self.bounds = bounds
        self.recordPlace = recordPlace
        claims = ClaimTable(layout)
    }

    /// Creates a file that will appear at a path, in a directory of entries, which is made where it is missing.
    func makeFile(at path: String) throws(FileError) -> AtomicFile {
        var writer = try enter()
        // Another process may clear the cache between the making of the directory and that of the file.
        for _ in 0..<8 {
            do throws(FileError) {
                return try Self.makeFile(at: path, by: writer)
            } catch {
                guard error.errorNumber == ENOENT else { throw error }
                writer = try makeDirectory(of: path, writer)
            }
        }
        return try Self.makeFile(at: path, by: writer)
    }

    private static func makeFile(at path: String, by writer: Writer) throws(FileError) -> AtomicFile {
        try AtomicFile(at: path, temporaryPath: writer.lease.nextTemporaryPath(beside: path), below: writer.root)
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
    private func enter() throws(FileError) -> Writer {
        // Under the lock: everybody waits for the first one, and sweeps once.
        try writer.withLock { (writer) throws(FileError) in
            if let writer { return writer }
            let lease = try WriterLease.enter(layout)
            let entered = Writer(lease, in: try root())
            try WriterSweep(of: layout).run()
            writer = entered
            return entered
        }
    }

    /// Makes a file's directory, and the cache's where somebody has removed it.
    ///
    /// - Returns: the writer, in the directory that is there now.
    private func makeDirectory(of path: String, _ writer: Writer) throws(FileError) -> Writer {
        marks.withLock { $0 = [:] }
        if try FileSystem.status(of: layout.directory) == nil {
            try layout.prepare(temporaryName: writer.lease.nextTemporaryName())
        }
        try FileSystem.makeDirectories(String(FileSystem.directoryPrefix(of: path).dropLast()))
        let number = try FileSystem.status(of: layout.directory)?.fileNumber
        guard try writer.root.descriptor.status().fileNumber != number else { return writer }
        let newWriter = Writer(writer.lease, in: try root())
        self.writer.withLock { $0 = newWriter }
        return newWriter
    }

    private func root() throws(FileError) -> Directory {
        guard let root = try Directory(at: layout.directory) else {
            throw FileError("open", layout.directory, ENOENT)
        }
        return root
    }
}
