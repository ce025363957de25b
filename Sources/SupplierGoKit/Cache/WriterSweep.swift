import FoundationEssentials

/// Removes the temporary files of dead processes: those that were killed before ``TemporaryFiles`` could.
///
/// A process does it once, when it first writes to a cache (``CacheFiles``); ``DiskCache/clear()`` does it too. A writer is
/// dead if the lock of its ``WriterLease`` can be taken.
struct WriterSweep {
    /// A temporary file of an unknown writer is removed if nothing was written to it for a day.
    private static let patience: TimeInterval = 24 * 60 * 60

    /// How many dead writers' locks are held at once. The others are left to a later sweep.
    private static let limit = 16

    private let layout: CacheLayout
    private let livingNames: Set<String>

    /// The dead writers' files, held until what they left is removed: no new writer can take a name that is being swept,
    /// and a sweep that breaks off is repeated.
    private let dead: [String: FileDescriptor]

    /// Finds out which writers live; a few calls for each.
    init(of layout: CacheLayout) throws {
        self.layout = layout
        var living: Set<String> = []
        var dead: [String: FileDescriptor] = [:]
        if let directory = try Directory(at: layout.path(of: CacheLayout.writers)) {
            for name in try directory.names() where CacheFileName.isWriter(name) {
                if dead.count < Self.limit, let file = try LockFile.takeOver(name, in: directory) {
                    dead[name] = file
                } else {
                    living.insert(name)
                }
            }
        }
        livingNames = living
        self.dead = dead
    }

    /// Walks through the cache if there is a dead writer.
    func run() throws {
        guard !dead.isEmpty, let root = try Directory(at: layout.directory) else { return }
        try sweep(root)
        try layout.forEachShard { shard, _ in try sweep(shard) }
        try finish()
    }

    /// Whether the writer of a temporary file is gone.
    func isLitter(writer: String, in directory: Directory, name: String) throws -> Bool {
        if livingNames.contains(writer) { return false }
        if dead[writer] != nil { return true }
        guard let status = try directory.status(of: name) else { return false }
        return status.modifiedAt.timeIntervalSinceNow < -Self.patience
    }

    /// Removes what is left in one directory.
    func sweep(_ directory: Directory) throws {
        for name in try directory.names() {
            guard case .temporary(let writer) = CacheFileName(name) else { continue }
            if try isLitter(writer: writer, in: directory, name: name) { try directory.removeFile(name) }
        }
    }

    /// Removes the dead writers' own files, after what they left.
    func finish() throws {
        guard let directory = try Directory(at: layout.path(of: CacheLayout.writers)) else { return }
        for name in dead.keys { try directory.removeFile(name) }
    }
}
