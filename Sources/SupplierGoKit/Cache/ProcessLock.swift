import Glibc

/// A name in a cache that one process at a time may hold. The system releases it when the holder dies.
///
/// The lock belongs to the open file (`flock(2)`): a child process that inherits ``fileDescriptor`` holds it as well,
/// until both have closed it.
package final class ProcessLock: Sendable {
    private let file: FileDescriptor

    /// The locked file's descriptor, which is closed on exec; -1 once the lock is released.
    package var fileDescriptor: Int32 { file.rawValue }

    private init(_ file: FileDescriptor) {
        self.file = file
    }

    /// Takes a lock; `nil` if another process holds it. Does not wait.
    ///
    /// - Parameters:
    ///   - name: any text, such as a URL.
    ///   - cache: the cache; its directory is made if it is missing.
    /// - Throws: ``CacheError``.
    package static func acquire(named name: String, in cache: DiskCache) throws -> ProcessLock? {
        try CacheError.wrapping {
            let locks = cache.directory + "/" + CacheLayout.locks
            let path = locks + "/" + fileName(for: name)
            for _ in 0..<8 {
                do throws(FileError) {
                    return try makeLockedFile(path).map(ProcessLock.init)
                } catch {
                    guard error.errorNumber == ENOENT else { throw error }
                }
                try cache.files.prepare()
                try FileSystem.makeDirectories(locks)
            }
            return try makeLockedFile(path).map(ProcessLock.init)
        }
    }

    /// Releases the lock in this process.
    package func release() {
        do throws(FileError) {
            try file.close()
        } catch {
            // Nothing was written to it, and closing has released it in any case.
        }
    }

    /// The name of a lock's file.
    static func fileName(for name: String) -> String { SHA256.digits(of: name) + ".lock" }

    /// Whether a name is that of a lock's file.
    static func isFileName(_ name: String) -> Bool {
        name.utf8.count == 45 && name.hasSuffix(".lock") && CacheLayout.FileName.isHexadecimal(name.dropLast(5))
    }
}

// MARK: - Locked files

/// Files that are locked for as long as their holder lives: the system releases the lock when the holder dies
/// (`flock(2)`).
extension ProcessLock {
    /// Creates and locks a file; `nil` if another process holds it.
    static func makeLockedFile(_ path: String) throws(FileError) -> FileDescriptor? {
        while true {
            let file = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: 0o600)
            guard try file.tryLock() else { return nil }
            // A process that removed the file between the two calls held it then; another may have the name now.
            if try file.status().linkCount > 0 { return file }
        }
    }

    /// Locks a file that exists; `nil` if another process holds it, or it is not a regular file.
    static func takeOver(_ name: String, in directory: Directory) throws(FileError) -> FileDescriptor? {
        guard try directory.status(of: name)?.kind == .regular else { return nil }
        do throws(FileError) {
            let file = try FileDescriptor(opening: directory.path + "/" + name, O_RDWR | O_NOFOLLOW)
            guard try file.tryLock() else { return nil }
            return try file.status().linkCount > 0 ? file : nil
        } catch {
            guard error.errorNumber == ENOENT else { throw error }
            return nil
        }
    }

    /// Removes a file that no process holds.
    static func removeUnheld(_ name: String, in directory: Directory) throws(FileError) {
        guard let file = try takeOver(name, in: directory) else { return }
        // While it is held: no other process can take it for its lock.
        defer { withExtendedLifetime(file) {} }
        try directory.removeFile(name)
    }
}
