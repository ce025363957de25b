import Synchronization

/// A process's membership among the writers of a cache.
///
/// It holds a lock on a file named after it, and names its temporary files after itself. If the lock can be taken, the
/// writer is dead, however it died, and what it left can be removed. No walk is needed to know that, and no process
/// numbers, which are reused and differ between containers.
final class WriterLease: Sendable {
    /// The writer's name: 16 hexadecimal digits.
    let name: String

    private let path: String
    private let lock: FileDescriptor
    private let temporaryPrefix: String
    private let temporaryCount = Atomic(0)

    private init(named name: String, at path: String, holding lock: FileDescriptor) {
        self.name = name
        self.path = path
        self.lock = lock
        temporaryPrefix = CacheLayout.FileName.temporaryPrefix(of: name)
    }

    deinit { TemporaryFiles.shared.removeNow(path) }

    /// Makes the cache's directory if it is missing, and enters it.
    static func enter(_ layout: CacheLayout) throws -> WriterLease {
        // Another process that sweeps or clears may lock a new file before its writer does, or remove its directory.
        for _ in 0..<16 {
            do {
                if let lease = try tryEntering(layout) { return lease }
            } catch let error as FileError where error.errorNumber == ENOENT {
                continue
            }
        }
        guard let lease = try tryEntering(layout) else {
            throw FileError(.lock, layout.directory, .busy)
        }
        return lease
    }

    /// Enters under a new name; `nil` if another process holds its file.
    private static func tryEntering(_ layout: CacheLayout) throws -> WriterLease? {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        let name = String(repeating: "0", count: 16 - digits.count) + digits
        let writers = layout.path(of: CacheLayout.writers)
        try layout.prepare(temporaryName: CacheLayout.FileName.temporaryPrefix(of: name) + "0")
        try FileSystem.makeDirectories(writers)
        guard let lock = try LockFile.acquire(writers + "/" + name) else { return nil }
        let lease = WriterLease(named: name, at: lock.path, holding: lock)
        guard TemporaryFiles.shared.removeLast(lock.path) else {
            throw FileError(.create, lock.path, .processIsEnding)
        }
        return lease
    }

    /// A name that no other temporary file has.
    func nextTemporaryName() -> String {
        temporaryPrefix + String(temporaryCount.add(1, ordering: .relaxed).newValue, radix: 16)
    }
}

extension WriterLease {
    /// Removes the temporary files of dead processes: those that were killed before ``TemporaryFiles`` could.
    ///
    /// A process does it once, when it first writes to a cache (`CacheFiles.lease()`); ``DiskCache/clear()`` does it too. A
    /// writer is dead if the lock of its ``WriterLease`` can be taken.
    struct Sweep {
        /// A temporary file of an unknown writer is removed if nothing was written to it for a day.
        private static let patience: TimeInterval = 24 * 60 * 60

        /// The most dead writers' locks that are held at once. The others are left to a later sweep.
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
                for name in try directory.names() where CacheLayout.FileName.isWriter(name) {
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
                guard case .temporary(let writer) = CacheLayout.FileName(name) else { continue }
                if try isLitter(writer: writer, in: directory, name: name) { try directory.removeFile(name) }
            }
        }

        /// Removes the dead writers' own files, after what they left.
        func finish() throws {
            guard let directory = try Directory(at: layout.path(of: CacheLayout.writers)) else { return }
            for name in dead.keys { try directory.removeFile(name) }
        }
    }
}
