import Glibc
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
        temporaryPrefix = CacheFileName.temporaryPrefix(of: name)
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
        try layout.prepare(temporaryName: CacheFileName.temporaryPrefix(of: name) + "0")
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
