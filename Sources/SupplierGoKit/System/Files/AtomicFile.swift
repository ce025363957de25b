import Synchronization

/// A file that appears at its path whole or not at all, whenever the process ends: a cache's, or one that a user named.
///
/// Its bytes go to a temporary file of the same directory, which is then renamed (`rename(2)`). A file that is dropped
/// unpublished leaves nothing. If the process ends early, ``TemporaryFiles`` removes the temporary file; if it is killed, a
/// later process removes that of a cache (``WriterLease/Sweep``), and the next one that writes to the same path that of a user's
/// file, which is locked while its writer lives.
package final class AtomicFile: Sendable {
    private let path: String

    /// The path of the temporary file; `nil` if the bytes are written to the path directly, as to a pipe or a device, which nothing can replace.
    private let temporary: String?

    private let descriptor: FileDescriptor
    private let isSynchronized: Bool
    private let registry: TemporaryFiles
    private let isDone = Atomic(false)

    /// The number of the descriptor to write to, valid until the file is published or dropped.
    package var descriptorNumber: Int32 { descriptor.rawValue }

    /// Creates the temporary file of a cache's file, which only its user can read.
    ///
    /// It is not synchronized: after a crash of the machine an entry may be gone, which costs a transfer; waiting for the
    /// disk would cost time at every entry. A link at the path is replaced.
    ///
    /// - Parameters:
    ///   - path: the path of the file to be.
    ///   - temporaryPath: an unused path in the same directory.
    ///   - registry: removes the temporary file if the process ends early.
    init(at path: String, temporaryPath: String, registry: TemporaryFiles = .shared) throws(FileError) {
        self.path = path
        self.registry = registry
        isSynchronized = false
        temporary = temporaryPath
        descriptor = try Self.create(temporaryPath, permissions: 0o600, in: registry)
    }

    /// Creates the temporary file of a file that a user named; it is synchronized before it is published.
    ///
    /// A link at the path stays a link, and its target is replaced. An existing file's permission bits are kept; a new file
    /// has those that the `umask` leaves. A pipe or a device, such as `/dev/null`, is written to directly. Temporary files
    /// that killed processes have left for this path are removed.
    ///
    /// - Parameters:
    ///   - permissions: those of a new file, of which the `umask` takes some away. Default 0666.
    ///   - isRegular: whether a pipe or a device is refused (``FileError/Reason/notARegularFile``): opening a pipe waits
    ///     for its reader.
    ///   - registry: removes the temporary file if the process ends early.
    /// - Throws: ``FileError``, with `EISDIR` for a directory.
    init(
        atUserPath path: String, isRegular: Bool = false, permissions: mode_t = 0o666,
        registry: TemporaryFiles = .shared
    ) throws(FileError) {
        self.registry = registry
        isSynchronized = true
        // A link that somebody puts there from now on is not followed.
        let isLink = try FileSystem.link(at: path) != nil
        let status = isLink ? try FileSystem.status(of: path) : try FileSystem.linkStatus(of: path)
        if let status, status.kind != .regular {
            if isRegular, status.kind != .directory { throw FileError(.write, path, .notARegularFile) }
            self.path = path
            temporary = nil
            // Opening a directory for writing fails with EISDIR.
            let flags = O_WRONLY | O_NOCTTY | (isLink ? 0 : O_NOFOLLOW)
            descriptor = try FileDescriptor(opening: path, flags, operation: .write)
            return
        }
        let target = isLink ? try FileSystem.target(of: path) : path
        let directory = FileSystem.directoryPrefix(of: target)
        let prefix = ".suppliergo-\(SHA256.digits(of: String(target.dropFirst(directory.count))).prefix(16))-"
        Self.removeAbandoned(prefix, in: directory.isEmpty ? "." : directory)
        self.path = target
        (temporary, descriptor) = try Self.createLocked(directory + prefix, permissions, in: registry)
        guard let status else { return }
        try SystemCall.perform(.changePermissions, target) { fchmod(descriptor.rawValue, status.permissions) }
    }

    /// Creates a temporary file and locks it, which tells other processes that its writer lives.
    private static func createLocked(
        _ prefix: String, _ permissions: mode_t, in registry: TemporaryFiles
    ) throws(FileError) -> (String, FileDescriptor) {
        while true {
            let path = prefix + String(UInt64.random(in: 0 ... .max), radix: 36)
            let descriptor = try create(path, permissions: permissions, in: registry)
            if isLocked(descriptor) { return (path, descriptor) }
            // Another process took the file for an abandoned one between the two calls.
            registry.remove(path)
        }
    }

    /// Locks a new file; a file system without locks is one on which nothing is taken for abandoned either.
    private static func isLocked(_ descriptor: FileDescriptor) -> Bool {
        do throws(FileError) {
            guard try descriptor.tryLock() else { return false }
            return try descriptor.status().linkCount > 0
        } catch {
            return true
        }
    }

    /// Removes the temporary files whose writers were killed. One that cannot be removed is left to a later run.
    private static func removeAbandoned(_ prefix: String, in directory: String) {
        do throws(FileError) {
            guard let folder = try Directory(at: directory) else { return }
            for name in try folder.names() where name.hasPrefix(prefix) {
                try LockFile.removeUnheld(name, in: folder)
            }
        } catch {
            return
        }
    }

    private static func create(
        _ path: String, permissions: mode_t, in registry: TemporaryFiles
    ) throws(FileError) -> FileDescriptor {
        try registry.create(path) { () throws(FileError) in
            try FileDescriptor(
                opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: permissions, operation: .create)
        }
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
    ///   - prepare: called with the whole file before it appears.
    /// - Returns: the file's status, and that of the file that it replaced.
    @discardableResult
    func publishNow(
        replacing replaces: Bool = true, preparing prepare: (FileDescriptor, FileStatus) throws -> Void = { _, _ in }
    ) throws -> (status: FileStatus, replaced: FileStatus?) {
        let status = try descriptor.status()
        if isSynchronized, temporary != nil { try descriptor.synchronize() }
        try prepare(descriptor, status)
        // Some file systems report a full disk or quota only now. A file that is synchronized has reported it, and stays
        // locked until it has its name.
        if !isSynchronized || temporary == nil { try descriptor.close() }
        guard let temporary else { return (status, nil) }
        var replaced: FileStatus?
        try registry.publish(temporary) { () throws(FileError) in
            // Most entries of a cache are new, and need no look at the file that they replace.
            if try FileSystem.renameToNew(temporary, path) { return }
            replaced = try FileSystem.linkStatus(of: path)
            if replaced?.kind == .directory { throw FileError(.create, path, EISDIR) }
            if !replaces, replaced != nil { throw FileError(.create, path, .exists) }
            try FileSystem.rename(temporary, to: path)
        }
        isDone.store(true, ordering: .relaxed)
        return (status, replaced)
    }

    /// Removes the temporary file; does nothing once the file is published or removed.
    func discard() {
        if !isDone.exchange(true, ordering: .relaxed), let temporary { registry.remove(temporary) }
    }
}

extension AtomicFile {
    /// Writes a file that a user named, whole and synced with its directory; blocks.
    ///
    /// - Parameter permissions: those of a new file.
    package static func write(_ bytes: [UInt8], to path: String, permissions: UInt32) throws {
        let file = try AtomicFile(atUserPath: path, permissions: permissions)
        try file.write(bytes)
        try file.publishNow()
        try Directory(at: FileSystem.directoryPrefix(of: file.path))?.descriptor.synchronize()
    }

    /// Creates the temporary file of a file that a user named, on a file thread.
    ///
    /// - Parameter isRegular: whether a pipe or a device is refused.
    /// - Throws: ``FileError``.
    package static func prepare(at path: String, isRegular: Bool = false) async throws -> AtomicFile {
        try await BlockingThreads.files.run { () throws(FileError) in
            try AtomicFile(atUserPath: path, isRegular: isRegular)
        }
    }

    /// Puts the file in its place, once. Throws ``FileError`` on failure; nothing has changed then.
    ///
    /// - Parameters:
    ///   - replaces: whether it may take another file's place; if not, that is an error
    ///     (``FileError/Reason/exists``). Default `true`.
    ///   - check: called last, with the file on the disk; what it throws keeps the file from its place.
    package func publish(
        replacing replaces: Bool = true, unless check: @escaping @Sendable () throws -> Void = {}
    ) async throws {
        try await BlockingThreads.files.run {
            // Not only when the last reference goes: the caller may report the error first.
            defer { self.discard() }
            try self.publishNow(replacing: replaces) { _, _ in try check() }
        }
    }
}

extension FileDescriptor {
    /// Waits until all bytes are on the disk (`fsync(2)`).
    package func synchronize() throws(FileError) {
        try SystemCall.perform(.write, path) { fsync(rawValue) }
    }
}
