import Glibc
import Synchronization

/// A file that appears at its path whole or not at all, whenever the process ends.
///
/// Its bytes go into a temporary file of the same directory, which takes the path in one step (`rename(2)`). A file
/// that is dropped unpublished is removed. Nothing is forced to the disk: after a crash of the machine an entry may be
/// gone, which costs a transfer, while waiting for the disk would cost that at every entry.
final class AtomicFile: Sendable {
    private let path: String
    private let directory: Directory
    private let temporary: TemporaryFiles.Entry
    private let descriptor: FileDescriptor
    private let registry: TemporaryFiles
    private let byteCount = Atomic(0)
    private let isDone = Atomic(false)

    /// How many bytes were written.
    var writtenByteCount: Int { byteCount.load(ordering: .relaxed) }

    /// Creates the temporary file, for its user's eyes only.
    ///
    /// - Parameters:
    ///   - path: where the file is to appear.
    ///   - temporaryPath: an unused path in the same directory.
    ///   - directory: one that both are below.
    ///   - registry: what removes the temporary file when the process ends early.
    init(
        at path: String, temporaryPath: String, below directory: Directory, registry: TemporaryFiles = .shared
    ) throws(FileError) {
        self.registry = registry
        self.path = path
        self.directory = directory
        (temporary, descriptor) = try registry.create(temporaryPath) { () throws(FileError) in
            try directory.createFile(below: temporaryPath)
        }
    }

    deinit {
        discard()
    }

    /// Adds bytes.
    func write(_ bytes: [UInt8]) throws(FileError) {
        try descriptor.write(bytes)
        byteCount.add(bytes.count, ordering: .relaxed)
    }

    /// Makes the file appear at its path, in place of what was there; throws where not every byte is in it.
    ///
    /// - Parameter prepare: is called with the whole file before it appears.
    /// - Returns: what the file system says of it, and how many bytes there were in what it replaced.
    @discardableResult
    func publish(
        preparing prepare: (FileDescriptor, FileStatus) throws(FileError) -> Void = { _, _ in }
    ) throws(FileError) -> (status: FileStatus, replacedByteCount: Int) {
        let status = try descriptor.status()
        guard status.byteCount == byteCount.load(ordering: .relaxed) else { throw FileError("write", path, EIO) }
        try prepare(descriptor, status)
        // Some file systems report a full disk or quota only now.
        try descriptor.close()
        var replaced = 0
        try registry.publish(temporary) { () throws(FileError) in
            if try directory.rename(below: temporary.path, toNew: path) { return }
            replaced = try FileSystem.status(of: path)?.byteCount ?? 0
            try directory.rename(below: temporary.path, to: path)
        }
        isDone.store(true, ordering: .relaxed)
        return (status, replaced)
    }

    /// Removes the temporary file; does nothing where it is published or removed.
    func discard() {
        guard !isDone.exchange(true, ordering: .relaxed) else { return }
        registry.remove(temporary)
    }
}
