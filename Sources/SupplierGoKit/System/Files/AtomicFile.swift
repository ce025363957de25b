import Synchronization

/// A file that appears at its path whole or not at all, whenever the process ends.
///
/// Its bytes go to a temporary file of the same directory, which is then renamed (`rename(2)`). A file that is dropped
/// unpublished leaves nothing. If the process ends early, ``TemporaryFiles`` removes the temporary file. It is locked
/// until it has its name: if its process is killed, others know that by the lock (``LockFile/removeUnheld(_:in:)``).
package final class AtomicFile: Sendable {
    package let path: String

    /// The temporary file, open until the file is published.
    package let descriptor: FileDescriptor

    private let registry: TemporaryFiles
    private let isDone = Atomic(false)

    /// Creates the temporary file.
    ///
    /// It is not synchronized: after a crash of the machine an entry of a cache may be gone, which costs a transfer;
    /// waiting for the disk would cost time at every entry. A link at the path is replaced.
    ///
    /// - Parameters:
    ///   - path: the path of the file to be.
    ///   - permissions: the file's permissions, less those that the `umask` takes away. Default: only its user can read
    ///     it.
    ///   - registry: removes the temporary file if the process ends early.
    ///   - nextName: returns a name that no temporary file in the directory has.
    package init(
        at path: String, permissions: mode_t = 0o600, registry: TemporaryFiles = .shared, naming nextName: () -> String
    ) throws(FileError) {
        self.path = path
        self.registry = registry
        let directory = FileSystem.directoryPrefix(of: path)
        func create() throws(FileError) -> FileDescriptor {
            let path = directory + nextName()
            return try registry.create(path) { () throws(FileError) in
                let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
                return try FileDescriptor(opening: path, flags, permissions: permissions, operation: .create)
            }
        }
        var file = try create()
        // The lock tells other processes that the writer lives. One of them may have taken the file for an abandoned
        // one before it was locked.
        while try file.tryLockIfPossible() ? file.status().linkCount == 0 : true {
            registry.remove(file.path)
            file = try create()
        }
        descriptor = file
    }

    deinit { discard() }

    /// Appends bytes.
    func write(_ bytes: [UInt8]) throws(FileError) {
        try descriptor.write(bytes)
    }

    /// Puts the file in its place; blocks.
    ///
    /// - Parameters:
    ///   - replaces: whether it may take another file's place; if not, that is an error (``FileError/Reason/exists``).
    ///   - staysOpen: whether it is not closed afterwards, since its bytes are on the disk. Default `false`.
    ///   - prepare: called with the whole file before it appears.
    /// - Returns: the file's status.
    @discardableResult
    package func publishNow(
        replacing replaces: Bool = true, keepingOpen staysOpen: Bool = false,
        preparing prepare: (FileDescriptor, FileStatus) throws -> Void = { _, _ in }
    ) throws -> FileStatus {
        let status = try descriptor.status()
        try prepare(descriptor, status)
        try registry.publish(descriptor.path) { () throws(FileError) in
            // Most entries of a cache are new, and need no look at the file that they replace.
            if try FileSystem.renameToNew(descriptor.path, path) { return }
            let replaced = try FileSystem.linkStatus(of: path)
            if replaced?.kind == .directory { throw FileError(.create, path, EISDIR) }
            if !replaces, replaced != nil { throw FileError(.create, path, .exists) }
            try FileSystem.rename(descriptor.path, to: path)
        }
        isDone.store(true, ordering: .relaxed)
        if !staysOpen { try closePublished() }
        return status
    }

    /// Closes the file, which had to stay locked until now. Some file systems report a full disk or quota only then:
    /// the file goes.
    private func closePublished() throws(FileError) {
        do throws(FileError) {
            try descriptor.close()
        } catch {
            try FileSystem.removeFile(path)
            throw error
        }
    }

    /// Removes the temporary file; does nothing once the file is published or removed.
    package func discard() {
        if !isDone.exchange(true, ordering: .relaxed) { registry.remove(descriptor.path) }
    }
}
