import Glibc
import Synchronization

/// A process's place among the writers of a cache.
///
/// It holds a lock on a file named after it, and names its temporary files after itself. A lock that can be taken is
/// that of a dead writer, in whatever way it died, and what it left is litter: that is known without a walk through the
/// cache, and without trusting process numbers, which repeat and differ between containers.
final class WriterLease: Sendable {
    /// The writer's name: 16 hexadecimal digits.
    let name: String

    private let path: String
    private let lock: FileDescriptor
    private let temporaryCount = Atomic(0)

    /// Makes the cache's directory where it is missing, and enters it.
    init(in layout: CacheLayout) throws(FileError) {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        name = String(repeating: "0", count: 16 - digits.count) + digits
        path = layout.directory + "/" + CacheLayout.writers + "/" + name
        try layout.prepare(temporaryName: CacheFileName.temporary(of: name, number: 0))
        try FileSystem.makeDirectories(layout.directory + "/" + CacheLayout.writers)
        guard let lock = try LockFile.acquire(path) else { throw FileError("lock", path, EWOULDBLOCK) }
        self.lock = lock
        guard TemporaryFiles.shared.removeLast(path) else {
            TemporaryFiles.shared.removeNow(path)
            throw FileError("create", path, ECANCELED)
        }
    }

    deinit {
        TemporaryFiles.shared.removeNow(path)
    }

    /// A name that no other temporary file has.
    func nextTemporaryName() -> String {
        let number = temporaryCount.add(1, ordering: .relaxed).newValue
        return CacheFileName.temporary(of: name, number: number)
    }
}
