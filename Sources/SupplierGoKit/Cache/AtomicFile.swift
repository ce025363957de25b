import Glibc
import Synchronization

/// A file that appears at its path whole or not at all, whenever the process ends.
///
/// Its bytes go into a temporary file of the same directory, which is then renamed (`rename(2)`). A file that is dropped
/// unpublished is removed. Nothing is synced: after a crash of the machine an entry may be gone, which costs a transfer;
/// waiting for the disk would cost time at every entry.
final class AtomicFile: Sendable {
    private let path: String
    private let temporary: TemporaryFiles.Entry
    private let descriptor: FileDescriptor
    private let registry: TemporaryFiles
    private let byteCount = Atomic(0)
    private let isDone = Atomic(false)

    /// How many bytes were written.
    var writtenByteCount: Int { byteCount.load(ordering: .relaxed) }

    /// Creates the temporary file, which only its user can read.
    ///
    /// - Parameters:
    ///   - path: where the file is to appear.
    ///   - temporaryPath: an unused path in the same directory.
    ///   - registry: removes the temporary file if the process ends early.
    init(at path: String, temporaryPath: String, registry: TemporaryFiles = .shared) throws(FileError) {
        self.path = path
        self.registry = registry
        (temporary, descriptor) = try registry.create(temporaryPath) { () throws(FileError) in
            try FileDescriptor(
                opening: temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: 0o600,
                operation: .create)
        }
    }

    deinit { discard() }

    /// Appends bytes.
    func write(_ bytes: [UInt8]) throws(FileError) {
        try descriptor.write(bytes)
        byteCount.add(bytes.count, ordering: .relaxed)
    }

    /// Makes the file appear at its path, in place of what was there.
    ///
    /// - Parameter prepare: called with the whole file before it appears.
    /// - Returns: the file's status, and that of the file that it replaced.
    /// - Throws: ``CacheError/missing(path:)`` if not every byte is in it.
    @discardableResult
    func publish(
        preparing prepare: (FileDescriptor, FileStatus) throws -> Void = { _, _ in }
    ) throws -> (status: FileStatus, replaced: FileStatus?) {
        let status = try descriptor.status()
        guard status.byteCount == writtenByteCount else { throw CacheError.missing(path: temporary.path) }
        try prepare(descriptor, status)
        // Some file systems report a full disk or quota only now.
        try descriptor.close()
        var replaced: FileStatus?
        try registry.publish(temporary) { () throws(FileError) in
            // Most entries are new, and need no look at what they replace.
            if try FileSystem.renameToNew(temporary.path, path) { return }
            replaced = try FileSystem.linkStatus(of: path)
            if replaced?.kind == .directory { throw FileError(.create, path, EISDIR) }
            try FileSystem.rename(temporary.path, to: path)
        }
        isDone.store(true, ordering: .relaxed)
        return (status, replaced)
    }

    /// Removes the temporary file; does nothing once the file is published or removed.
    func discard() {
        if !isDone.exchange(true, ordering: .relaxed) { registry.remove(temporary) }
    }
}
