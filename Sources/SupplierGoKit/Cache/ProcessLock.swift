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
            try cache.files.checkDirectory()
            let layout = cache.files.layout
            let path = layout.path(of: CacheLayout.locks + "/" + fileName(for: name))
            return try layout.inDirectory(of: path) { () throws(FileError) in
                try LockFile.acquire(path).map(ProcessLock.init)
            }
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

    /// The name is that of a lock's file.
    static func isFileName(_ name: String) -> Bool {
        name.utf8.count == 45 && name.hasSuffix(".lock") && CacheLayout.FileName.isHexadecimal(name.dropLast(5))
    }
}
