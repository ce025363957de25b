import Synchronization

/// A file that appears at its path whole or not at all, whenever the process ends.
///
/// Its bytes go to a temporary file of the same directory, which is then renamed (`rename(2)`). A file that is dropped
/// unpublished leaves nothing. If the process ends early, ``TemporaryFiles`` removes the temporary file; one whose
/// process is killed is left to its owner (``CacheEviction``, for example).
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
        (self.path, self.registry) = (path, registry)
        let temporaryPath = FileSystem.directoryPrefix(of: path, with: nextName())
        descriptor = try registry.create(temporaryPath) { () throws(FileError) in
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
            return try FileDescriptor(opening: temporaryPath, flags, permissions: permissions, operation: .create)
        }
    }

    deinit { discard() }

    /// Appends bytes.
    func write(_ bytes: [UInt8]) throws(FileError) { try descriptor.write(bytes) }

    /// Puts the file in its place; blocks.
    ///
    /// - Parameters:
    ///   - replaces: whether it may take another file's place; if not, that is an error (``FileError/Reason/exists``).
    ///   - staysOpen: whether it is not closed before, since its bytes are on the disk. Some file systems report a full
    ///     disk or quota only when it is closed. Default `false`.
    ///   - prepare: called with the whole file before it appears.
    /// - Returns: the file's status.
    @discardableResult
    package func publishNow(
        replacing replaces: Bool = true, keepingOpen staysOpen: Bool = false,
        preparing prepare: (FileDescriptor, FileStatus) throws -> Void = { _, _ in }
    ) throws -> FileStatus {
        let status = try descriptor.status()
        try prepare(descriptor, status)
        if !staysOpen { try descriptor.close() }
        try registry.publish(descriptor.path) { () throws(FileError) in
            // Most entries of a cache are new, and need no look at the file that they replace.
            if try FileSystem.renameToNew(descriptor.path, path) { return }
            let replaced = try FileSystem.linkStatus(of: path)
            if replaced?.kind == .directory { throw FileError(.create, path, EISDIR) }
            if !replaces, replaced != nil { throw FileError(.create, path, .exists) }
            try FileSystem.rename(descriptor.path, to: path)
        }
        isDone.store(true, ordering: .relaxed)
        return status
    }

    /// Removes the temporary file; does nothing once the file is published or removed.
    package func discard() {
        if !isDone.exchange(true, ordering: .relaxed) { registry.remove(descriptor.path) }
    }
}
