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

    private init(named name: String, at path: String, holding lock: FileDescriptor) {
        self.name = name
        self.path = path
        self.lock = lock
    }

    /// Makes the cache's directory where it is missing, and enters it.
    static func enter(_ layout: CacheLayout) throws(FileError) -> WriterLease {
        var failure = FileError("lock", layout.directory, EWOULDBLOCK)
        // Whoever sweeps or clears may take hold of a new file before its writer does, or remove its directory.
        for _ in 0..<16 {
            do throws(FileError) {
                if let lease = try tryEntering(layout) { return lease }
            } catch {
                guard error.errorNumber == ENOENT else { throw error }
                failure = error
            }
        }
        throw failure
    }

    /// Enters under a new name; `nil` where somebody else has hold of its file.
    private static func tryEntering(_ layout: CacheLayout) throws(FileError) -> WriterLease? {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        let name = String(repeating: "0", count: 16 - digits.count) + digits
        let writers = layout.directory + "/" + CacheLayout.writers
        let path = writers + "/" + name
        try layout.prepare(temporaryName: CacheFileName.temporary(of: name, number: 0))
        try FileSystem.makeDirectories(writers)
        guard let lock = try LockFile.acquire(path) else { return nil }
        let lease = WriterLease(named: name, at: path, holding: lock)
        guard TemporaryFiles.shared.removeLast(path) else { throw FileError("create", path, ECANCELED) }
        return lease
    }

    deinit {
        TemporaryFiles.shared.removeNow(path)
    }

    /// A path that no other temporary file has, beside another one.
    func nextTemporaryPath(beside path: String) -> String {
        let source = path.utf8.span
        var directoryByteCount = source.count
        while directoryByteCount > 0, source[directoryByteCount - 1] != UInt8(ascii: "/") { directoryByteCount -= 1 }
        return CacheFileName.temporary(
            of: name, number: nextNumber(), in: source.extracting(..<directoryByteCount))
    }

    /// A name that no other temporary file has.
    func nextTemporaryName() -> String { CacheFileName.temporary(of: name, number: nextNumber()) }

    private func nextNumber() -> Int { temporaryCount.add(1, ordering: .relaxed).newValue }
}
