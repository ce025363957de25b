import Glibc

/// A name in a cache that one process at a time may hold; the system lets go of it when the holder dies.
///
/// The lock belongs to the open file (`flock(2)`): a child process that inherits ``fileDescriptor`` holds it as well,
/// until both have closed it. It keeps nobody away who does not ask.
public final class ProcessLock: Sendable {
    private let file: FileDescriptor

    /// The number of the locked file's descriptor, closed on exec as it is, or -1 once the lock is released.
    public var fileDescriptor: Int32 { file.rawValue }

    private init(_ file: FileDescriptor) {
        self.file = file
    }

    /// Takes a lock, or returns `nil` where another process holds it; waits for nobody.
    ///
    /// - Parameters:
    ///   - name: any text, such as a URL.
    ///   - cache: the cache; its directory is made where it is missing.
    /// - Throws: ``CacheError``.
    public static func acquire(named name: String, in cache: DiskCache) throws -> ProcessLock? {
        do throws(FileError) {
            let locks = cache.directory + "/" + CacheLayout.locks
            let path = locks + "/" + fileName(for: name)
            for _ in 0..<8 {
                do throws(FileError) {
                    return try LockFile.acquire(path).map(ProcessLock.init)
                } catch {
                    guard error.errorNumber == ENOENT else { throw error }
                    try cache.state.prepare()
                    try FileSystem.makeDirectories(locks)
                }
            }
            return try LockFile.acquire(path).map(ProcessLock.init)
        } catch {
            throw CacheError(error)
        }
    }

    /// Lets go of the lock, in this process.
    public func release() {
        do throws(FileError) {
            try file.close()
        } catch {
            // Nothing was written to it; closing has let go of it in any case.
        }
    }

    /// The name of a lock's file.
    static func fileName(for name: String) -> String {
        CacheName.digits(of: name) + ".lock"
    }

    /// Whether a name is that of a lock's file.
    static func isFileName(_ name: String) -> Bool {
        name.utf8.count == 45 && name.hasSuffix(".lock")
            && CacheFileName.isHexadecimal(name.dropLast(".lock".utf8.count))
    }
}
